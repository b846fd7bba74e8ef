/** Checks the sentences about random pairs of labels against the changed fields and the pixels. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PixelGrid } from '../../renderer/compare/pixels.js';
import { unpack } from '../../renderer/drawing/framebuffer.js';
import { comparePngs, type LabelFields, loadLayouts, openSimulator, withoutMetadata } from '../../server/library.js';
import type { Region } from '../../renderer/metadata/facts.js';
import { plainLayoutDir } from '../support/layouts/plain.js';
import { atSize } from '../support/labels/share.js';

const simulator = await openSimulator();
const layouts = [...loadLayouts([plainLayoutDir]).values()];

function documentOf(id: string) {
  return { ...layouts.find((layout) => layout.id === id)!, id: undefined };
}

function exampleData(id: string): NonNullable<LabelFields['data']> {
  const declared = layouts.find((layout) => layout.id === id)!.data ?? {};
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, { example, values }]) => {
      const value = example ?? values?.[0];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const names = [
  'Milk',
  'Organic whole milk',
  'Organic whole milk from the Alps, 3.8 % fat',
  'Sourdough bread with seeds of pumpkin, sunflower and sesame, sliced, baked in the shop every morning since 1904',
  'Grüner Tee "Sencha" 100 g',
  'حليب عضوي كامل الدسم',
  '有機牛乳',
];
const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));

const anyLabel = fc
  .record({
    device: one('solum-m2-2.9-bwr', 'waveshare-4.2-b', 'solum-m3-1.6-bwr', 'pricer-smarttag-hd-s-red'),
    // Half of them of a layout that never changes: each kind of sentence is about some.
    layout: fc.oneof(fc.constant('plain'), one(...layouts.map(({ id }) => id))),
    locale: one('en-IE', 'de-DE', 'fr-FR', 'ar-EG', 'ja-JP', 'pl-PL'),
    product_name: one(...names),
    price,
    unit: one('1 L', '250 g', '1 kg', '6 × 0.5 L'),
    sku: one('', '4006381333931', 'A-7'),
  })
  .map((fields): LabelFields => {
    const { layout } = fields;
    const always = { currency: 'EUR', date: '2026-11-20', data: exampleData(layout) };
    return { ...fields, ...always, layout: JSON.parse(JSON.stringify(documentOf(layout))) as object };
  });

const allChanges = fc.record({
  price,
  product_name: one(...names),
  unit: one('1 L', '250 g', '2 kg'),
  sku: one('', '4006381333931', '12345670'),
  date: one('2026-11-21', '2027-01-05'),
  locale: one('en-IE', 'de-DE', 'ar-EG'),
  datum: fc.nat(8),
  padding: fc.integer({ min: 2, max: 7 }),
});
const kinds = ['price', 'product_name', 'unit', 'sku', 'date', 'locale', 'datum'] as const;
/** Mostly few at the same time: where all changes, there is little to check against the pixels. */
const anyChange = fc
  .tuple(allChanges, fc.subarray([...kinds], { minLength: 0, maxLength: 3 }), fc.boolean())
  .map(([all, some, padded]) => {
    const chosen: Partial<typeof all> = {};
    for (const kind of padded ? [...some.slice(1), 'padding' as const] : some)
      Object.assign(chosen, { [kind]: all[kind] });
    return chosen;
  });
/** One pair in nine is of two panels: for these, only fields are reported. */
const anyPanel = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: one('solum-m2-2.9-bwr', 'waveshare-4.2-b') },
);

type Change = Parameters<Parameters<typeof anyChange.map>[0]>[0] & { readonly device?: string | undefined };

function changed(label: LabelFields, { datum, padding, ...fields }: Change): LabelFields {
  const names = Object.entries(label.data ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [key] : []));
  const name = names[(datum ?? 0) % names.length];
  const value = name === undefined ? undefined : (label.data![name] as string);
  // A price and a date keep their format; a field with listed values is refused, and the test skips it.
  const other = value?.replace(/[0-9]$/, (digit) => String((Number(digit) + 1) % 10));
  const data = datum === undefined || name === undefined ? {} : { [name]: other === value ? `${value!}0` : other! };
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => (value as unknown) !== undefined));
  const document = label.layout as ReturnType<typeof documentOf>;
  const layout = padding === undefined ? document : { ...document, root: { ...document.root, padding } };
  return { ...label, ...set, layout, data: { ...label.data, ...data } };
}

const labels = new Map<string, ReturnType<typeof simulator.render> | undefined>();
function drawn(fields: LabelFields) {
  const key = JSON.stringify(fields);
  if (!labels.has(key)) labels.set(key, drawnFirst(fields));
  return labels.get(key);
}

