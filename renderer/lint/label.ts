import type { Device } from '../../devices/index.js';
import type { MeasuredBox } from './measure.js';
import type { LintLabel, RuleFault } from './rule.js';

/** Finds texts for customers that are lower than `least` mm. @param heightOf the px that count; 0: those of the text are not checked */
export function lowTexts(
  label: LintLabel,
  least: number,
  heightOf: (box: MeasuredBox) => number,
): readonly RuleFault[] {
  return label.texts.flatMap((box) => {
    const mm = millimetres(heightOf(box), label.device);
    if (mm === 0 || mm >= least) return [];
    const drawn = inMillimetres(mm);
    const message = `"${box.words.join(' ').slice(0, 40)}" is ${drawn} high`;
    return [{ message, wanted: `at least ${inMillimetres(least)}`, drawn, fields: box.fields, boxes: [box] }];
  });
}

export const unitPriceFields = ['data.unit_price', 'unit_price'] as const;

/** Fields that staff read, not customers. */
const staffFields = new Set(['sku', 'date', 'model_line']);

export function millimetres(px: number, { dpi }: Pick<Device, 'dpi'>): number {
  return (px * 25.4) / dpi.value;
}

/** Rounded down, so that what falls short never looks as if it did not. */
export function roundedDown(value: number, decimals: number): string {
  return (Math.floor(value * 10 ** decimals + 1e-9) / 10 ** decimals).toFixed(decimals);
}

/** "4.3 mm". Rounded down. */
export function inMillimetres(mm: number): string {
  return `${roundedDown(mm, 1)} mm`;
}

/** "28 %". Rounded down. */
export function inPercent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

export function customerTexts(boxes: readonly MeasuredBox[]): readonly MeasuredBox[] {
  return boxes.filter(
    ({ kind, fields, words }) =>
      (kind === 'text' || kind === 'price') &&
      words.length > 0 &&
      (fields.length === 0 || fields.some((field) => !staffFields.has(field))),
  );
}

/** The box of the selling price: the one that shows `price` in the largest digits; else the largest price that is not struck. */
export function sellingPrice({ boxes }: Pick<LintLabel, 'boxes'>): MeasuredBox | undefined {
  const prices = boxes.filter(({ kind, struck, heights }) => kind === 'price' && struck === 0 && heights.digit > 0);
  return largest(prices.filter(({ fields }) => fields.includes('price'))) ?? largest(prices);
}

/** The box that shows one of these fields in the largest digits. */
export function boxShowing({ boxes }: Pick<LintLabel, 'boxes'>, fields: readonly string[]): MeasuredBox | undefined {
  return largest(boxes.filter((box) => box.heights.digit > 0 && fields.some((field) => box.fields.includes(field))));
}

function largest(boxes: readonly MeasuredBox[]): MeasuredBox | undefined {
  let result: MeasuredBox | undefined;
  for (const box of boxes) if (!result || box.heights.digit > result.heights.digit) result = box;
  return result;
}
