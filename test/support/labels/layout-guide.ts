import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { loadDevices } from '../../../devices/index.js';
import { checkLayout, createRenderer, encodePng, type Layout } from '../../../renderer/index.js';
import { contentOf } from './cases.js';

const folder = join('renderer', 'layout', 'documents');

/** A picture of the layout guide and the document above it. */
export interface GuidePicture {
  readonly path: string;
  readonly png: Buffer;
}

/** The data that the guide declares, and that its labels have. */
function dataOf(guide: string): NonNullable<Layout['data']> {
  return JSON.parse(/```json data\n([^`]*)```/.exec(guide)![1]!) as NonNullable<Layout['data']>;
}

/** Draws each picture of renderer/layout/documents/README.md from the JSON that stands above it. */
export async function drawGuide(): Promise<readonly GuidePicture[]> {
  const guide = readFileSync(join(folder, 'README.md'), 'utf8');
  const renderer = await createRenderer();
  const device = loadDevices().get('solum-m2-2.9-bwr')!;
  const update = { product_name: 'Organic whole milk', price: '3.49', unit: '1 L' };
  const content = { ...contentOf({ update }, device), data: { previous_price: '4.99', until: '2026-11-30' } };
  const examples = guide.matchAll(
    /```json ?([a-z]*)\n([^`]*)```[^`]*(?:`PHOTO`[^`]*)?!\[[^\]]*\]\((pictures\/[a-z]+\.png)\)/g,
  );
  return Array.from(examples, ([, leaf, json, file]) => {
    const document = JSON.parse(json!.replaceAll('PHOTO', photo())) as object;
    const padded = { type: 'box', padding: '2mm', children: [{ ...document, ...(leaf !== 'barcode' && { grow: 1 }) }] };
    const whole = leaf === '' ? document : { title: 'Guide', description: '', data: dataOf(guide), root: padded };
    const checked = checkLayout(whole, 'guide');
    if ('problems' in checked) throw new Error(checked.problems.map(({ message }) => message).join('; '));
    const { frame, warnings } = renderer.render(content, checked.layout, device);
    if (warnings.length > 0) throw new Error(`${file!}: ${warnings.map(({ message }) => message).join('; ')}`);
    return { path: join(folder, file!), png: encodePng(frame, device, { scale: 2 }) };
  });
}

/** A red ball in soft light on a grey ground: a data URI. */
function photo(): string {
  const size = 120;
  const png = new PNG({ width: size, height: size });
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [dx, dy] = [(x - 62) / 44, (y - 62) / 44];
      const squared = dx * dx + dy * dy;
      const light = Math.max(0, -0.5 * dx - 0.6 * dy + 0.62 * Math.sqrt(Math.max(0, 1 - squared)));
      const ground = 235 - y;
      const shades =
        squared <= 1 ? [70 + 185 * light, 230 * light * light, 220 * light * light] : [ground, ground, ground];
      const at = (y * size + x) * 4;
      for (const [i, shade] of shades.entries()) png.data[at + i] = Math.min(255, Math.round(shade));
      png.data[at + 3] = 255;
    }
  }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}