function drawnFirst(fields: LabelFields) {
  try {
    return simulator.render(fields);
  } catch {
    return undefined;
  }
}

function imageOf({ frame }: NonNullable<ReturnType<typeof drawn>>): PixelGrid {
  return { width: frame.width, height: frame.height, pixels: unpack(frame) };
}

function valuesOf({ data = {}, ...fields }: LabelFields): Readonly<Record<string, unknown>> {
  const ofData = Object.entries(data).map(([name, value]) => [`data.${name}`, value] as const);
  return { ...fields, ...Object.fromEntries(ofData) };
}

type Box = Omit<Region, 'name'>;
const inkAt = ({ width, pixels }: PixelGrid, x: number, y: number) => pixels[y * width + x];

/** The smallest box around the pixels of a box that are not its ground, with these pixels, or null for an empty one. */
function shapeIn(image: PixelGrid, box: Box) {
  const counts = new Map<number | undefined, number>();
  const places = Array.from({ length: box.width * box.height }, (_, i) => {
    const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)];
    const ink = inkAt(image, x, y);
    counts.set(ink, (counts.get(ink) ?? 0) + 1);
    return { x, y, ink };
  });
  const [ground] = [...counts].sort((a, b) => b[1] - a[1])[0]!;
  const marked = places.filter(({ ink }) => ink !== ground);
  if (marked.length === 0) return null;
  const [xs, ys] = [marked.map(({ x }) => x), marked.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const marks = marked.map((mark) => `${mark.x - x},${mark.y - y}`).join(' ');
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1, marked, marks };
}

interface Seen {
  readonly a: PixelGrid;
  readonly b: PixelGrid;
  /** The boxes of things, as far as they are known to the sentences. */
  readonly from: readonly Region[];
  readonly to: readonly Region[];
  readonly old: Readonly<Record<string, unknown>>;
  readonly now: Readonly<Record<string, unknown>>;
  readonly padding: number | undefined;
  /** The line counts of texts, before and after. */
  readonly lines: readonly [Readonly<Record<string, number>>, Readonly<Record<string, number>>];
}

const areaOf = ({ width, height }: Box) => width * height;
const covers = (box: Box, x: number, y: number) =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

function differingIn({ a, b }: Seen, counts: Box | ((x: number, y: number) => boolean)): number {
  const isIn = typeof counts === 'function' ? counts : (x: number, y: number) => covers(counts, x, y);
  let count = 0;
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++) if (inkAt(a, x, y) !== inkAt(b, x, y) && isIn(x, y)) count++;
  return count;
}

/** "2 px further left and 1 px lower" or "2 px left and 1 px down" in numbers. */
function stepOf(words: string): readonly [number, number] {
  let [dx, dy] = [0, 0];
  for (const [, px, way] of words.matchAll(/(\d+) px (?:further )?(left|right|higher|up|lower|down)/g)) {
    if (way === 'left' || way === 'right') dx = Number(px) * (way === 'left' ? -1 : 1);
    else dy = Number(px) * (way === 'higher' || way === 'up' ? -1 : 1);
  }
  return [dx, dy];
}

/** Expects a place to match its name: "in the upper left (9×1 px at 2,3)". */
function placed(words: string, { a }: Seen): Box {
  const [, where, ...numbers] = /^(.*) \((\d+)×(\d+) px at (\d+),(\d+)\)$/.exec(words)!;
  const [width, height, x, y] = numbers.map(Number) as [number, number, number, number];
  const [across, down] = [(x + width / 2) / a.width, (y + height / 2) / a.height];
  const third = (share: number) => Math.min(2, Math.floor(share * 3));
  if (/left|right/.test(where!)) expect([words, third(across)]).toEqual([words, where!.includes('left') ? 0 : 2]);
  if (/upper|top|lower|bottom/.test(where!))
    expect([words, third(down)]).toEqual([words, /upper|top/.test(where!) ? 0 : 2]);
  return { x, y, width, height };
}

/** Expects the pixels of a box to be moved by this much in the second image. */
function wentBy(box: Box, words: string, { a, b }: Seen): void {
  const [dx, dy] = stepOf(words);
  const { marked } = shapeIn(a, box)!;
  const stays = marked.every(({ x, y, ink }) => inkAt(b, x + dx, y + dy) === ink);
  expect([words, stays]).toEqual([words, true]);
}

