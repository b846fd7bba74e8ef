import type { LabelStep } from '../content.js';
import type { InkView } from '../png/encode.js';
import type { Rectangle } from '../shapes/rectangle.js';

/** The box of a thing on a label, with its display name: mostly its field, such as "price". */
export interface Region extends Rectangle {
  readonly name: string;
}

/** A box with its text in the locale's format. */
export interface WrittenRegion extends Region {
  /** Absent for a picture. */
  readonly text?: string;
}

/** The layout of a label. */
export interface LayoutFacts {
  readonly id: string;
  /** The version of a layout that came over the API; 0 for a shipped one, a file, or a document among the fields. */
  readonly version: number;
  /** The first 12 hex digits of the SHA-256 of its document as JSON. */
  readonly digest: string;
}

/** The facts about a label in its PNG: the chunk `esl-label`, see docs/png-metadata.md. */
export interface LabelFacts {
  /** The Adler-32 of the image data, as 8 hex digits. A mismatch means that the pixels were edited. */
  readonly pixels: string;
  /** The version of the package that drew it. */
  readonly version: string;
  /** A digest of the glyphs' sources, 8 hex digits. */
  readonly fonts: string;
  readonly device: string;
  /** Of the panel, in px. */
  readonly width: number;
  readonly height: number;
  readonly inks: number;
  readonly layout: LayoutFacts;
  readonly view: InkView;
  /** Each pixel of the panel is a square of `scale` × `scale` pixels. */
  readonly scale: number;
  readonly locale: string;
  readonly currency: string;
  /** The time zone of the drawn date. */
  readonly time_zone: string;
  /**
   * The fields that the layout reads: those that it shows, and those that its conditions test. Those of `data` are named by path:
   * "data.origin", "data.rows.0.name". An absent one is empty; absent ones in rows of lists are left out.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** How the content shared out the panel. */
  readonly step: LabelStep;
  /** By field, what is shown of cut texts. */
  readonly cut: Readonly<Record<string, string>>;
  /** In px of the image. */
  readonly boxes: readonly WrittenRegion[];
}

/** The version of the facts' format. */
export const format = 1;

export const maxLabelBytes = 65_536;

/** The maximum number of boxes: a layout has at most 500 nodes in all its variants. */
const maxBoxes = 500;

/** Parses the text of the chunk `esl-label`; undefined for anything that this product does not write. */
export function parseFacts(text: string): LabelFacts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.format !== format) return undefined;
  const { pixels, version, fonts, device, width, height, inks, layout, view, scale } = value;
  const { locale, currency, time_zone, fields, step, cut, boxes, texts: textRows } = value;
  const texts = [pixels, version, fonts, device, locale, currency, time_zone];
  const numbers = [width, height, inks, scale];
  const isValid =
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => isWhole(number) && number > 0) &&
    (view === 'ink' || view === 'panel') &&
    isRecord(layout) &&
    typeof layout.id === 'string' &&
    isWhole(layout.version) &&
    typeof layout.digest === 'string' &&
    isTexts(fields) &&
    isTexts(cut) &&
    isStep(step) &&
    Array.isArray(boxes) &&
    boxes.length <= maxBoxes &&
    boxes.every(isBox) &&
    Array.isArray(textRows) &&
    textRows.length === boxes.length &&
    textRows.every((text) => text === null || typeof text === 'string');
  if (!isValid) return undefined;
  const regions = (boxes as readonly BoxRow[]).map((box, i): WrittenRegion => {
    const text = (textRows as readonly (string | null)[])[i];
    return { ...regionOf(box), ...(typeof text === 'string' && { text }) };
  });
  const facts = { pixels, version, fonts, device, width, height, inks, layout, view, scale, locale, currency };
  return { ...facts, time_zone, fields, step, cut, boxes: regions } as unknown as LabelFacts;
}

/** A box in the chunk. */
export type BoxRow = readonly [name: string, x: number, y: number, width: number, height: number];

export function regionOf([name, x, y, width, height]: BoxRow): Region {
  return { name, x, y, width, height };
}

export function isBox(box: unknown): box is BoxRow {
  if (!Array.isArray(box) || box.length !== 5) return false;
  const [name, ...place] = box as readonly unknown[];
  return typeof name === 'string' && place.every(isWhole);
}

function isStep(step: unknown): boolean {
  if (!isRecord(step) || !isWhole(step.hidden) || !isRecord(step.lines)) return false;
  const { sizes = {} } = step;
  if (!isRecord(sizes) || !Object.values(sizes).every((size) => typeof size === 'number' && size >= 0)) return false;
  return [step.lines, step.widths ?? {}].every((all) => isRecord(all) && Object.values(all).every(isWhole));
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
