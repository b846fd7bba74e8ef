import { barcode } from './barcode/arrange.js';
import { box } from './box/arrange.js';
import { icon } from './icon/arrange.js';
import { line } from './line/arrange.js';
import { picture } from './picture/arrange.js';
import { price } from './price/arrange.js';
import { qr } from './qr/arrange.js';
import { shape } from './shape/arrange.js';
import { stack } from './stack/arrange.js';
import { text } from './text/arrange.js';
import type { DrawnKind, Node } from '../layout/document.js';
import type { NodeDrawing } from '../slots/kind.js';

export const drawings: { readonly [Name in DrawnKind]: NodeDrawing<Node<Name>> } = {
  box,
  stack,
  shape,
  text,
  price,
  barcode,
  qr,
  icon,
  line,
  picture,
};

export function drawingOf({ type }: Node): NodeDrawing {
  return drawings[type] as NodeDrawing;
}