/** The boxes of a thing in both images; undefined where several things have its name. */
function boxesOf(name: string, { from, to }: Seen): readonly [Box | undefined, Box | undefined] | undefined {
  const [before, after] = [from, to].map((regions) => regions.filter((region) => region.name === name));
  return before!.length > 1 || after!.length > 1 ? undefined : [before![0], after![0]];
}

/** The things in "price, unit and 3 others". The name of a thing may itself contain "and". */
function namesIn(list: string, { from, to }: Seen): readonly string[] {
  const known = [...from, ...to].map(({ name }) => name).sort((one, other) => other.length - one.length);
  const names: string[] = [];
  for (let left = list; left !== '' && !/^\d+ others$/.test(left);) {
    const name = known.find((each) => left.startsWith(each));
    expect([list, left, name]).toEqual([list, left, expect.any(String)]);
    names.push(name!);
    left = left.slice(name!.length).replace(/^(, | and )/, '');
  }
  return names;
}

/** How many pixels differ in the boxes of things. A pixel in two of them counts twice. */
function differingInThings(list: string, seen: Seen): number {
  const names = namesIn(list, seen);
  const boxes = [...seen.from, ...seen.to].filter(({ name }) => names.includes(name));
  return boxes.reduce((sum, box) => sum + differingIn(seen, box), 0);
}

/** Expects a text of a sentence, which may be cut, to be of this value. */
function isOf(quoted: string, value: unknown): void {
  const parts = quoted.replace(/^"(.*)"$/s, '$1').split('…');
  expect([quoted, value, parts.filter((part) => !String(value).includes(part))]).toEqual([quoted, value, []]);
}

type Holds = (found: readonly string[], seen: Seen) => void;
const truths = new Map<string, { readonly form: RegExp; readonly holds: Holds }>();
/** Registers a kind of sentence, with the check of its content against the images and the fields. */
function says(kind: string, form: RegExp, holds: Holds): void {
  truths.set(kind, { form, holds });
}

says('size', /^Expected (\d+)×(\d+) pixels but received (\d+)×(\d+)$/, (sizes, { a, b }) => {
  expect(sizes.map(Number)).toEqual([a.width, a.height, b.width, b.height]);
});

says('device', /^device (\S+) \((\S+)\) → (\S+) \((\S+)\)$/, (found, { a, b, old, now }) => {
  const sizes = [a, b].map(({ width, height }) => `${width}×${height}`);
  expect(found).toEqual([old.device, sizes[0], now.device, sizes[1]]);
});

says('layout', /^layout `inline` changed(?:: padding of the root (?:is set to|.* →) (.*))?$/, ([padding], seen) => {
  expect([padding, seen.padding]).toEqual([padding, padding === undefined ? expect.any(Number) : Number(padding)]);
});

says('differs', /^(\d+) pixels? differs? ((?:on|in|at) .* \(\d+×\d+ px at \d+,\d+\))$/, ([count, place], seen) => {
  const box = placed(place!, seen);
  expect(differingIn(seen, box)).toBeGreaterThanOrEqual(Number(count));
  const { x, y, width, height } = box;
  const edges = [
    { ...box, width: 1 },
    { ...box, height: 1 },
    { ...box, x: x + width - 1, width: 1 },
  ];
  for (const edge of [...edges, { ...box, y: y + height - 1, height: 1 }])
    expect(differingIn(seen, edge)).toBeGreaterThan(0);
});

says('differsIn', /^(\d+) pixels? differs? in (.*)$/, ([count, list], seen) => {
  const boxes = boxesOf(list!, seen);
  if (!boxes) return;
  const others = [...seen.from, ...seen.to].filter(({ name }) => name !== list);
  // A pixel belongs to the smallest box; of equal ones, to any.
  const own = (isAbove: (area: number, other: number) => boolean) => {
    const hidden = boxes.map((box) => others.filter((other) => box && isAbove(areaOf(box), areaOf(other))));
    return differingIn(seen, (x, y) =>
      boxes.some((box, i) => box && covers(box, x, y) && !hidden[i]!.some((other) => covers(other, x, y))),
    );
  };
  expect(Number(count)).toBeGreaterThanOrEqual(own((area, other) => area >= other));
  expect(Number(count)).toBeLessThanOrEqual(own((area, other) => area > other));
});

says(
  'otherwise',
  /^(.+?) (?:is|are) unchanged but drawn otherwise \((\d+) pixels? differs?\)$/,
  ([list, count], seen) => {
    expect(differingInThings(list!, seen)).toBeGreaterThanOrEqual(Number(count));
  },
);

