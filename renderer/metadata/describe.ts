import type { Device } from '../../devices/index.js';
import type { Plan } from '../boxes/plan.js';
import { kindOf } from '../kinds/schemas.js';
import type { Slot } from '../slots/slot.js';
import { computed, computedInputs } from '../computed/arithmetic.js';
import type { Content, LabelStep, Warning } from '../content.js';
import type { Layout } from '../layout/document.js';
import { readerOf, type Template } from '../layout/template.js';
import { isFilled, isPicture, nameIn, textIn } from './contents.js';
import { ascii, type Description, headOf } from './description.js';
import type { DrawingVersions } from './drawing.js';
import { format as factsFormat, type Region } from './facts.js';
import { layoutOf } from './layouts.js';

/** Facts about a drawn label that its content does not determine. */
export interface Drawn {
  readonly step: LabelStep;
  readonly warnings: readonly Warning[];
  /** The version of the layout, see `LayoutFacts`. */
  readonly layoutVersion: number;
  /** IANA. */
  readonly timeZone: string;
}

/** A label, with the plan of its slots. */
export interface LabelSource {
  readonly slots: readonly Slot[];
  readonly plan: Plan;
  readonly content: Content;
  readonly layout: Layout;
  readonly device: Device;
}

/** A field that a layout reads, with its JSON of the last label: mostly the next label's, too. */
interface CachedField {
  /** The beginning of its JSON. */
  readonly key: string;
  readonly read: (content: Content) => string;
  /** Whether it is included when empty: otherwise it would look like one that the layout does not read. */
  readonly always: boolean;
  last: string | undefined;
  json: string;
}

/** A slot that may show content. */
interface PlacedSlot {
  readonly slot: Slot;
  /** Reads its fields. */
  readonly template: Pick<Template, 'read' | 'has'>;
  /** Its content on the last label: mostly the next label's, too. The JSON is empty where nothing was drawn. */
  last: { readonly values: readonly string[]; readonly currency: string; readonly text: string; readonly json: string };
}

/** What labels with equal steps share. */
interface PreparedSlots {
  readonly places: readonly PlacedSlot[];
  readonly fields: readonly CachedField[];
  readonly layoutVersion: number;
  readonly step: LabelStep;
  /** What labels that fill the same places share, by the places that they leave empty. */
  readonly heads: Map<string, Pick<Description, 'head' | 'crc'>>;
}

/** How many heads are cached for labels with equal steps. */
const maxCachedHeads = 64;

export function createDescribing(versions: () => DrawingVersions) {
  const prepared = new WeakMap<readonly Slot[], PreparedSlots>();
  let cachedVersions: DrawingVersions | undefined;

  function prepare({ slots, plan, content }: LabelSource, { layoutVersion, step }: Drawn): PreparedSlots {
    const cached = prepared.get(slots);
    if (cached?.layoutVersion === layoutVersion && cached.step === step) return cached;
    const places = slots.filter(isFilled).map(placeOf);
    const fields = readersOf(plan.reads(content.locale));
    const value = { places, fields, layoutVersion, step, heads: new Map<string, Pick<Description, 'head' | 'crc'>>() };
    prepared.set(slots, value);
    return value;
  }

  return {
    /** The boxes that a content fills, named by their fields. Without the layout's own boxes and lines. */
    regions: (slots: readonly Slot[], content: Content): readonly Region[] =>
      slots.filter(isFilled).flatMap((slot) => {
        const { x, y, width, height } = slot;
        const text = textIn(slot, content);
        return text === undefined ? [] : [{ name: nameIn(slot, text), x, y, width, height }];
      }),
    /** Describes a label for its PNG, in view ink at scale 1. What labels share is written once. */
    describe(label: LabelSource, drawn: Drawn): Description {
      const { content } = label;
      const { places, fields, heads } = prepare(label, drawn);
      let [texts, empty] = ['', ''];
      for (let i = 0; i < places.length; i++) {
        const json = textJson(places[i]!, content);
        if (json === '') empty += `${i} `;
        else texts += texts === '' ? json : `,${json}`;
      }
      let head = heads.get(empty);
      if (!head) {
        if (heads.size >= maxCachedHeads) heads.clear();
        const filled = places.filter(({ last }) => last.json !== '');
        heads.set(empty, (head = writeHead(label, drawn, (cachedVersions ??= versions()), filled)));
      }
      const settings = `"currency":"${content.currency}","time_zone":"${drawn.timeZone}"`;
      const rest = `${settings},"fields":{${fieldsJson(fields, content)}},"texts":[${texts}],"cut":${cutIn(drawn.warnings)},`;
      return { head: head.head, crc: head.crc, rest };
    },
  };
}

