import { effect, signal } from '@preact/signals';
import type { LabelDisplayed, LabelRefreshing, LabelUpdated } from '../../../http/answers.js';
import { catalogue, refreshLayouts } from '../../api/catalogue.js';
import { follow } from '../../api/events.js';
import { labelPath, readImage } from '../../api/labels.js';
import { ApiError } from '../../api/request.js';
import { decodedBlob } from '../../parts/label/decoded.js';
import { connection } from '../../parts/header-slots.js';
import { state } from './model.js';

/** The label on the shelf as it was heard of last; null: nothing yet. */
export const live = signal<LabelUpdated | null>(null);
/** Whether there is no such label. */
export const absent = signal(false);
/** The newest revisions that the panel began to refresh to, and that it shows. */
export const begun = signal(0);
export const displayed = signal<LabelDisplayed | null>(null);
/** The picture of the label on the shelf, while it is looked at. */
export const shelfImage = signal<HTMLImageElement | null>(null);

/** Reads the layouts again when the label has one, or a version of one, that came after they were read. */
function noticeLayout({ label }: LabelUpdated): void {
  const listed = catalogue.peek()?.layouts.find(({ id }) => id === label.layout)?.version;
  if (listed !== undefined && (label.layout_version ?? 0) <= listed) return;
  // If that fails, the list stays as it is: nobody waits for it.
  refreshLayouts().catch(() => undefined);
}

function hear(name: string, data: string): void {
  const said: unknown = JSON.parse(data);
  if (name === 'label.updated') {
    live.value = said as LabelUpdated;
    noticeLayout(said as LabelUpdated);
  }
  if (name === 'label.refreshing') begun.value = (said as LabelRefreshing).revision;
  else if (name === 'label.displayed') displayed.value = said as LabelDisplayed;
}

/** Takes what an answer says about the label, unless something newer was heard. */
export function hearAnswer(answer: LabelUpdated): void {
  absent.value = false;
  if (answer.label.revision >= (live.peek()?.label.revision ?? 0)) live.value = answer;
}

function followLabel(id: string): () => void {
  live.value = null;
  displayed.value = null;
  begun.value = 0;
  absent.value = false;
  return follow(
    `${labelPath(id)}/events`,
    ({ name, data }) => {
      hear(name, data);
    },
    (now) => {
      connection.value = now;
    },
    () => {
      absent.value = true;
    },
  );
}

/** Fetches the picture on the shelf whenever it is another one, while it is looked at. */
function followImage(): void {
  const { show, view, label } = state.value;
  const shown = live.value;
  if (show !== 'shelf' || !shown) return;
  readImage(label, view)
    .then(decodedBlob)
    .then((image) => {
      if (live.peek() === shown && state.peek().view === view) shelfImage.value = image;
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
}

/** Follows the label that the state names. @returns ends that */
export function startLive(): () => void {
  let followed = '';
  let stop = (): void => undefined;
  const ends = [
    effect(() => {
      const { label } = state.value;
      if (label === followed) return;
      followed = label;
      stop();
      stop = followLabel(label);
    }),
    effect(followImage),
  ];
  return () => {
    for (const end of ends) end();
    stop();
    connection.value = null;
  };
}
