import { join } from 'node:path';
import { plainRenderer } from '../rulers/renderers.js';
import type { Device } from '../../../devices/index.js';
import { loadPanels as loadDevices } from '../devices/panels.js';
import { encodePng, type Layout, loadLayouts, pixelHash, unpack } from '../../../renderer/index.js';
import { type Framebuffer, pack } from '../../../renderer/drawing/framebuffer.js';
import { type Amount, amounts, sheetContent, sheetLocales } from './contents.js';

/** Where the contact sheets and their hashes are. */
export const sheetsFolder = join('test', 'golden', 'sheets');
/** Where the sheets are that git ignores: those of other than usual content. */
export const uncommittedSheets = join('dist', 'test', 'sheets');

/** What a label of a contact sheet shows. */
export interface SheetCase {
  readonly layout: Layout;
  readonly device: Device;
  readonly locale: string;
  readonly amount: Amount;
}

/** A label of a contact sheet. */
export interface SheetLabel extends SheetCase {
  readonly frame: Framebuffer;
  readonly hash: string;
}

/** Layout → device → locale → the first 16 digits of {@link pixelHash} of each of {@link amounts}, with blanks between them. */
export type SheetHashes = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/**
 * Every layout on every device in every locale.
 * @param by groups the labels by sheet or by locale, which is faster, as words are cached
 */
export function sheetCases(by: 'sheet' | 'locale'): readonly SheetCase[] {
  const devices = [...loadDevices().values()];
  const cases = [...loadLayouts().values()].flatMap((layout) =>
    amounts.flatMap((amount) =>
      sheetLocales.flatMap((locale) => devices.map((device) => ({ layout, device, locale, amount }))),
    ),
  );
  if (by === 'locale') cases.sort((a, b) => sheetLocales.indexOf(a.locale) - sheetLocales.indexOf(b.locale));
  return cases;
}

/** Draws labels of contact sheets, without the fonts that may be missing on another machine. */
export async function* renderSheets(cases: readonly SheetCase[]): AsyncGenerator<SheetLabel> {
  const renderer = await plainRenderer();
  for (const one of cases) {
    const { layout, device, locale, amount } = one;
    const { frame } = renderer.render(sheetContent(amount, locale, layout, device), layout, device);
    yield { ...one, frame, hash: pixelHash(frame).slice(0, 16) };
  }
}

/** "promotion, solum-m2-2.9-bwr, de-DE, long" */
export function caseName({ layout, device, locale, amount }: SheetCase): string {
  return `${layout.id}, ${device.id}, ${locale}, ${amount}`;
}

/** Adds a label's hash after those of the amounts before it. */
export function addHash(hashes: Record<string, Record<string, Record<string, string>>>, label: SheetLabel): void {
  const ofDevice = ((hashes[label.layout.id] ??= {})[label.device.id] ??= {});
  ofDevice[label.locale] = [...(ofDevice[label.locale]?.split(' ') ?? []), label.hash].join(' ');
}

/** The hash of each label by its {@link caseName}. */
export function hashesByName(hashes: SheetHashes): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(hashes).flatMap(([layout, ofLayout]) =>
      Object.entries(ofLayout).flatMap(([device, ofDevice]) =>
        Object.entries(ofDevice).flatMap(([locale, of]) =>
          of.split(' ').map((hash, i) => [`${layout}, ${device}, ${locale}, ${amounts[i]!}`, hash] as const),
        ),
      ),
    ),
  );
}

/** The names of the labels whose hashes differ, or that only one of the two has. */
export function changedLabels(before: SheetHashes, now: SheetHashes): readonly string[] {
  const [old, fresh] = [hashesByName(before), hashesByName(now)];
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((label) => old.get(label) !== fresh.get(label));
}

/** Where the sheet of a label is: `promotion.png`, or for short content `promotion, short.png`. */
export function sheetPath({ layout, amount }: SheetLabel): string {
  return amount === 'usual'
    ? join(sheetsFolder, `${layout.id}.png`)
    : join(uncommittedSheets, `${layout.id}, ${amount}.png`);
}

const gap = 8;

/** The inks of all panels, and a grey one for the wall that the labels hang on. */
const sheetInks = [
  { name: 'white', device: '#ffffff', measured: '#ffffff' },
  { name: 'black', device: '#000000', measured: '#000000' },
  { name: 'red', device: '#ff0000', measured: '#ff0000' },
  { name: 'yellow', device: '#ffff00', measured: '#ffff00' },
  { name: 'light_gray', device: '#c0c0c0', measured: '#c0c0c0' },
] as const satisfies Device['inks'];
const wall = sheetInks.length - 1;

/** One picture of the labels of a layout: a row for each locale, a column for each device, in their order. */
export function drawSheet(labels: readonly SheetLabel[]): Buffer {
  const devices = [...new Set(labels.map(({ device }) => device))];
  const locales = [...new Set(labels.map(({ locale }) => locale))];
  const rowHeight = Math.max(...devices.map(({ height }) => height)) + gap;
  const columns = new Map<Device, number>();
  let width = gap;
  for (const device of devices) {
    columns.set(device, width);
    width += device.width + gap;
  }
  const height = gap + locales.length * rowHeight;
  const sheet = new Uint8Array(width * height).fill(wall);
  for (const { device, locale, frame } of labels) {
    const pixels = unpack(frame);
    const inks = device.inks.map(({ name }) => sheetInks.findIndex((ink) => ink.name === name));
    const corner = (gap + locales.indexOf(locale) * rowHeight) * width + columns.get(device)!;
    for (let y = 0, i = 0; y < device.height; y++)
      for (let x = 0; x < device.width; x++) sheet[corner + y * width + x] = inks[pixels[i++]!]!;
  }
  // Of a panel the encoder reads the size, the inks and whether the density is known: that of a wall is not.
  const dpi = { value: 96, basis: 'assumed', note: '' } as const;
  const panel: Device = { ...devices[0]!, width, height, inks: [...sheetInks], dpi };
  return encodePng(pack(sheet, width, height, sheetInks.length), panel, { level: 9 });
}
