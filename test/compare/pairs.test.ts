/** Random pairs of labels, and what is said of them, held against the fields that were changed and the pixels. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { comparePngs, type LabelFields, loadLayouts, openSimulator } from '../../server/library.js';
import { atSize } from '../support/labels/share.js';

const simulator = await openSimulator();
const layouts = [...loadLayouts().values()];

/** A layout as a document, of which a change can be made. */
function documentOf(id: string) {
  return { ...layouts.find((layout) => layout.id === id)!, id: undefined };
}

/** The values of `data` that a layout gives as examples. */
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
    layout: one(...layouts.map(({ id }) => id)),
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

/** What changes from the first label to the second. */
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
/** Mostly few at once: where all changes, there is little to hold against the pixels. */
const anyChange = fc
  .tuple(allChanges, fc.subarray([...kinds], { minLength: 0, maxLength: 3 }), fc.boolean())
  .map(([all, some, padded]) => {
    const chosen: Partial<typeof all> = {};
    for (const kind of padded ? [...some.slice(1), 'padding' as const] : some)
      Object.assign(chosen, { [kind]: all[kind] });
    return chosen;
  });
/** One pair in nine is of two panels: of these, only fields are told. */
const anyPanel = fc.option(one('solum-m2-2.9-bwr', 'waveshare-4.2-b'), { freq: 8, nil: undefined });

type Change = Parameters<Parameters<typeof anyChange.map>[0]>[0] & { readonly device?: string | undefined };

/** The label with some of the changes. */
function changed(label: LabelFields, { datum, padding, ...fields }: Change): LabelFields {
  const names = Object.entries(label.data ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [key] : []));
  const name = names[(datum ?? 0) % names.length];
  const value = name === undefined ? undefined : (label.data![name] as string);
  // A price and a date keep their form; what takes only some values is refused, which the test passes over.
  const other = value?.replace(/[0-9]$/, (digit) => String((Number(digit) + 1) % 10));
  const data = datum === undefined || name === undefined ? {} : { [name]: other === value ? `${value!}0` : other! };
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => (value as unknown) !== undefined));
  const document = label.layout as ReturnType<typeof documentOf>;
  const layout = padding === undefined ? document : { ...document, root: { ...document.root, padding } };
  return { ...label, ...set, layout, data: { ...label.data, ...data } };
}

function drawn(fields: LabelFields) {
  try {
    return simulator.render(fields);
  } catch {
    return undefined;
  }
}

/** Each field of a label, `data` included, as a cause names it. */
function valuesOf({ data = {}, ...fields }: LabelFields): Readonly<Record<string, unknown>> {
  const ofData = Object.entries(data).map(([name, value]) => [`data.${name}`, value] as const);
  return { ...fields, ...Object.fromEntries(ofData) };
}

/** The smallest box around what is not of the ground within a box, and its pixels, or null for an empty one. */
function shapeIn(image: PNG, box: { x: number; y: number; width: number; height: number }) {
  const at = (x: number, y: number) => image.data.readUInt32BE((y * image.width + x) * 4);
  const places = Array.from({ length: box.width * box.height }, (_, i) => {
    return [box.x + (i % box.width), box.y + Math.floor(i / box.width)] as const;
  });
  const colours = places.map(([x, y]) => at(x, y)).sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const ground = [...counts].sort((a, b) => b[1] - a[1])[0]![0];
  const marked = places.filter(([x, y]) => at(x, y) !== ground);
  if (marked.length === 0) return null;
  const [x, y] = [Math.min(...marked.map(([x]) => x)), Math.min(...marked.map(([, y]) => y))];
  return { x, y, marks: marked.map((mark) => `${mark[0] - x},${mark[1] - y}`).join(' ') };
}

const ways: Readonly<Record<string, readonly [number, number]>> = {
  'further left': [-1, 0],
  'further right': [1, 0],
  higher: [0, -1],
  lower: [0, 1],
};

/** Holds what is said to have moved against the pixels of both images, and returns how many things that were. */
function checkMoves(
  words: readonly string[],
  before: ReturnType<typeof drawn>,
  after: ReturnType<typeof drawn>,
): number {
  let checked = 0;
  const [a, b] = [before!, after!].map(({ png }) => PNG.sync.read(png));
  for (const sentence of words) {
    const [, things, moves] = /^(.+?) (?:is|are) unchanged but (\d+ px [^:]*)/.exec(sentence) ?? [];
    if (things === undefined || moves === undefined || things.includes(' others')) continue;
    const moved = [...moves.matchAll(/(\d+) px (further left|further right|higher|lower)/g)].reduce<
      readonly [number, number]
    >(([x, y], [, px, way]) => [x + Number(px) * ways[way!]![0], y + Number(px) * ways[way!]![1]] as const, [0, 0]);
    for (const name of things.split(/, | and /)) {
      const [from, to] = [before!, after!].map(({ regions }) => regions.filter((region) => region.name === name));
      if (from!.length !== 1 || to!.length !== 1) continue;
      const [was, is] = [shapeIn(a!, from![0]!), shapeIn(b!, to![0]!)];
      expect([sentence, [is!.x - was!.x, is!.y - was!.y]]).toEqual([sentence, moved]);
      expect(is!.marks).toBe(was!.marks);
      checked++;
    }
  }
  return checked;
}

test('of any two labels, what is said is there, true and enough', () => {
  let [differing, moved] = [0, 0];
  fc.assert(
    fc.property(
      anyLabel,
      anyChange,
      anyPanel,
      one('both', 'both', 'both', 'none', 'one'),
      (label, fields, device, metadata) => {
        const change: Change = { ...fields, device };
        const [from, to] = [label, changed(label, change)];
        const [before, after] = [drawn(from), drawn(to)];
        if (!before || !after) return;
        const bare = (image: ReturnType<typeof drawn>, fields: LabelFields) =>
          (image && drawn({ ...fields, metadata: false }))!.png;
        const compared = comparePngs(
          metadata === 'none' ? bare(before, from) : before.png,
          metadata === 'both' ? after.png : bare(after, to),
        );
        const same = before.sha256 === after.sha256 && from.device === to.device;
        expect(compared.match).toBe(same);
        if (compared.match) return;
        differing++;
        const { words, changes } = compared;
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThan(16);
        for (const sentence of words) expect(sentence).toMatch(/^\S.{6,}/s);
        expect(words.join('\n')).not.toMatch(/undefined|NaN|null|\[object|Infinity/);
        if (metadata !== 'both') {
          expect(changes).toEqual([]);
          return;
        }
        const [old, now] = [valuesOf(from), valuesOf(to)];
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
          // It is seen alone, and in company: another change does not hide it.
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
        moved += checkMoves(words, before, after);
      },
    ),
    { numRuns: Number(process.env.PAIRS ?? atSize(160, 1000)), seed: 7 },
  );
  expect([differing > 30, moved > 5]).toEqual([true, true]);
});
