import type { Device } from '../../devices/index.js';
import { computedPrices, computedUnits } from '../computed/arithmetic.js';
import type { Content, LabelStep } from '../content.js';
import { compileCondition, conditionFields, conditionsOf, holds } from '../layout/conditions.js';
import { limits } from '../limits.js';
import type { TextNode } from '../kinds/text/schema.js';
import type { DataField, Layout, Node, Roots } from '../layout/document.js';
import { fieldsOf, templateOf } from '../layout/node-texts.js';
import { inlineParts } from '../layout/parts.js';
import { createWords, type Words } from '../layout/phrases.js';
import { fieldOf, type Template } from '../layout/template.js';
import { childrenOf, isContainer } from '../layout/tree.js';
import { isRanked, type RankedNode } from '../layout/scale.js';
import { rootFor } from '../layout/variants.js';
import { isRightToLeft } from '../price/price.js';
import type { Hidden } from '../slots/arranged.js';
import type { BoxesRequest, ComputeBoxes } from '../slots/room.js';
import type { LayoutDefaults, PlacedNode, Slot } from '../slots/slot.js';
import { createSlots, mayBeTall, requiredIn } from './slots.js';
import type { Step } from './step.js';
import { tallWords } from './tall.js';
import { createLabelSteps } from './label-steps.js';
import { getOrInsert } from '../get-or-insert.js';

/** A layout on a device, with caches for all contents. */
export interface Plan {
  readonly layout: Layout;
  /** The layout's nodes, with parts and lists inlined. */
  readonly roots: Roots;
  /** The texts that it draws, in the order in which a {@link Step} counts their lines. */
  readonly texts: readonly TextNode[];
  /** Indices in `texts` of those whose boxes take their width. */
  readonly hugged: readonly number[];
  /** The nodes with a role or a tie, and those in rows of lists, in the order in which a {@link Step} lists their sizes. */
  readonly ranked: readonly RankedNode[];
  /** How many ranks of optional nodes it has. */
  readonly ranks: number;
  /** Whether the last of them is hidden only from labels that could not be drawn otherwise. */
  readonly hasLastResort: boolean;
  /** The fields that it may show in a locale, and those that its conditions test. */
  readonly reads: (locale: string) => readonly string[];
  /** A step for the response: with the texts' names. */
  readonly labelStep: (step: Step, locale: string) => LabelStep;
  /** What the nodes hidden at a step would show, for a content that meets their conditions. */
  hidden(content: Content, step: Step): readonly Hidden[];
  /** The slots that a content fills at a step, in drawing order. */
  slots(content: Content, step: Step): readonly Slot[];
  /** The places of all nodes that a content shows at a step, including those that draw nothing themselves. Not cached. */
  placed(content: Content, step: Step): readonly PlacedNode[];
}

export type PlanOf = (layout: Layout, device: Device) => Plan;

/**
 * How many sets of boxes are cached for a layout and device, some 5 KB each. A set is added for each new combination of
 * conditions and line counts.
 */
const maxCachedSets = 1024;

/** The rank of what the law wants on a label. */
const lastResort = 9;

/** Computes boxes once per layout, device, step, conditions that hold, and direction or, for a tall script, locale. */
export function createPlans(compute: ComputeBoxes): PlanOf {
  const plans = new WeakMap<Layout, { readonly roots: Roots; readonly byDevice: Map<Device, Plan> }>();
  return (layout, device) => {
    const ofLayout = getOrInsert(plans, layout, () => ({ roots: inlineParts(layout), byDevice: new Map() }));
    return getOrInsert(ofLayout.byDevice, device, () => createPlan(layout, ofLayout.roots, device, compute));
  };
}

