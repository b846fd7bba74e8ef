import type { Box } from '../../layout/document.js';
import { roundedGround } from '../../slots/ground.js';
import type { NodeDrawing } from '../../slots/kind.js';
import { roomInside } from '../../slots/room.js';

export const box: NodeDrawing<Box> = {
  ...roundedGround,
  room: (node, _, around) => roomInside(node, node, around),
};
