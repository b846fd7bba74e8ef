import { type Result, type View, imagePath } from './api.js';
import { element, list, say } from './dom.js';
import { type Picture, createPicture } from './picture.js';

export interface Shelf {
  readonly picture: Picture;
  /** The newest call wins. Tries until the picture is there. */
  show(result: Result, view: View): void;
}

const retryMs = 2000;

/** What hangs on the shelf: the picture of the label as it is stored, and its revision. */
export function createShelf(): Shelf {
  const picture = createPicture(element('shelf-stage', HTMLDivElement), element('shelf', HTMLImageElement));
  const state = element('shelf-state', HTMLSpanElement);
  const notes = element('shelf-notes', HTMLUListElement);
  let newest = 0;

  const draw = async ({ label, warnings }: Result, view: View, turn: number): Promise<void> => {
    // A fetch asks the server whether its picture is still the one; an <img> with the same address would not.
    const answer = await fetch(imagePath(view), { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    const url = URL.createObjectURL(await answer.blob());
    if (turn === newest && (await picture.show(url, wording(label.content)))) {
      say(state, `(label ${label.id}, revision ${label.revision}${timeOf(label.updated_at)})`);
      list(notes, warnings);
    }
    URL.revokeObjectURL(url);
  };
  const show = (result: Result, view: View): void => {
    const turn = ++newest;
    draw(result, view, turn).catch(() => {
      setTimeout(() => {
        if (turn === newest) show(result, view);
      }, retryMs);
    });
  };
  return { picture, show };
}

/** What a picture of a label says, for those who can't see it. */
export function wording(content: Result['label']['content']): string {
  return content ? `${content.product_name}, ${content.price} per ${content.unit}` : 'A blank label';
}

function timeOf(instant: string | null): string {
  return instant === null ? ', nothing sent yet' : `, ${new Date(instant).toLocaleTimeString()}`;
}
