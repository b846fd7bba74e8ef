import type { Box, Node } from '../../layout/document.js';
import { type Meter, workCosts } from '../../limits.js';
import type { Rectangle } from '../../shapes/rectangle.js';
import { edgesOf, roomIn, roomShare, searchedIn, shareSquare, silhouette } from '../../shapes/silhouette.js';
import { turnRectangle } from '../../shapes/turn.js';
import { always, shapingOf, turned } from '../../slots/arranged.js';
import { arrangeGround } from '../../slots/ground.js';
import { chooseInk } from '../../slots/inks.js';
import type { NodeDrawing } from '../../slots/kind.js';
import { type Area, type Flex, type Ground, roomInside, type Surroundings, within } from '../../slots/room.js';
import type { PlacedNode } from '../../slots/slot.js';

type Shape = Node<'shape'>;

export const shape: NodeDrawing<Shape> = {
  room: (node, _, around) => roomInside(node, node, around, { share: shareOf(node, around.meter) }),
  lay: layInside,
  covers(node, place, around) {
    const { x, y, width, height, turn, backdrop } = place;
    if (node.fill === undefined) return undefined;
    const upright = turn % 2 === 0 ? { width, height } : { width: height, height: width };
    const room = turnRectangle(roomOf(node, upright, around), upright.width, upright.height, turn);
    return { ...room, x: x + room.x, y: y + room.y, ink: chooseInk(node.fill, 'fill', backdrop, around.device).ink };
  },
  arranging:
    ({ meter }) =>
    (node, slot, device) => {
      const {
        area: { width, height },
        rtl: mirrored,
      } = slot;
      meter.charge(shapingOf(slot) + height * edgesOf(node) * workCosts.edge);
      const form = (thickness?: number) => silhouette(node, { width, height, mirrored }, thickness);
      return always(turned(arrangeGround(node, slot, device, form), slot));
    },
};

/** The content of a shape, in the shape's room. */
function layInside(shape: Shape, area: Area, ground: Ground, flex: Flex, around: Surroundings): readonly PlacedNode[] {
  const { direction, gap, padding, justify, align, children = [] } = shape;
  if (children.length === 0) return [];
  const room = roomOf(shape, area, around);
  const box: Box = { type: 'box', direction, gap, padding, justify, align, children };
  return within(room, ground, (under) => flex(box, room, under));
}

function roomOf(shape: Shape, { width, height }: Area, { meter, rtl }: Surroundings): Rectangle {
  const searching = searchedIn(shape, { width, height }) * workCosts.searched;
  meter.charge(searching / 1000 + height * edgesOf(shape) * workCosts.edge);
  return roomIn(shape, { width, height, mirrored: rtl });
}

/** The share of a shape's height that its content can use. A shape without room needs none. */
function shareOf(shape: Shape, meter: Meter): number {
  meter.charge((searchedIn(shape, shareSquare) * workCosts.searched) / 1000);
  return roomShare(shape) || Infinity;
}
