import type { Node } from '../../layout/document.js';
import { always, turned } from '../../slots/arranged.js';
import { chooseInk } from '../../slots/inks.js';
import type { NodeDrawing } from '../../slots/kind.js';

export const line: NodeDrawing<Node<'line'>> = {
  covers: ({ ink }, place, { device }) => ({ ...place, ink: chooseInk(ink, 'line', place.backdrop, device).ink }),
  arranging: () => (node, slot, device) => {
    const { ink, warnings } = chooseInk(node.ink, 'line', slot.backdrop, device);
    return always(turned({ marks: [{ kind: 'fill', ...slot.area, ink }], warnings }, slot));
  },
};
