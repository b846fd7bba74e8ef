import type { View } from '../../renderer/index.js';
import type { LabelUpdated } from '../http/answers.js';
import { imagePath } from './api.js';
import { element, say, sayLines } from './dom.js';
import { type StageImage, altText, createStageImage } from './image.js';
import { wordsOfStep } from './step.js';

/** The label on the shelf, as the server has it. */
export interface LiveLabel {
  readonly image: StageImage;
  /** What {@link show} was called with last. */
  newest(): LabelUpdated;
  /** Fetches the label's image and shows it with the label's revision; retries until that works. The newest call wins. */
  show(label: LabelUpdated, view: View): void;
}

const retryMs = 2000;

/** @param first Not shown yet. */
export function createLiveLabel(first: LabelUpdated): LiveLabel {
  const image = createStageImage(element('live-stage', HTMLDivElement), element('live-image', HTMLImageElement));
  const state = element('live-state', HTMLSpanElement);
  const step = element('live-step', HTMLParagraphElement);
  const notes = element('live-notes', HTMLUListElement);
  let newest = first;
  let newestTurn = 0;

  const load = async (updated: LabelUpdated, view: View, turn: number): Promise<void> => {
    const { label, warnings } = updated;
    // An <img> with an address that it had before shows its old image; a fetch asks the server whether that is current.
    const answer = await fetch(imagePath(view), { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    const url = URL.createObjectURL(await answer.blob());
    try {
      if (turn !== newestTurn || !(await image.show(url, altText(label)))) return;
      say(state, `(label ${label.id}, revision ${label.revision}${timeOf(label.updated_at)})`);
      say(step, wordsOfStep(updated));
      sayLines(notes, warnings);
    } finally {
      URL.revokeObjectURL(url);
    }
  };
  const show = (label: LabelUpdated, view: View): void => {
    const turn = ++newestTurn;
    newest = label;
    load(label, view, turn).catch(() => {
      setTimeout(() => {
        if (turn === newestTurn) show(label, view);
      }, retryMs);
    });
  };
  return { image, newest: () => newest, show };
}

function timeOf(instant: string | null): string {
  return instant === null ? ', nothing sent yet' : `, ${new Date(instant).toLocaleTimeString()}`;
}
