import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadLayouts } from '../../renderer/layout/files.js';
import { createNodeSize, inlineParts, shippedParts } from '../../renderer/layout/parts.js';
import type { Node } from '../../renderer/layout/document.js';
import { rootFor } from '../../renderer/layout/variants.js';
import {
  column,
  layoutOf,
  name,
  node,
  problemAt,
  problemOf,
  problemsOf,
  withRoot,
} from '../support/labels/documents.js';

const times = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
const part = (of: string, more: object = {}) => ({ type: 'part', part: of, ...more });
const nested = (levels: number): object => times(levels, () => 0).reduce<object>((inner) => column(inner), name);

describe('a part', () => {
  const header = column(name, { type: 'line' });
  const of = (...children: readonly object[]) =>
    inlineParts(layoutOf(withRoot(column(...children), { parts: { header, sku: name } }))).root.children;

  test('is where it is named, and is another node in each place', () => {
    const [one, other, last] = of(part('header'), part('header'), name);
    expect([one, other, last]).toEqual([header, header, name]);
    expect(other).not.toBe(one);
    const texts = [one, other].map((node) => (node as { children: readonly Node[] }).children[0]);
    expect(texts[0]).not.toBe(texts[1]);
  });

  test('is overridden by the keys of its place, and has the rest', () => {
    const place = { when: 'sku', width: 1, height: 2, grow: 3, optional: 4, rotate: 90 };
    expect(of(part('header', place))).toEqual([{ ...header, ...place }]);
    expect(of(part('sku', { size: '9%', lines: 3 }))).toEqual([{ ...name, size: '9%', lines: 3 }]);
  });

  test('of a layout wins over the shipped one of its name', () => {
    expect(of(part('sku'), part('unit'))).toEqual([name, shippedParts.unit]);
  });

  test('may contain parts, which may be of the layout in a shipped one too', () => {
    const parts = { header: column(part('lone', { size: '9%' })), lone: name, other: part('header', { gap: 3 }) };
    const inlined = (...places: readonly object[]) =>
      inlineParts(layoutOf(withRoot(column(...places), { parts }))).root.children;
    expect(inlined(part('other', { grow: 1 }))).toEqual([{ ...column({ ...name, size: '9%' }), gap: 3, grow: 1 }]);
    const shipped = (own: object) =>
      inlineParts(layoutOf(withRoot(column(part('price_beside')), { parts: own }))).root.children;
    expect(shipped({ price: name, units: name })).toEqual([
      {
        ...shippedParts.price_beside,
        children: [
          { type: 'box', width: '36%', justify: 'end', children: [name] },
          { ...name, valign: 'bottom' },
        ],
      },
    ]);
  });

  test('is in variants too, and a layout is put together once', () => {
    const layout = layoutOf(
      withRoot(column(name), {
        variants: [{ for: {}, root: column(column(part('a'))) }],
        parts: { a: { type: 'line' } },
      }),
    );
    expect(inlineParts(layout)).toEqual({
      root: column(name),
      variants: [{ for: {}, root: column(column({ type: 'line' })) }],
    });
  });

  test('is optional: a layout without parts keeps its nodes', () => {
    const layout = layoutOf(node(column(name), part('sku')));
    expect(inlineParts(layout).root.children[0]).toBe(layout.root.children[0]);
  });
});

