import type { Device } from '../../../devices/index.js';
import { type Content, type Layout, type Renderer, unpack } from '../../../renderer/index.js';
import { places } from './labels.js';

/** The prices that issue 11 sets heights for; the last is `1 299 kr` as Sweden writes it, with öre. */
export const measuredPrices = [
  { written: '$3.50', locale: 'en-US', currency: 'USD', price: '3.50' },
  { written: '12,99 €', locale: 'de-DE', currency: 'EUR', price: '12.99' },
  { written: '¥398', locale: 'ja-JP', currency: 'JPY', price: '398.00' },
  { written: '1 299 kr', locale: 'fi-FI', currency: 'ISK', price: '1299.00' },
  { written: '1 299,00 kr', locale: 'sv-SE', currency: 'SEK', price: '1299.00' },
] as const;

/** Panel → the least share of its height that such a price should take beside a name of one line, in percent. */
export const heightTargets: Readonly<Record<string, number>> = {
  '152×152': 45,
  '200×200': 45,
  '250×122': 55,
  '296×128': 55,
  '384×168': 55,
  '400×300': 42,
  '522×152': 70,
  '800×480': 46,
};

/** A panel as {@link heightTargets} names it. */
export function sizeOf({ width, height }: Device): string {
  return `${width}×${height}`;
}

/** A label with a name of one line and one of {@link measuredPrices}, on a fixed day. */
export function shortLabel(
  { locale, currency, price }: (typeof measuredPrices)[number],
  { model_line }: Device,
): Content {
  const { milk, units } = places[locale]!;
  const day = { date: '2026-11-20', model_line, data: {} };
  return { product_name: milk, unit: units[1]!, price, sku: '4006381333931', locale, currency, ...day };
}

/** The rows in which a label's price has ink, from the first to the last, in percent of the panel's height. */
export function priceHeight(renderer: Renderer, content: Content, layout: Layout, device: Device): number {
  const box = renderer.regions(content, layout, device).find(({ name }) => name === 'price')!;
  const pixels = unpack(renderer.render(content, layout, device).frame);
  const rows = Array.from({ length: box.height }, (_, row) => {
    const start = (box.y + row) * device.width + box.x;
    return pixels.subarray(start, start + box.width);
  });
  // No digit reaches into the corner: it shows the ground, which may be black or red.
  const ground = rows[0]![0]!;
  const inked = (row: Uint8Array) => row.some((ink) => ink !== ground);
  const height = rows.findLastIndex(inked) - rows.findIndex(inked) + 1;
  return (100 * height) / device.height;
}
