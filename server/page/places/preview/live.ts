import { effect, signal, untracked } from '@preact/signals';
import type { LabelDisplayed, LabelRefreshing, LabelUpdated } from '../../../http/answers.js';
import { findLayout, refreshLayouts } from '../../api/catalogue.js';
import { follow, type StreamEvent } from '../../api/events.js';
import { labelPath, readPicture } from '../../api/labels.js';
import { apiErrorFrom } from '../../api/request.js';
import { together } from '../../browser/ends.js';
import { connection } from '../../parts/header-slots.js';
import { decodedBlob } from '../../parts/label/decoded.js';
import { state } from './model.js';

/** The last known state of the label on the shelf; null: unknown. */
export const live = signal<LabelUpdated | null>(null);
export const absent = signal(false);
/** The latest revisions that the panel began to refresh to, and that it displays. */
export const begun = signal(0);
export const displayed = signal<LabelDisplayed | null>(null);
/** The picture of the label on the shelf, while the user looks at it. */
export const shelfImage = signal<HTMLImageElement | null>(null);

/** Reads the layouts again if the label uses one that is newer than the list. */
function noticeLayout({ label }: LabelUpdated): void {
  const listed = untracked(() => findLayout(label.layout))?.version;
  if (listed !== undefined && (label.layout_version ?? 0) <= listed) return;
  // If that fails, the old list stays. Nothing waits for it.
  refreshLayouts().catch(() => undefined);
}

function handle({ name, data }: StreamEvent): void {
  const event: unknown = JSON.parse(data);
  if (name === 'label.updated') {
    live.value = event as LabelUpdated;
    noticeLayout(event as LabelUpdated);
  }
  if (name === 'label.refreshing') begun.value = (event as LabelRefreshing).revision;
  else if (name === 'label.displayed') displayed.value = event as LabelDisplayed;
}

/** Takes the label from an answer, unless a newer event came. */
export function takeAnswer(answer: LabelUpdated): void {
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
    handle,
    (now) => (connection.value = now),
    () => (absent.value = true),
  );
}

/** Reads each new picture of the shelf, while the user looks at it. */
function followImage(): void {
  const { show, view, label } = state.value;
  const shown = live.value;
  if (show !== 'shelf' || !shown) return;
  readPicture(`${labelPath(label)}/image.png?view=${view}`)
    .then(decodedBlob)
    .then((image) => {
      if (live.peek() === shown && state.peek().view === view) shelfImage.value = image;
    })
    .catch(apiErrorFrom);
}

/** Follows the label that the state names. @returns ends that */
export function startLive(): () => void {
  let followed = '';
  let stop = (): void => undefined;
  return together(
    effect(() => {
      const { label } = state.value;
      if (label === followed) return;
      followed = label;
      stop();
      stop = followLabel(label);
    }),
    effect(followImage),
    () => {
      stop();
      connection.value = null;
    },
  );
}