describe('a layout with parts', () => {
  const parts = { header: column(name), lone: name };
  test.each(
    Object.entries<unknown>({
      'part unknown_part: a known part for @ but received "heder" (did you mean "header"?)': withRoot(
        column(part('heder')),
        { parts },
      ),
      'part unknown_part: a known part for @ but received "sku_and_dat" (did you mean "sku_and_date"?)': node(
        part('sku_and_dat'),
      ),
      'part unknown_part: a known part for @ but received "constructor"': node(part('constructor')),
      '#/parts/a/children/0/part nested: a part that is not in itself for @ but received "a" with "a"': withRoot(
        column(part('a')),
        { parts: { a: column(part('a')) } },
      ),
      '#/parts/a/part too_deep: at most 3 parts in each other for @ but received "a" with "b" with "c" with "lone"':
        withRoot(column(part('a')), {
          parts: { a: part('b'), b: column(part('c')), c: column(part('lone')), lone: name },
        }),
      'part too_deep: at most 3 parts in each other for @ but received "offer_stacked" with "struck" with "between" with "lone"':
        withRoot(column(part('offer_stacked')), {
          parts: { struck: column(part('between')), between: part('lone'), lone: name },
        }),
      '#/parts/a/part unknown_part: a known part for @ but received "missing"': withRoot(column(name), {
        parts: { a: part('missing') },
      }),
      'size unknown_key: a key of a box, which the part "alias" is, but received @': withRoot(
        column(part('alias', { size: 12 })),
        { parts: { ...parts, alias: part('header') } },
      ),
      'size unknown_key: a key of a box, which the part "header" is, but received @': withRoot(
        column(part('header', { size: 12 })),
        { parts },
      ),
      '#/parts/a/children/0/text unknown_field: a known field for @ but received {untt} (did you mean "unit"?)':
        withRoot(column(name), { parts: { a: column({ ...name, text: '{untt}' }) } }),
      'when unknown_field: a known field for @ but received {data.x}': withRoot(
        column(part('lone', { when: 'data.x' })),
        { parts, data: {} },
      ),
    }),
  )('has a problem at %s', (problem, document) => {
    expect(problemsOf(document)).toEqual([problemOf(problem)]);
  });

  test('has a problem in each part of a circle, and none where the circle is only used', () => {
    const circle = { a: column(part('b')), b: part('c'), c: column(name, part('b')) };
    expect(problemsOf(withRoot(column(part('a'), part('c')), { parts: circle }))).toEqual([
      problemAt('#/parts/b/part', 'nested', 'a part that is not in itself for @ but received "b" with "c" with "b"'),
      problemAt(
        '#/parts/c/children/1/part',
        'nested',
        'a part that is not in itself for @ but received "c" with "b" with "c"',
      ),
    ]);
    const through = withRoot(column(part('offer_below')), { parts: { old_price: part('offer_below') } });
    expect(problemsOf(through).map(({ pointer, reason }) => `${pointer} ${reason}`)).toEqual([
      '#/root/children/0/part nested',
      '#/parts/old_price/part nested',
    ]);
  });

  test('has a size that is known at once, however often its parts use each other', () => {
    const many = (of: string) => column(...times(100, () => part(of)));
    const parts = { a: many('b'), b: many('c'), c: many('a'), d: many('a') };
    const start = performance.now();
    expect(problemsOf(withRoot(column(part('d')), { parts })).length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('has the limits of one with inlined parts: nodes', () => {
    const ten = { ten: column(...times(9, () => name)) };
    const of = (count: number) =>
      withRoot(column(...times(count, () => part('ten')), ...times(9, () => name)), { parts: ten });
    expect(problemsOf(of(49))).toEqual([]);
    const message = 'Expected at most 500 nodes in the layout with parts in their places but received 510';
    expect(problemsOf(of(50))).toEqual([{ pointer: '#', reason: 'too_many', message }]);
    const half = column(...times(25, () => part('ten')));
    const both = withRoot(half, { parts: ten, variants: [{ for: {}, root: half }] });
    expect(problemsOf(both)).toMatchObject([{ message: expect.stringMatching(/received 502$/) }]);
    const within = { ...ten, hundred: column(...times(10, () => part('ten'))) };
    expect(problemsOf(withRoot(column(...times(5, () => part('hundred'))), { parts: within }))).toMatchObject([
      { message: expect.stringMatching(/received 506$/) },
    ]);
  });

  test('has the limits of one with inlined parts: bytes, without inlining any', () => {
    const big = {
      big: { ...name, text: 'x'.repeat(400), when: { field: 'sku', equals: times(32, () => 'y'.repeat(200)) } },
    };
    const of = (count: number) =>
      problemsOf(withRoot(column(...times(count, () => column(...times(19, () => part('big'))))), { parts: big }));
    expect(of(2)).toEqual([]);
    const message = 'Expected at most 262144 bytes of texts with parts in their places but received 388011';
    expect(of(3)).toEqual([{ pointer: '#', reason: 'too_many', message }]);
  });

  test('has the limits of one with inlined parts: levels', () => {
    const of = (above: number, within: number) =>
      problemsOf(
        withRoot(
          times(above, () => 0).reduce<object>((inner) => column(inner), part('a')),
          { parts: { a: nested(within) } },
        ),
      );
    expect(of(8, 7)).toEqual([]);
    const pointer = `#/root${'/children/0'.repeat(8)}`;
    const message = `Expected at most 16 levels of nodes but received more at ${pointer}`;
    expect(of(8, 8)).toEqual([{ pointer, reason: 'too_deep', message }]);
    const shipped = (above: number) =>
      problemsOf(withRoot(times(above, () => 0).reduce<object>((inner) => column(inner), part('sku_and_date'))));
    expect([shipped(14), shipped(15).map(({ reason }) => reason)]).toEqual([[], ['too_deep', 'too_deep']]);
  });

  test('has the size of its inlined form', () => {
    for (const layout of loadLayouts().values())
      for (const root of [layout.root, ...(layout.variants ?? []).map((variant) => variant.root)]) {
        const written = { ...layout, root, variants: [] };
        const { nodes, depth } = createNodeSize(layout.parts)(root);
        expect(createNodeSize()(inlineParts(written).root)).toMatchObject({ nodes, depth });
      }
  });
});

describe('the variant that is drawn', () => {
  const chosen = (...limits: readonly object[]) =>
    rootFor(
      { root: 'root', variants: limits.map((limit, i) => ({ for: limit, root: String(i) })) },
      { width: 200, height: 100 },
    );
  const exact = { min_aspect: 2, max_aspect: 2, min_width: 200, max_width: 200, min_height: 100, max_height: 100 };

  test('is the first whose limits the panel is within, or at', () => {
    expect(chosen(exact)).toBe('0');
    for (const [limit, value] of Object.entries(exact))
      expect([limit, chosen({ [limit]: limit.startsWith('min') ? value + 1 : value - 1 })]).toEqual([limit, 'root']);
    expect(chosen({ min_width: 201 }, {}, exact)).toBe('1');
  });
});

describe('the shipped layouts', () => {
  const folder = join('renderer', 'layout', 'documents');
  const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').length;
  const documents = readdirSync(folder).filter((file) => file.endsWith('.json'));

  test.each(documents)('%s reads on two screens, or on one for each shape of panels if it has more', (file) => {
    const { variants = [] } = loadLayouts().get(file.replace('.json', ''))!;
    expect(lines(join(folder, file))).toBeLessThanOrEqual(60 * Math.max(2, 1 + variants.length));
  });

  test('share the shipped parts: each by role is in several of their places', () => {
    const all = JSON.stringify([...loadLayouts().values(), shippedParts]);
    const names = Object.keys(shippedParts);
    // The parts after these are for saved layouts.
    for (const name of names.slice(0, names.indexOf('name')))
      expect([name, all.split(`"part":"${name}"`).length > 2]).toEqual([name, true]);
  });

  test('have parts that are in the guide', () => {
    const guide = readFileSync('renderer/layout/documents/README.md', 'utf8');
    const [, rows] = /\| part +\| is +\|\n\| -+ \| -+ \|\n((?:\|.*\|\n)+)/.exec(guide)!;
    expect(Array.from(rows!.matchAll(/^\| `(\w+)`/gm), ([, part]) => part)).toEqual(Object.keys(shippedParts));
  });

  test('have parts that need no part but shipped ones, and no fields of data but those that the guide names', () => {
    const data = {
      nutri_score: { type: 'text' },
      energy_class: { type: 'text' },
      previous_price: { type: 'price' },
      lowest_price: { type: 'price' },
      valid_until: { type: 'text' },
    };
    // Together they have more different conditions than a layout may.
    const { nutri_score, ...others } = shippedParts;
    for (const parts of [others, { nutri_score: nutri_score! }])
      expect(problemsOf(withRoot(column(name), { data, parts }))).toEqual([]);
  });
});
