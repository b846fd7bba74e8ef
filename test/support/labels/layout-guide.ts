import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Device } from '../../../devices/index.js';
import { loadPanels as loadDevices } from '../devices/panels.js';
import {
  type Binding,
  checkData,
  checkLayout,
  type Content,
  createRenderer,
  defaultBinding,
  encodePng,
  type Layout,
  type Update,
} from '../../../renderer/index.js';
import { contentOf } from './cases.js';

const folder = join('renderer', 'layout', 'documents');

export const guidePages = ['README.md', 'promotion-in-ten-steps.md'].map((page) => join(folder, page));

export interface GuidePicture {
  readonly path: string;
  readonly png: Buffer;
}

/** The fields of a label that a page gives for its next picture. */
interface LabelFields extends Partial<Update>, Partial<Binding> {}

const usual: Update = { product_name: 'Organic whole milk', price: '3.49', unit: '1 L' };

/** The JSON in a page between two pictures, and the second of these. */
interface Shown {
  readonly document: object;
  readonly label: LabelFields;
  readonly file: string;
}

/** Draws each picture of the guide from the JSON above it. The page must quote its warnings. */
export async function drawGuide(): Promise<readonly GuidePicture[]> {
  const renderer = await createRenderer();
  const devices = loadDevices();
  return guidePages.flatMap((path) => {
    const page = readFileSync(path, 'utf8');
    const said = page.replaceAll(/\s+/g, ' ');
    return shownOn(page).map(({ document, label, file }) => {
      const checked = checkLayout(document, 'guide');
      if ('problems' in checked)
        throw new Error(`${file}: ${checked.problems.map(({ message }) => message).join('; ')}`);
      const { layout } = checked;
      const device = devices.get(label.device ?? defaultBinding.device)!;
      const content = contentFor(label, layout, device);
      const wrong = checkData(content.data, layout, content.currency);
      if (wrong.length > 0) throw new Error(`${file}: ${wrong.map(({ message }) => message).join('; ')}`);
      const { frame, warnings } = renderer.render(content, layout, device);
      const unsaid = warnings.filter(({ message }) => !said.includes(`\`${message}\``));
      if (unsaid.length > 0) throw new Error(`${file}: ${unsaid.map(({ message }) => message).join('; ')}`);
      return { path: join(folder, file), png: encodePng(frame, device, { scale: 2 }) };
    });
  });
}

/**
 * The pictures of a page. "```json" begins a complete document, "```json step" the changes of the previous one, and the
 * name of a type a node, in a document with the data of "```json data". "```json label" begins the next label's fields.
 */
function shownOn(page: string): readonly Shown[] {
  const shown: Shown[] = [];
  let [document, label, drawn] = [{}, {}, true];
  for (const [, tag, text, file] of page.matchAll(
    /```json ?([a-z]*)\n([^`]*)```|!\[[^\]]*\]\((pictures\/[a-z-]+\.png)\)/g,
  )) {
    if (file !== undefined) {
      shown.push({ document, label, file });
      [label, drawn] = [{}, true];
    } else if (tag === 'label') label = JSON.parse(text!) as LabelFields;
    else if (tag !== 'data') {
      if (!drawn) throw new Error(`Expected a picture of ${JSON.stringify(document)}`);
      const json = JSON.parse(text!.replaceAll('PHOTO', photo())) as object;
      document = tag === 'step' ? { ...document, ...json } : tag === '' ? json : aroundNode(tag!, json, page);
      drawn = false;
    }
  }
  return shown;
}

/** A document of a node, with the data that the guide declares. */
function aroundNode(kind: string, node: object, page: string): object {
  const data = JSON.parse(/```json data\n([^`]*)```/.exec(page)![1]!) as object;
  const root = { type: 'box', padding: '2mm', children: [{ ...node, ...(kind !== 'barcode' && { grow: 1 }) }] };
  return { title: 'Guide', description: '', data, root };
}

/** The content of a label; without data in the page, the examples of the layout. */
function contentFor({ data, ...label }: LabelFields, layout: Layout, device: Device): Content {
  const { product_name = usual.product_name, price = usual.price, unit = usual.unit, ...binding } = label;
  const examples = Object.entries(layout.data ?? {}).flatMap(([name, { example }]) =>
    example === undefined ? [] : [[name, example] as const],
  );
  const all = { ...Object.fromEntries(examples), ...data } as Content['data'];
  return contentOf({ update: { product_name, price, unit }, binding: { ...binding, data: all } }, device);
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
