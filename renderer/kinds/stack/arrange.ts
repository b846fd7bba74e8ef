import type { Node } from '../../layout/document.js';
import { offset, sideOf } from '../../shapes/align.js';
import { contains, inset, type Rectangle } from '../../shapes/rectangle.js';
import { roundedGround } from '../../slots/ground.js';
import type { NodeDrawing } from '../../slots/kind.js';
import {
  type Area,
  type Covered,
  type Flex,
  type Ground,
  layTurned,
  pixels,
  roomInside,
  type Surroundings,
  within,
} from '../../slots/room.js';
import type { PlacedNode } from '../../slots/slot.js';

export const stack: NodeDrawing<Node<'stack'>> = {
  ...roundedGround,
  room: (node, _, around) => roomInside(node, { direction: 'row', padding: node.padding }, around, { fills: true }),
  lay: layOver,
};

/** Each child of a stack in its own area, over earlier ones. */
function layOver(
  stack: Node<'stack'>,
  area: Area,
  ground: Ground,
  flex: Flex,
  around: Surroundings,
): readonly PlacedNode[] {
  const padding = pixels(stack.padding, around.device);
  const room = inset({ x: 0, y: 0, width: area.width, height: area.height }, padding);
  const places: PlacedNode[] = [];
  /** Rectangles that earlier children fill completely, the last one first. */
  const covered: Covered[] = [];
  for (const child of stack.children.filter(around.shows)) {
    const under: Ground = (place) => covered.find((below) => contains(below, place))?.ink ?? ground(place);
    const own = areaIn(room, child, stack, around);
    const laid = within(own, under, (inner) => layTurned(child, own, inner, flex));
    places.push(...laid);
    covered.unshift(
      ...laid
        .map(around.coveredBy)
        .filter((each) => each !== undefined)
        .reverse(),
    );
  }
  return places;
}

/** The part of a stack's room that a child fills: all of it or its own size, aligned by the stack. */
function areaIn(room: Rectangle, child: Node, { align, justify }: Node<'stack'>, around: Surroundings): Rectangle {
  const { device, rtl } = around;
  const own = child.width === 'content' ? contentWidth(child, around) : child.width;
  const width = Math.min(room.width, pixels(own ?? '100%', device, room.width));
  const height = Math.min(room.height, pixels(child.height ?? '100%', device, room.height));
  const x = room.x + offset(sideOf(align ?? 'start', rtl), room.width - width);
  return { x, y: room.y + offset(justify ?? 'start', room.height - height), width, height };
}

/** The width of a text; a box in a stack takes the full width. */
function contentWidth(node: Node, around: Surroundings): number | undefined {
  return node.type === 'text' ? around.width(node) : undefined;
}