says(
  'lines',
  /^(.+?) (?:is|are) (?:unchanged but )?now on (\d+) lines? instead of (\d+)$/,
  ([list, ...counts], seen) => {
    for (const name of namesIn(list!, seen))
      expect(counts.map(Number)).toEqual([seen.lines[1][name] ?? 1, seen.lines[0][name] ?? 1]);
  },
);

says('moved', /^what was (.*\)) moved (.*)$/, ([place, step], seen) => {
  wentBy(placed(place!, seen), step!, seen);
});

says('recoloured', /^what was (.*\)) changed from (\S+) to (\S+)$/, ([place], seen) => {
  const box = placed(place!, seen);
  expect(differingIn(seen, box)).toBeGreaterThan(0);
});

says('gone', /^what was (.*\)) is gone$/, ([place], seen) => {
  const box = placed(place!, seen);
  expect([shapeIn(seen.a, box) === null, shapeIn(seen.b, box)]).toEqual([false, null]);
});

says('fresh', /^there is something new (.*)$/, ([place], seen) => {
  const box = placed(place!, seen);
  expect([shapeIn(seen.a, box), shapeIn(seen.b, box) === null]).toEqual([null, false]);
});

says('thingMoved', /^(.+?) moved (.*)$/, ([name, step], seen) => {
  const boxes = boxesOf(name!, seen);
  if (boxes) wentBy(boxes[0]!, step!, seen);
});

says('thingsMoved', /^(.+?) (?:is|are) unchanged but (\d+ px (?:further|higher|lower).*)$/, ([list, step], seen) => {
  for (const name of namesIn(list!, seen)) {
    const boxes = boxesOf(name, seen);
    if (!boxes) continue;
    const [was, is] = [shapeIn(seen.a, boxes[0]!)!, shapeIn(seen.b, boxes[1]!)!];
    expect([name, step, is.x - was.x, is.y - was.y]).toEqual([name, step, ...stepOf(step!)]);
    expect(is.marks).toBe(was.marks);
  }
});

says(
  'resized',
  /^(.+?) (?:is|are) unchanged but (larger|smaller) \((\d+)×(\d+) px instead of (\d+)×(\d+)\)$/,
  ([name, way, ...numbers], seen) => {
    const boxes = boxesOf(name!, seen);
    if (!boxes) return;
    const [was, is] = [shapeIn(seen.a, boxes[0]!)!, shapeIn(seen.b, boxes[1]!)!];
    expect(numbers.map(Number)).toEqual([is.width, is.height, was.width, was.height]);
    const grown = [is.width - was.width, is.height - was.height].map((by) => (by > 0 ? 'larger' : 'smaller'));
    expect(grown).toEqual([way, way]);
  },
);

says(
  'thingsGone',
  /^(.+?) (?:is|are) (gone|new|hidden for lack of room|shown now that there is room)$/,
  ([list, fate], seen) => {
    const there = (image: PixelGrid, box: Box | undefined) => box !== undefined && shapeIn(image, box) !== null;
    for (const name of namesIn(list!, seen)) {
      const boxes = boxesOf(name, seen);
      if (!boxes) continue;
      const isGone = /gone|hidden/.test(fate!);
      expect([name, there(seen.a, boxes[0]), there(seen.b, boxes[1])]).toEqual([name, isGone, !isGone]);
    }
  },
);

says(
  'written',
  /^(.+?) (?:is|are) written (.+) instead of (.+?)(?:, (.+) too)?(?:: (?:.*, )?locale (\S+) → (\S+))?$/s,
  ([list, is, was, others, ...locales], seen) => {
    const { from, to, old, now } = seen;
    if (locales[0] !== undefined) expect(locales).toEqual([old.locale, now.locale]);
    expect(is).not.toBe(was);
    for (const name of [...namesIn(list!, seen), ...namesIn(others ?? '', seen)])
      for (const regions of [from, to]) expect(regions.map((region) => region.name)).toContain(name);
  },
);

says('field', /^([a-z_]\S*) (.+?) → (.+?)(?:, cut after ".*")?$/s, ([field, was, is], { old, now }) => {
  isOf(was!, old[field!]);
  isOf(is!, now[field!]);
});

says('fieldAdded', /^([a-z_]\S*) (.+) is (added|removed)$/s, ([field, value, fate], { old, now }) => {
  const [there, none] = fate === 'added' ? [now, old] : [old, now];
  isOf(value!, there[field!]);
  expect(none[field!] ?? '').toBe('');
});

says('more', /^(\d+) more things changed$/, ([count]) => {
  expect(Number(count)).toBeGreaterThan(1);
});

