/**
 * `npm run ocr`: what a reader that knows nothing of us – tesseract, to be installed by hand – gets back from labels of the
 * layout standard: the share of characters that it reads wrongly, by panel and locale. Names and prices are read apart, enlarged
 * four times and twice. Then how many of 40 prices it reads whole, by form: their ink is scaled to a height of 40 px and read as
 * one line; of a struck price, the line's ink is left out. Debian: apt-get install tesseract-ocr tesseract-ocr-{ara,chi-sim,chi-tra,deu,fra,heb,hin,jpn,kor,tha}
 */
import { execFileSync } from 'node:child_process';
import { PNG } from 'pngjs';
import type { Device } from '../../devices/index.js';
import { loadPanels as loadDevices } from '../support/panels.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { compose, type Content, createRenderer, defaultBinding, loadLayouts, unpack } from '../../renderer/index.js';
import { formatPrice } from '../../renderer/price/price.js';
import { digitsOf } from '../../renderer/price/locales.js';
import type { Rectangle } from '../../renderer/shapes/rectangle.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { products, productContent } from '../support/labels/products.js';

const languages: Readonly<Record<string, string>> = {
  'en-US': 'eng',
  'de-DE': 'deu',
  'fr-CH': 'fra',
  'ar-EG': 'ara',
  'he-IL': 'heb',
  'hi-IN': 'hin',
  'th-TH': 'tha',
  'ja-JP': 'jpn',
  'zh-CN': 'chi_sim',
  'zh-TW': 'chi_tra',
  'ko-KR': 'kor',
};
/** Tesseract reads letters some 40 px high best. */
const scales = { text: 4, price: 2 } as const;
const margin = 12;

const scriptDigits = Object.values(digitsOf);
const layout = loadLayouts().get('standard')!;
const devices = [...loadDevices().values()];
const renderer = await createRenderer({ optionalFonts: false });
const typesetter = createTypesetter();
const { slots } = createArranging(typesetter, createPlans(await createBoxes(typesetter)));

console.log(['panel', ...Object.keys(languages)].join('\t'));
for (const device of devices) {
  const cells = Object.keys(products).map((locale) => {
    const content = productContent(locale, layout, device);
    const { integer, decimals } = formatPrice(content.price, locale, content.currency);
    const read = (type: 'text' | 'price') => recognise(picture(device, content, type), languages[locale]!);
    return `${rate(content.product_name, read('text'))} ${rate(digits(integer + decimals), digits(read('price')))}`;
  });
  console.log([device.id, ...cells].join('\t'));
}
console.log(
  'each: name, price; percent of characters read wrongly; blanks are left aside, of prices all but the digits',
);

/** Forms of a price, each with a field that has it. */
const forms = [
  { form: 'plain', layout: 'standard', field: 'price', locale: 'en-GB', currency: 'GBP' },
  { form: 'whole', layout: 'standard', field: 'price', locale: 'ja-JP', currency: 'JPY' },
  { form: 'raised', layout: 'standard', field: 'price', locale: 'en-US', currency: 'USD' },
  { form: 'struck', layout: 'promotion', field: 'data.previous_price', locale: 'en-US', currency: 'USD' },
] as const;
const priceCount = 40;
const readHeight = 40;

console.log(['panel', ...forms.map(({ form }) => form)].join('\t'));
for (const device of devices) console.log([device.id, ...forms.map((form) => sharesRead(device, form))].join('\t'));
console.log('each: percent of prices whose digits are all read rightly, in one reading');

