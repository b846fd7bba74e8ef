import type { LabelUpdated, PreviewAnswer } from '../http/answers.js';
import { element, say, sayLines } from './dom.js';
import { type StageImage, altText, createStageImage } from './image.js';
import { wordsOfStep } from './step.js';

/** The label as it would be if what is in the forms were sent. */
export interface Preview {
  readonly image: StageImage;
  /** Shows a preview, and below it its step and those of its warnings that belong to no field. */
  show(preview: PreviewAnswer, notes: PreviewAnswer['warnings']): void;
  /** What is shown is no longer what is in the forms. */
  outdate(): void;
  /** Says how the preview stands to the label on the shelf, so that nobody takes one for the other. */
  compare(live: LabelUpdated): void;
}

export function createPreview(): Preview {
  const stage = element('preview-stage', HTMLDivElement);
  const image = createStageImage(stage, element('preview-image', HTMLImageElement));
  const state = element('preview-state', HTMLSpanElement);
  const step = element('preview-step', HTMLParagraphElement);
  const notes = element('preview-notes', HTMLUListElement);
  let shown: PreviewAnswer | null = null;

  const stateBeside = ({ label, image: liveImage }: LabelUpdated): string => {
    if (shown === null) return '(not up to date)';
    const same = shown.image.sha256 === liveImage?.sha256 && shown.label.device === label.device;
    return same ? '(same as on the shelf)' : '(not sent)';
  };
  return {
    image,
    show(preview, rest) {
      shown = preview;
      say(step, wordsOfStep(preview));
      sayLines(notes, rest);
      void image.show(preview.image.data_uri, altText(preview.label));
    },
    outdate() {
      shown = null;
    },
    compare(live) {
      stage.classList.toggle('stale', shown === null);
      say(state, stateBeside(live));
    },
  };
}
