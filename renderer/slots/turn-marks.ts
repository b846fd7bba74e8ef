import type { InkPicture, Mark } from '../drawing/marks.js';
import type { Slot } from './slot.js';
import { type QuarterTurns, turnRectangle, turnStencil } from '../shapes/turn.js';

export type TurnShape = typeof turnStencil;

/** Moves marks from a slot's own coordinates to their place on the panel. `turnShape` may cache turned stencils. */
export function turnMarks(
  marks: readonly Mark[],
  { x, y, area, turn }: Slot,
  turnShape: TurnShape = turnStencil,
): readonly Mark[] {
  if (turn === 0) return marks;
  const at = (left: number, top: number, width: number, height: number) => {
    const turned = turnRectangle({ x: left, y: top, width, height }, area.width, area.height, turn);
    return { ...turned, x: x + turned.x, y: y + turned.y };
  };
  return marks.map((mark): Mark => {
    switch (mark.kind) {
      case 'fill':
        return { ...mark, ...at(mark.x, mark.y, mark.width, mark.height) };
      case 'text': {
        const pen = at(mark.x, mark.y, 0, 0);
        return { ...mark, x: pen.x, y: pen.y, turn };
      }
      case 'stencil': {
        const corner = at(mark.x, mark.y, mark.stencil.width, mark.stencil.height);
        return { ...mark, x: corner.x, y: corner.y, stencil: turnShape(mark.stencil, turn) };
      }
      case 'picture': {
        const corner = at(mark.x, mark.y, mark.picture.width, mark.picture.height);
        return { ...mark, x: corner.x, y: corner.y, picture: turnPicture(mark.picture, turn) };
      }
      default:
        return mark satisfies never;
    }
  });
}

function turnPicture({ width, height, inks }: InkPicture, turn: QuarterTurns): InkPicture {
  const turned = new Uint8Array(inks.length);
  const across = turn === 2 ? width : height;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = turnRectangle({ x, y, width: 1, height: 1 }, width, height, turn);
      turned[to.y * across + to.x] = inks[y * width + x]!;
    }
  return { width: across, height: turn === 2 ? height : width, inks: turned };
}