function sharesRead(device: Device, { layout: id, field, locale, currency }: (typeof forms)[number]): string {
  const own = loadLayouts().get(id)!;
  let right = 0;
  for (let i = 0; i < priceCount; i++) {
    const price = `${1 + ((i * 37) % (i % 2 === 0 ? 9 : 99))}.${currency === 'JPY' ? '00' : String((i * 29 + 7) % 100).padStart(2, '0')}`;
    const data: Record<string, string> = field === 'price' ? {} : { previous_price: price };
    const binding = { ...defaultBinding, locale, currency, data };
    const fields = { product_name: 'Milk', price: field === 'price' ? price : '0.99', unit: '1 L' };
    const content = compose(fields, binding, device, '2026-11-20');
    const pixels = unpack(renderer.render(content, own, device).frame);
    const at = renderer.regions(content, own, device).find(({ name }) => name === field)!;
    const ink = inkIn(pixels, device, at, field === 'price' ? undefined : 1);
    const { integer, decimals } = formatPrice(price, locale, currency);
    if (digits(recognise(scaled(ink, readHeight / ink.height), 'eng', '7')) === integer + decimals) right++;
  }
  return String(Math.round((100 * right) / priceCount)).padStart(3);
}

/** Where ink is, 1 or 0 a pixel, row by row. */
interface Ink {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/** The ink in a part of a label, all or that of one number, without blank edges. */
function inkIn(pixels: Uint8Array, { width }: Device, at: Rectangle, only?: number): Ink {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  const isInk = (x: number, y: number) => {
    const ink = pixels[y * width + x]!;
    return only === undefined ? ink !== 0 : ink === only;
  };
  for (let y = at.y; y < at.y + at.height; y++)
    for (let x = at.x; x < at.x + at.width; x++) {
      if (!isInk(x, y)) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  const size = { width: right + 1 - left, height: bottom + 1 - top };
  const values = Uint8Array.from({ length: size.width * size.height }, (_, i) =>
    Number(isInk(left + (i % size.width), top + Math.floor(i / size.width))),
  );
  return { ...size, values };
}

/** The part of a label where its first text, or its price, stands: black on white, enlarged, with a margin. */
function picture(device: Device, content: Content, type: 'text' | 'price'): Buffer {
  const pixels = unpack(renderer.render(content, layout, device).frame);
  const at: Rectangle = slots(content, layout, device).find(({ node }) => node.type === type)!;
  return scaled(inkIn(pixels, device, at), scales[type]);
}

/** Ink as a picture, black on white, with a margin; each pixel is as dark as the ink in its place. */
function scaled({ width, height, values }: Ink, scale: number): Buffer {
  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  const png = new PNG({ width: columns + 2 * margin, height: rows + 2 * margin });
  png.data.fill(255);
  const span = (i: number, most: number) => {
    const from = Math.min(most - 1, Math.floor(i / scale));
    return [from, Math.max(from + 1, Math.min(most, Math.floor((i + 1) / scale)))] as const;
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [[x0, x1], [y0, y1]] = [span(column, width), span(row, height)];
      let ink = 0;
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) ink += values[y * width + x]!;
      const at = ((row + margin) * png.width + column + margin) * 4;
      png.data.fill(255 - Math.round((255 * ink) / ((x1 - x0) * (y1 - y0))), at, at + 3);
    }
  return PNG.sync.write(png);
}

function recognise(png: Buffer, language: string, mode = '6'): string {
  const options = { input: png, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('tesseract', ['-', '-', '-l', language, '--psm', mode, '--dpi', '300'], options);
}

/** The digits of any script, as Latin ones. */
function digits(text: string): string {
  return Array.from(text.normalize('NFKC'), (char) =>
    /\p{Nd}/u.test(char) ? String(scriptDigits.findLast((ten) => ten.includes(char))?.indexOf(char) ?? '') : '',
  ).join('');
}

/** Levenshtein's distance over the length of what was written, in percent. */
function rate(written: string, read: string): string {
  const plain = (text: string) =>
    Array.from(
      text
        .normalize('NFKC')
        .replaceAll(/[\s\p{Cf}\p{Sc}]/gu, '')
        .toLowerCase(),
    );
  const [a, b] = [plain(written), plain(read)];
  let row = b.map((_, i) => i + 1);
  row.unshift(0);
  for (const [i, char] of a.entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (char === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return String(Math.round((100 * row[b.length]!) / a.length)).padStart(3);
}
