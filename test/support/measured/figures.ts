import type { Device } from '../../../devices/index.js';
import { currencyDecimals, type MeasuredBox, unpack } from '../../../renderer/index.js';
import { numberGaps } from '../../../renderer/lint/readability.js';
import { gapBetween } from '../../../renderer/lint/ink.js';
import { separatorsOf } from '../../../renderer/price/price.js';
import type { DrawnCase } from './labels.js';

/** What is measured on a label. Undefined where the label does not have it. */
export interface Figures {
  /** The height of the smallest text that customers read, in mm, and the text. */
  readonly smallestMm: number | undefined;
  readonly smallestText: string;
  /** The smallest font of such a text, in px. */
  readonly smallestFont: number | undefined;
  /** The height of the largest price's digits, in px. */
  readonly price: number | undefined;
  /** Heights of digits, as shares of those of the price. */
  readonly unitToPrice: number | undefined;
  readonly oldToPrice: number | undefined;
  /** The member's price to the price of all. */
  readonly memberToStandard: number | undefined;
  /** The ground between the name and the largest price, as a share of the panel's short side. */
  readonly nameToPrice: number | undefined;
  readonly nameShrunk: boolean;
  /** Whether a shrunk name has the height of another line above or below it. */
  readonly shrunkBesideFree: boolean;
  readonly nameCut: boolean;
  readonly quantitiesHidden: number;
  /** The least ground between a number and what is beside it, as a share of the height of the lower digits. */
  readonly numberGap: number | undefined;
  /** The largest rectangle of paper, as a share of the panel. */
  readonly white: number;
  /** Prices with a separator between integer and cents, and without one. */
  readonly separated: number;
  readonly unseparated: number;
}

const staffFields = new Set(['sku', 'date', 'model_line']);
const unitPriceFields = ['data.unit_price', 'unit_price'];

export function millimetres(px: number, { dpi }: Pick<Device, 'dpi'>): number {
  return (px * 25.4) / dpi.value;
}

/** The height by which a reader judges a text: that of its small letters; without any, of its letters or digits. */
export function readingHeight({ heights }: MeasuredBox): number {
  const { xHeight, body, capHeight, digit } = heights;
  return xHeight || body || capHeight || digit;
}

export function figuresOf({ boxes, warnings, device, content, frame }: DrawnCase): Figures {
  const texts = boxes.filter(({ kind }) => kind === 'text' || kind === 'price');
  const read = texts.filter((box) => !isForStaff(box) && readingHeight(box) > 0);
  const smallest = [...read].sort((a, b) => readingHeight(a) - readingHeight(b))[0];
  const main = mainPrice(boxes);
  const ratio = (box: MeasuredBox | undefined, to = main) =>
    box && to && box.heights.digit > 0 ? box.heights.digit / to.heights.digit : undefined;
  const unitPrice = texts.find(({ fields }) => unitPriceFields.some((name) => fields.includes(name)));
  const standard = texts.find(({ kind, fields }) => kind === 'price' && fields.includes('price'));
  const member = texts.find(({ fields }) => fields.includes('data.member_price'));
  const name = texts.find(({ fields }) => fields.includes('product_name'));
  const ofName = (code: string) => warnings.some((one) => one.code === code && one.field === 'product_name');
  const shortSide = Math.min(device.width, device.height);
  const hasCents = currencyDecimals(content.currency) > 0;
  const prices = boxes.filter((box) => hasCents && box.kind === 'price').map(({ words }) => words.join(''));
  const isSeparated = (text: string) => text.includes(separatorsOf(content.locale).decimal);
  return {
    smallestMm: smallest && millimetres(readingHeight(smallest), device),
    smallestText: smallest ? smallest.words.join(' ') : '',
    smallestFont: read.length > 0 ? Math.min(...read.map(({ font }) => font.least)) : undefined,
    price: main?.heights.digit,
    unitToPrice: ratio(unitPrice),
    oldToPrice: ratio(texts.find(({ fields }) => fields.includes('data.previous_price'))),
    memberToStandard: ratio(member, standard),
    nameToPrice: name && main && gapBetween(name.ink, main.ink) / shortSide,
    nameShrunk: ofName('TEXT_SHRUNK'),
    shrunkBesideFree: ofName('TEXT_SHRUNK') && name !== undefined && hasFreeLine(name, boxes, device),
    nameCut: ofName('TEXT_TRUNCATED'),
    quantitiesHidden: warnings.filter(({ code, field }) => code === 'FIELD_HIDDEN' && field === 'unit').length,
    numberGap: numberGaps(boxes).reduce<number | undefined>(
      (least, { px, digits }) => Math.min(least ?? Infinity, px / digits),
      undefined,
    ),
    white: largestWhite(unpack(frame), device) / (device.width * device.height),
    separated: prices.filter(isSeparated).length,
    unseparated: prices.filter((text) => !isSeparated(text)).length,
  };
}

/** The px of the largest rectangle of paper, which is ink 0: for each row, the widest below the heights of paper above it. */
function largestWhite(inks: Uint8Array, { width, height }: Device): number {
  const heights = new Uint16Array(width + 1);
  let largest = 0;
  for (let y = 0; y < height; y++) {
    const starts: number[] = [];
    for (let x = 0; x <= width; x++) {
      if (x < width) heights[x] = inks[y * width + x] === 0 ? heights[x]! + 1 : 0;
      while (starts.length > 0 && heights[starts.at(-1)!]! >= heights[x]!) {
        const high = heights[starts.pop()!]!;
        largest = Math.max(largest, high * (x - 1 - (starts.at(-1) ?? -1)));
      }
      starts.push(x);
    }
  }
  return largest;
}

function isForStaff({ fields }: MeasuredBox): boolean {
  return fields.length > 0 && fields.every((field) => staffFields.has(field));
}

/** The price with the tallest digits that is not struck. */
export function mainPrice(boxes: readonly MeasuredBox[]): MeasuredBox | undefined {
  return boxes
    .filter(({ kind, struck }) => kind === 'price' && !struck)
    .sort((a, b) => b.heights.digit - a.heights.digit)[0];
}

/** Whether a line of the name's font fits between the name and what is above or below it. */
function hasFreeLine(name: MeasuredBox, boxes: readonly MeasuredBox[], { height }: Device): boolean {
  const { ink, font } = name;
  const beside = boxes
    .filter((box) => box !== name && box.ink.x < ink.x + ink.width && ink.x < box.ink.x + box.ink.width)
    .map((box) => box.ink);
  const below = beside.filter(({ y }) => y >= ink.y + ink.height).map(({ y }) => y);
  const above = beside.filter((other) => other.y + other.height <= ink.y).map((other) => other.y + other.height);
  const free = Math.max(Math.min(height, ...below) - ink.y - ink.height, ink.y - Math.max(0, ...above));
  return free >= font.most * 1.5;
}