function createPlan(layout: Layout, roots: Roots, device: Device, compute: ComputeBoxes): Plan {
  const root = rootFor(roots, device);
  const metBy = createMetBy(conditionsOf(root).map(compileCondition));
  const words = createWords(layout.phrases);
  const fields = defaultsOf(layout, words);
  const lists = listsIn(root);
  const nodes = nodesOf(root);
  const texts = nodes.filter((node): node is TextNode => node.type === 'text');
  const ranks = [...new Set(nodes.flatMap(({ optional }) => optional ?? []))].sort((a, b) => a - b);
  const indices = new Map(texts.map((leaf, i) => [leaf, i]));
  const ranked = nodes.filter(isRanked);
  const rankOf = new Map<Node, number>(ranked.map((node, i) => [node, i]));
  const boxCache = createBoxCache();
  const slotCache = createSlotCache();
  const slotOf = createSlots(fields, indices, rankOf);
  const hides = createHides(ranks);
  /** What of each text is kept whole, by locale: in another language it may name other fields. */
  const wholes = new Map<string, string>();
  const wholeIn = (locale: string): string =>
    getOrInsert(wholes, locale, () =>
      texts.map((leaf) => wholePartOf(templateOf(leaf, locale, words), fields) ?? '').join(),
    );

  const requestOf = (content: Content, step: Step): BoxesRequest => ({
    root,
    device,
    rtl: isRightToLeft(content.locale),
    tall: ({ text }) => tallWordsFor(words(text, content.locale), content.locale),
    whole: (leaf) => wholePartOf(templateOf(leaf, content.locale, words), fields),
    lines: (leaf) => step.lines[indices.get(leaf)!] ?? 1,
    width: (leaf) => step.widths.get(indices.get(leaf)!) ?? 0,
    room: (leaf) => step.rooms.get(indices.get(leaf)!),
    bounds: (leaf) => step.sizes.get(rankOf.get(leaf) ?? -1),
    shows: (node) => !hides(node, step) && (node.when === undefined || holds(node.when, content)),
  });

  function slotsOf(content: Content, step: Step): readonly Slot[] {
    const met = metBy(content);
    const cached = slotCache.get(content.locale, step, met);
    if (cached) return cached;
    const rtl = isRightToLeft(content.locale);
    // Whether a text is in a tall script depends on the layout's text in that locale.
    const writing = tallWords(content.locale) === undefined ? String(rtl) : content.locale;
    const key = `${met} ${step.key} ${writing} ${wholeIn(content.locale)}`;
    const places = boxCache(key, () => compute(requestOf(content, step)));
    const slots = places.map((place) => slotOf(place, content.locale, rtl, step));
    return slotCache.set(content.locale, step, met, slots);
  }

  /** The last slots: each step is requested several times in a row. */
  let asked: { readonly content: Content; readonly step: Step; readonly slots: readonly Slot[] } | undefined;

  return {
    layout,
    roots,
    texts,
    hugged: texts.flatMap((leaf, i) => (leaf.width === 'content' ? [i] : [])),
    ranked,
    ranks: ranks.length,
    hasLastResort: ranks.at(-1) === lastResort,
    reads(locale) {
      const shown = nodes.flatMap((node) => fieldsOf(node, locale, words));
      return [...new Set([...shown, ...conditionsOf(root).flatMap(conditionFields)])];
    },
    labelStep: createLabelSteps(texts, ranked, words),
    hidden: (content, step) => [
      ...lists.flatMap((list) => furtherRows(list, content)),
      ...(step.hidden === 0 ? [] : hiddenIn(root, content, words, (node) => hides(node, step))),
    ],
    slots(content, step) {
      if (asked?.step === step && asked.content === content) return asked.slots;
      const slots = slotsOf(content, step);
      asked = { content, step, slots };
      return slots;
    },
    placed: (content, step) => compute({ ...requestOf(content, step), all: true }),
  };
}

/** Whether a step hides a node, by its rank or that of the node that it replaces. */
function createHides(ranks: readonly number[]): (node: Node, step: Step) => boolean {
  const isHidden = (rank: number, { hidden }: Step) => ranks.includes(rank) && ranks.indexOf(rank) < hidden;
  return ({ optional, instead }, step) =>
    (optional !== undefined && isHidden(optional, step)) || (instead !== undefined && !isHidden(instead, step));
}

/** Which conditions a content meets, as bits: several steps of one label are tried in a row. */
function createMetBy(conditions: readonly ((content: Content) => boolean)[]): (content: Content) => number {
  let last: { readonly content: Content; readonly met: number } | undefined;
  return (content) => {
    if (last?.content !== content) {
      let met = 0;
      for (const meets of conditions) met = met * 2 + Number(meets(content));
      last = { content, met };
    }
    return last.met;
  };
}

function defaultsOf(layout: Layout, words: Words): LayoutDefaults {
  return {
    prices: new Set(['price', ...computedPrices, ...fieldsOfType(layout, 'price')]),
    quantities: new Set(['unit', ...computedUnits, ...fieldsOfType(layout, 'quantity')]),
    dates: new Set(['date', ...fieldsOfType(layout, 'date')]),
    resolver: layout.resolver,
    pictures: layout.pictures,
    words,
  };
}

/** See {@link BoxesRequest.tall}; for the words of a text in a locale. */
function tallWordsFor(text: string, locale: string): readonly string[] | undefined {
  const tall = tallWords(locale);
  if (!tall || !mayBeTall(text)) return undefined;
  // The layout's own words can be measured themselves; the tall words are for values of labels.
  return text.includes('{') || tall.length === 1 ? tall : [tall[0]!, ...text.split(' ')];
}