/** The JSON of the fields, without braces. */
function fieldsJson(fields: readonly CachedField[], content: Content): string {
  let values = '';
  for (const field of fields) {
    const value = field.read(content);
    if (value === '' && !field.always) continue;
    if (field.last !== value) {
      field.last = value;
      field.json = field.key + asciiJson(value);
    }
    values += values === '' ? field.json : `,${field.json}`;
  }
  return values;
}

/** The JSON of the text in a place; empty where nothing is drawn. */
function textJson(place: PlacedSlot, content: Content): string {
  const { slot, template, last } = place;
  const { currency } = content;
  if (last.currency === currency && template.has(last.values, content)) return last.json;
  const text = textIn(slot, content);
  const json = text === undefined ? '' : isPicture(slot) ? 'null' : asciiJson(text);
  place.last = { values: template.read(content), currency, text: text ?? '', json };
  return json;
}

/** Writes what labels that fill the same places share. */
function writeHead(
  { content, layout, device }: LabelSource,
  { step, layoutVersion }: Drawn,
  versions: DrawingVersions,
  filled: readonly PlacedSlot[],
) {
  const { id, width, height, inks } = device;
  const facts = {
    format: factsFormat,
    ...versions,
    device: id,
    width,
    height,
    inks: inks.length,
    layout: { id: layout.id, version: layoutVersion, digest: layoutOf(layout).digest },
    view: 'ink',
    scale: 1,
    locale: content.locale,
    step,
    boxes: filled.map(({ slot, last }) => [nameIn(slot, last.text), slot.x, slot.y, slot.width, slot.height]),
  };
  return headOf(`${asciiJson(facts).slice(0, -1)},`);
}

function readersOf(names: readonly string[]): readonly CachedField[] {
  // These may be more than a label needs.
  const all = names.some((name) => Object.hasOwn(computed, name)) ? [...names, ...computedInputs] : names;
  return [...new Set(all)].filter(isIncluded).map((name) => {
    const always = !name.includes('.', 'data.'.length);
    return { key: `${JSON.stringify(name)}:`, read: readerOf(name), always, last: undefined, json: '' };
  });
}

/** Excludes the number of a row, which has its own fields; computed fields; and settings. */
function isIncluded(name: string): boolean {
  return !/^data\.[a-z0-9_]+\.[0-9]+$/.test(name) && !Object.hasOwn(computed, name) && !settings.has(name);
}

const settings = new Set(['locale', 'currency']);

function placeOf(slot: Slot): PlacedSlot {
  const last = { values: [], currency: '', text: '', json: '' };
  const { node, template } = slot;
  if (template) return { slot, template, last };
  const field = kindOf(node).field?.(node);
  const read = field === undefined ? () => '' : readerOf(field);
  const has: Template['has'] = ([value], content) => read(content) === value;
  return { slot, template: { read: (content) => [read(content)], has }, last };
}

/** By field, as JSON, what is shown of cut texts. */
function cutIn(warnings: readonly Warning[]): string {
  if (warnings.length === 0) return '{}';
  const cut = warnings.filter(({ code, shown }) => code === 'TEXT_TRUNCATED' && shown !== undefined);
  return asciiJson(Object.fromEntries(cut.map(({ field, shown }) => [field, shown])));
}

function asciiJson(value: unknown): string {
  return ascii(JSON.stringify(value));
}
