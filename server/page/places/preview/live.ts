import { computed, effect, signal, untracked } from '@preact/signals';
import type { LabelDisplayed, LabelRefreshing, LabelUpdated, LabelView } from '../../../http/answers.js';
import { findDevice, findLayout, refreshLayouts } from '../../api/catalogue.js';
import { follow, type StreamEvent } from '../../api/events.js';
import { labelPath, readPicture } from '../../api/labels.js';
import { apiErrorFrom } from '../../api/request.js';
import { together } from '../../browser/ends.js';
import { connection } from '../../parts/header-slots.js';
import { decodedBlob } from '../../parts/label/decoded.js';
import { pictureOf, state } from './model.js';

/** The last known state of the label on the shelf; null: unknown. */
export const live = signal<LabelUpdated | null>(null);
export const absent = signal(false);
/** The latest revisions that the panel began to refresh to, and that it displays. */
export const begun = signal(0);
export const displayed = signal(0);

/** The panel of the label on the shelf, the picture on it, and the label of that picture; null: an unknown revision. */
export interface ShelfPicture {
  readonly image: HTMLImageElement;
  readonly device: string;
  readonly label: LabelView | null;
}

/** What the panel on the shelf displays, while the user looks at it. */
export const shelf = signal<ShelfPicture | null>(null);
export const shelfDevice = computed(() => findDevice(shelf.value?.device ?? live.value?.label.device ?? ''));

/** Increased to follow a label that was absent. */
const turn = signal(0);
const labelId = computed(() => state.value.label);

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
    absent.value = false;
    live.value = event as LabelUpdated;
    noticeLayout(event as LabelUpdated);
  }
  if (name === 'label.refreshing') begun.value = (event as LabelRefreshing).revision;
  else if (name === 'label.displayed') displayed.value = (event as LabelDisplayed).revision;
}

/** Takes the label from an answer, unless a newer event came. */
export function takeAnswer(answer: LabelUpdated): void {
  if (absent.peek()) {
    absent.value = false;
    turn.value++;
  }
  if (answer.label.revision < (live.peek()?.label.revision ?? 0)) return;
  live.value = answer;
  displayed.value = Math.max(displayed.peek(), answer.label.tag?.shown_revision ?? 0);
}

export function takeAbsence(): void {
  forget();
  absent.value = true;
}

function forget(): void {
  live.value = null;
  shelf.value = null;
  displayed.value = 0;
  begun.value = 0;
  absent.value = false;
}

/** Reads each new picture of the shelf, while the user looks at it. */
function followPicture(): void {
  const { show, view, label } = state.value;
  const newest = live.value;
  const revision = displayed.value;
  if (show !== 'shelf' || !newest) return;
  const isLast = (): boolean => live.peek() === newest && displayed.peek() === revision && state.peek().view === view;
  const { scale = 1 } = pictureOf(state.value, shelfDevice.value);
  readPicture(`${labelPath(label)}/image.png?view=${view}&scale=${scale}&at=now`)
    .then(decodedBlob)
    .then((image) => {
      const { device } = newest.label;
      if (isLast()) shelf.value = { image, device, label: newest.label.revision === revision ? newest.label : null };
    })
    .catch(apiErrorFrom);
}

/** Follows the label that the state names. @returns ends that */
export function startLive(): () => void {
  return together(
    effect(() => {
      void turn.value;
      const path = `${labelPath(labelId.value)}/events`;
      forget();
      return follow(
        path,
        handle,
        (now) => (connection.value = now),
        () => {
          takeAbsence();
          // There is nothing to connect to.
          connection.value = null;
        },
      );
    }),
    effect(followPicture),
    () => (connection.value = null),
  );
}