/** Checks a sentence against the images. @returns its kinds */
function truthOf(sentence: string, seen: Seen): readonly string[] {
  // One effect and its cause are one sentence; sentences about pixels outside the fields are like those about the whole.
  const [, effect, cause] = /^(.*): (layout `.*)$/.exec(sentence) ?? [];
  if (effect !== undefined && cause !== undefined) return [effect, cause].flatMap((part) => truthOf(part, seen));
  const bare = sentence.replace(/^(outside the fields|also), /, '');
  const [kind] = [...truths].find(([, { form }]) => form.test(bare)) ?? [];
  expect([sentence, kind]).toEqual([sentence, expect.any(String)]);
  const { form, holds } = truths.get(kind!)!;
  const { a, b } = seen;
  const knowsPixels = a.width === b.width && a.height === b.height;
  if (knowsPixels || /^(size|device|layout|field|fieldAdded|more)$/.test(kind!)) holds(form.exec(bare)!.slice(1), seen);
  return [kind!];
}

test('for any two labels, there are sentences, all true and sufficient', () => {
  let differing = 0;
  /** The number of true sentences of each kind. */
  const said: Record<string, number> = {};
  fc.assert(
    fc.property(
      anyLabel,
      anyChange,
      anyPanel,
      one('both', 'both', 'none', 'one'),
      (label, fields, device, metadata) => {
        const change: Change = { ...fields, device };
        const [from, to] = [label, changed(label, change)];
        const [before, after] = [drawn(from), drawn(to)];
        if (!before || !after) return;
        const compared = comparePngs(
          metadata === 'none' ? withoutMetadata(before.png) : before.png,
          metadata === 'both' ? after.png : withoutMetadata(after.png),
        );
        const same = before.sha256 === after.sha256 && from.device === to.device;
        expect(compared.match).toBe(same);
        if (compared.match) return;
        differing++;
        const { words, changes } = compared;
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThan(16);
        const [old, now] = [valuesOf(from), valuesOf(to)];
        const [a, b] = [imageOf(before), imageOf(after)];
        // A label without metadata takes the boxes of the other.
        const [was, is] = [metadata === 'none' ? [] : before.regions, metadata === 'both' ? after.regions : []];
        const regions = { from: was, to: metadata === 'one' ? was : is };
        const seen: Seen = {
          a,
          b,
          ...regions,
          old,
          now,
          padding: change.padding,
          lines: [before.step.lines, after.step.lines],
        };
        for (const kind of words.flatMap((sentence) => truthOf(sentence, seen))) said[kind] = (said[kind] ?? 0) + 1;
        if (metadata !== 'both') {
          expect(changes).toEqual([]);
          return;
        }
        for (const cause of changes) {
          expect(['field', 'device', ...(change.padding === undefined ? [] : ['layout'])]).toContain(cause.kind);
          if (cause.kind !== 'field') continue;
          const [a, b] = [old[cause.field] ?? '', now[cause.field] ?? ''];
          expect([cause.field, cause.from ?? '', cause.to ?? '']).toEqual([cause.field, a, b]);
          expect(a).not.toBe(b);
        }
        if (from.device !== to.device) {
          expect(changes[0]).toMatchObject({ kind: 'device' });
          return;
        }
        for (const [key, value] of Object.entries(change)) {
          if ((value as unknown) === undefined) continue;
          const others = { ...change, [key]: undefined };
          const [alone, without] = [drawn(changed(label, { [key]: value })), drawn(changed(label, others))];
          // It is visible alone and among others: another change does not hide it.
          if (!alone || !without || alone.sha256 === before.sha256 || without.sha256 === after.sha256) continue;
          if (key === 'padding') {
            expect(changes.map(({ kind }) => kind)).toContain('layout');
            continue;
          }
          const field = Object.keys(now).find(
            (name) => (key === 'datum' ? /^data\./ : RegExp(`^${key}$`)).test(name) && old[name] !== now[name],
          )!;
          expect(changes.map((cause) => (cause.kind === 'field' ? cause.field : cause.kind))).toContain(field);
          expect(words.some((sentence) => sentence.includes(`${field} `))).toBe(true);
        }
      },
    ),
    { numRuns: Number(process.env.PAIRS ?? atSize(120, 1000)), seed: 7 },
  );
  expect(differing).toBeGreaterThan(30);
  const usual = ['field', 'layout', 'differs', 'differsIn', 'moved', 'thingsMoved', 'resized', 'written', 'fresh'];
  expect(usual.filter((kind) => (said[kind] ?? 0) < 3)).toEqual([]);
});
