/**
 * `npm run ocr`: what a reader that knows nothing of us – tesseract, to be installed by hand – gets back from labels of the
 * layout standard: the share of characters that it reads wrongly, by panel and locale. Names and prices are read apart, enlarged
 * four times and twice. Debian: apt-get install tesseract-ocr tesseract-ocr-{ara,chi-sim,chi-tra,deu,fra,heb,hin,jpn,kor,tha}
 */
import { execFileSync } from 'node:child_process';
import { PNG } from 'pngjs';
import { type Device, loadDevices } from '../../devices/index.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { type Content, createRenderer, loadLayouts, unpack } from '../../renderer/index.js';
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
const margin = 10;

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

/** The part of a label where its first text, or its price, stands: black on white, enlarged, with a margin. */
function picture(device: Device, content: Content, type: 'text' | 'price'): Buffer {
  const pixels = unpack(renderer.render(content, layout, device).frame);
  const at: Rectangle = slots(content, layout, device).find(({ node }) => node.type === type)!;
  const scale = scales[type];
  const png = new PNG({ width: at.width * scale + 2 * margin, height: at.height * scale + 2 * margin });
  png.data.fill(255);
  for (let y = 0; y < at.height * scale; y++)
    for (let x = 0; x < at.width * scale; x++) {
      const ink = pixels[(at.y + Math.floor(y / scale)) * device.width + at.x + Math.floor(x / scale)]!;
      if (ink !== 0)
        png.data.fill(0, ((y + margin) * png.width + x + margin) * 4, ((y + margin) * png.width + x + margin) * 4 + 3);
    }
  return PNG.sync.write(png);
}

function recognise(png: Buffer, language: string): string {
  const options = { input: png, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('tesseract', ['-', '-', '-l', language, '--psm', '6', '--dpi', '300'], options);
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