/** See {@link BoxesRequest.whole}. */
function wholePartOf(template: Template | undefined, fields: LayoutDefaults): 'lines' | 'line' | undefined {
  if (requiredIn(template, fields) !== undefined) return 'lines';
  return template?.fields.length === 0 ? 'line' : undefined;
}

/** A node and all nodes in it. */
function nodesOf(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)];
}

/** What a content would show in the hidden nodes, other than what it shows in the nodes in their place. */
function hiddenIn(root: Node, content: Content, words: Words, hides: (node: Node) => boolean): readonly Hidden[] {
  const hidden: Hidden[] = [];
  const shown = new Set<string>();
  const visit = (node: Node, isHidden: boolean, isInstead: boolean): void => {
    if (node.when !== undefined && !holds(node.when, content)) return;
    // A node in the place of others that are not hidden is not missed.
    if (node.instead !== undefined && hides({ ...node, optional: undefined })) return;
    const inHidden = isHidden || hides(node);
    const inInstead = isInstead || node.instead !== undefined;
    for (const child of childrenOf(node)) visit(child, inHidden, inInstead);
    if (isContainer(node)) return;
    const fields = fieldsOf(node, content.locale, words).filter((field) => fieldOf(content, field) !== '');
    if (!inHidden) {
      if (inInstead) fields.forEach((field) => shown.add(field));
    } else if (node.type === 'text' && fieldsOf(node, content.locale, words).length === 0)
      hidden.push({ field: 'layout', words: words(node.text, content.locale) });
    else hidden.push(...fields.map((field) => ({ field })));
  };
  visit(root, false, false);
  return hidden.filter(({ field }) => !shown.has(field));
}

/** Caches the boxes of a layout on a device by conditions, step and direction or, for a tall script, locale. */
function createBoxCache() {
  const places = new Map<string, readonly PlacedNode[]>();
  return (key: string, compute: () => readonly PlacedNode[]): readonly PlacedNode[] => {
    const cached = places.get(key);
    if (cached) return cached;
    const computed = compute();
    if (places.size >= maxCachedSets) places.clear();
    places.set(key, computed);
    return computed;
  };
}

/** Caches the slots of a layout on a device by locale, step, and the bit mask of conditions that hold. */
function createSlotCache() {
  const slots = new Map<string, Map<string, Map<number, readonly Slot[]>>>();
  let count = 0;
  return {
    get: (locale: string, { key }: Step, met: number) => slots.get(locale)?.get(key)?.get(met),
    set(locale: string, { key }: Step, met: number, value: readonly Slot[]): readonly Slot[] {
      if (++count > maxCachedSets) {
        slots.clear();
        count = 1;
      }
      const ofLocale = getOrInsert(slots, locale, () => new Map<string, Map<number, readonly Slot[]>>());
      const ofStep = getOrInsert(ofLocale, key, () => new Map<number, readonly Slot[]>());
      ofStep.set(met, value);
      return value;
    },
  };
}

/** A list that a layout draws, and the number of its rows. */
interface DrawnList {
  readonly name: string;
  readonly rows: number;
}

/** The lists that are unrolled in a node: each row is drawn on the condition that it exists. */
function listsIn(root: Node): readonly DrawnList[] {
  const rows = new Map<string, number>();
  for (const field of conditionsOf(root).flatMap(conditionFields)) {
    const [, name, row] = /^data\.([a-z0-9_]+)\.([0-9]+)$/.exec(field) ?? [];
    if (name !== undefined) rows.set(name, Math.max(rows.get(name) ?? 0, Number(row) + 1));
  }
  return [...rows].map(([name, count]) => ({ name, rows: count }));
}

/** The rows of a list that a layout does not draw. */
function furtherRows({ name, rows }: DrawnList, { data }: Content): readonly Hidden[] {
  const list = Object.hasOwn(data, name) ? data[name]! : '';
  const count = typeof list === 'string' ? 0 : list.length;
  return Array.from({ length: Math.max(0, count - rows) }, (_, i) => ({ field: `data.${name}.${rows + i}` }));
}

/** The fields of `data` that a layout declares with a type, including those in rows of lists. */
function fieldsOfType({ data = {} }: Layout, wantedType: DataField['type']): Set<string> {
  return new Set(
    Object.entries(data).flatMap(([name, { type, columns = {} }]) => [
      ...(type === wantedType ? [`data.${name}`] : []),
      ...Object.entries(columns).flatMap(([column, of]) =>
        of === wantedType ? Array.from({ length: limits.list.rows }, (_, i) => `data.${name}.${i}.${column}`) : [],
      ),
    ]),
  );
}
