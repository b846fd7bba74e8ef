import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadLayouts } from '../../../renderer/layout/files.js';
import { layoutSchema } from '../../../renderer/layout/schema.js';
import { shippedPhrases } from '../../../renderer/layout/phrases.js';
import { contentFor, contentKinds, foreignLocales } from '../../../server/page/state/layout/contents.js';
import { boxAt, dropAt, type PlacedBox, treeDropAt } from '../../../server/page/state/layout/drop.js';
import { changed, historyOf, redone, settled, undone } from '../../../server/page/state/layout/history.js';
import { gapOf, mendsOf, withGaps } from '../../../server/page/state/gaps.js';
import { type Json, type Path, pathOf, pointerOf, valueAt, withValue } from '../../../server/page/state/layout/json.js';
import { kindsFor, withKind } from '../../../server/page/state/layout/kinds.js';
import { converted, pixelsOf, readLength, writeLength } from '../../../server/page/state/layout/lengths.js';
import {
  duplicated,
  gapBeside,
  inserted,
  moved,
  movedInTree,
  removed,
  unwrapped,
  wrapped,
} from '../../../server/page/state/layout/moves.js';
import { drawable, firstEmpty, type LayoutDocument, treeRows } from '../../../server/page/state/layout/nodes.js';
import {
  blankDocument,
  documentOf,
  fieldId,
  layoutId,
  needsOf,
  newNode,
  type PaletteKind,
  textOffers,
  withNeeds,
} from '../../../server/page/state/layout/offers.js';
import { isParsed, parseJson, type ParsedJson, pathAround, rangeAt } from '../../../server/page/state/layout/parse.js';
import { printJson, rewrittenJson } from '../../../server/page/state/layout/print.js';
import { keysFor, propertiesOf, resolved, type Schema, valuesFor } from '../../../server/page/state/layout/schema.js';
import { boxName, pathOfBox } from '../../../server/page/state/layout/selection.js';
import { aligned, nudged, resized, sharedOut, snapped, stepped } from '../../../server/page/state/layout/sizing.js';
import {
  rootFor,
  shapeLimits,
  shapeOf,
  suits,
  withoutVariant,
  withVariant,
} from '../../../server/page/state/layout/variants.js';

const schema = layoutSchema as unknown as Schema;

function read(text: string): ParsedJson {
  const parsed = parseJson(text);
  if (!isParsed(parsed)) throw new Error(`${parsed.kind} at ${parsed.at}`);
  return parsed;
}

const line = (name: string) => ({ type: 'text', text: name });
/** A column of a, a row of b and c, and d. */
const sample: LayoutDocument = {
  title: 'Sample',
  description: 'A sample.',
  root: {
    type: 'box',
    children: [line('a'), { type: 'box', direction: 'row', children: [line('b'), line('c')] }, line('d')],
  },
};
const textsIn = (document: LayoutDocument) =>
  treeRows(document, ['root'])
    .map(({ node, level }) => `${level}${typeof node.text === 'string' ? node.text : ''}`)
    .join(' ');
const at = (...places: number[]) => ['root', ...places.flatMap((place) => ['children', place])];

describe('a node without room', () => {
  const crowded: LayoutDocument = {
    title: 'Crowded',
    description: 'Too much.',
    root: { type: 'box', children: [{ type: 'price', grow: 1 }, { type: 'barcode', height: '70%' }, line('a')] },
  };
  const message = 'Expected room for the whole price in the layout but received a box of 280×9 px';
  const problem = { pointer: '#/layout/root/children/0', reason: 'price_does_not_fit', message };
  const gap = gapOf(problem, crowded)!;

  test('is found by its problem, and left blank with its size', () => {
    expect(gap).toEqual({ pointer: '#/root/children/0', path: at(0), room: { width: 280, height: 9 } });
    expect(gapOf({ ...problem, pointer: '#/layout' }, crowded)).toBeNull();
    expect(gapOf({ ...problem, reason: 'format' }, crowded)).toBeNull();
    const blank = withGaps(crowded, [gap]);
    expect(valueAt(blank, at(0))).toMatchObject({ type: 'box', grow: 1 });
    expect(firstEmpty(blank)).toBeNull();
    expect(valueAt(blank, at(1))).toBe(valueAt(crowded, at(1)));
  });

  test('gets room from what is highest beside it, the smallest change first', () => {
    const places = { '#/root': [0, 128], '#/root/children/0': [0, 9] } as const;
    const others = { '#/root/children/1': [9, 90], '#/root/children/2': [99, 29] } as const;
    const boxes = Object.entries({ ...places, ...others }).map(([pointer, [y, height]]) => {
      return { pointer, place: pointer, x: 0, y, width: 296, height };
    });
    const mends = mendsOf(crowded, gap, boxes, 112);
    const smallest = mends.slice(0, 3).map(({ path, side, mm }) => [path, side, mm]);
    expect(smallest).toEqual([-1, -2, -3].map((mm) => [at(1), 'height', mm]));
    expect(valueAt(mends[0]!.document, [...at(1), 'height'])).toBe('66.9%');
    // Nothing is made smaller than two fifths of itself.
    expect(Math.max(...mends.map(({ mm }) => -mm))).toBe(12);
    const fixed = withValue(crowded, [...at(0), 'height'], 9);
    expect(mendsOf(fixed, gap, boxes, 112)[0]).toMatchObject({ path: at(0), side: 'height', mm: 1 });
  });
});

describe('the text of a document', () => {
  test.each([...loadLayouts().keys()])('%s keeps its text where nothing is changed', (id) => {
    const layout = documentOf(loadLayouts().get(id)!);
    const text = printJson(layout);
    expect(JSON.parse(text)).toEqual(layout);
    const before = read(text);
    expect(rewrittenJson(text, before, before.value)).toBe(text);
    const lines = text.split('\n').filter((each) => !/data:|description/.test(each));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  test('keeps the lines of all that a change does not touch, and that of an item that moves', () => {
    const changes = (text: string, path: Path, change: (value: Json) => Json) => {
      const before = read(text);
      return rewrittenJson(text, before, withValue(before.value, path, change(before.value)));
    };
    const text = '{\n  "a": [1,   2],\n\n  "b": { "c":3 },\n  "d": [\n    {"x": 1}\n  ]\n}\n';
    expect(changes(text, ['d', 0, 'x'], () => 2)).toBe(
      '{\n  "a": [1,   2],\n  "b": { "c":3 },\n  "d": [\n    { "x": 2 }\n  ]\n}\n',
    );
    const list = '{\n  "a": [{"x":  1}, {"x":  2}]\n}\n';
    const second = (value: Json) => [valueAt(value, ['a', 1])!];
    expect(changes(list, ['a'], second)).toBe('{\n  "a": [{"x":  2}]\n}\n');
  });

  test('has lines of 120 characters at most', () => {
    expect(printJson(['x'.repeat(116)])).toBe(`["${'x'.repeat(116)}"]\n`);
    expect(printJson(['x'.repeat(117)])).toBe(`[\n  "${'x'.repeat(117)}"\n]\n`);
  });

  test('is that of the value, whatever is changed in it', () => {
    const value = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ maxLength: 5 }),
        fc.integer(),
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.string({ maxLength: 3 }).filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(value, value, fc.nat(6), fc.boolean(), (first, other, step, compact) => {
        const text = compact ? JSON.stringify(first) : printJson(first);
        const before = read(text);
        expect(before.value).toEqual(first);
        const keys = typeof first === 'object' && first !== null ? Object.keys(first) : [];
        const key = keys[step % Math.max(1, keys.length)];
        const path = key === undefined ? [] : [Array.isArray(first) ? Number(key) : key];
        const next = withValue(before.value, path, other);
        expect(read(rewrittenJson(text, before, next)).value).toEqual(next);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['{ "a": 1', 'end', 8],
    ['{ "a" 1 }', 'colon', 6],
    ['{ "a": 1 "b": 2 }', 'comma', 9],
    ['{ "a": 1, }', 'key', 10],
    ['{ "a": 1, "a": 2 }', 'twice', 10],
    ['{ x: 1 }', 'key', 2],
    ['{ // x\n}', 'key', 2],
    ['[1, x]', 'value', 4],
    ['{} {}', 'after', 3],
    ['["a\nb"]', 'string', 1],
    [String.raw`["\x"]`, 'string', 1],
    ['['.repeat(300), 'deep', 201],
  ])('the error in %j has a kind and a place', (text, kind, place) => {
    expect(parseJson(text)).toEqual({ kind, at: place });
  });

  test('places in it and paths of it are found from each other', () => {
    const text = printJson(sample);
    const { node } = read(text);
    const path = pathAround(node, text.indexOf('"c"') + 1);
    expect(pointerOf(path)).toBe('#/root/children/1/children/1/text');
    const { from, to } = rangeAt(node, path)!;
    expect(text.slice(from, to)).toBe('"c"');
    expect(pathOf(pointerOf(path), sample)).toEqual(path);
    expect(pathOf('#/a~1b/0', { 'a/b': { 0: 1 } })).toEqual(['a/b', '0']);
    expect(pathOf('#/~01', {})).toEqual(['~1']);
    expect(pointerOf(['a/b~c', 0])).toBe('#/a~1b~0c/0');
    expect(valueAt({}, ['toString'])).toBeUndefined();
  });
});

describe('nodes', () => {
  test('are removed; an empty container can be drawn, but is reported', () => {
    expect(textsIn(removed(sample, at(0))!.document)).toBe('1 2 3b 3c 2d');
    const { document, path } = removed(removed(sample, at(1, 0))!.document, at(1, 0))!;
    expect([textsIn(document), path]).toEqual(['1 2a 2 2d', at(1)]);
    expect([firstEmpty(document), firstEmpty(sample)]).toEqual(['#/root/children/1', null]);
    expect([firstEmpty(drawable(document)), drawable(sample)]).toEqual([null, sample]);
    expect(removed(sample, ['root'])).toBeNull();
    expect(removed(sample, at(2))!.path).toEqual(at(1));
    expect(firstEmpty({ ...sample, parts: { foot: { type: 'box', children: [] } } })).toBe('#/parts/foot');
  });

  test('are duplicated beside themselves, and put beside a node in a row of their own', () => {
    const twice = duplicated(sample, [at(1, 0)])!;
    expect([textsIn(twice.document), twice.path]).toEqual(['1 2a 2 3b 3b 3c 2d', at(1, 1)]);
    expect(duplicated(sample, [['root']])).toBeNull();
    const gap = { container: at(0), place: 0, beside: 'row' } as const;
    const made = inserted(sample, gap, line('new'))!;
    expect([textsIn(made.document), made.path]).toEqual(['1 2 3new 3a 2 3b 3c 2d', at(0, 0)]);
    expect(valueAt(made.document, at(0))).toMatchObject({ direction: 'row', children: [{ grow: 1 }, { grow: 1 }] });
    // A node that leaves the list before the target does not shift it.
    const movedThere = moved(sample, [at(0)], { container: at(2), place: 1, beside: 'row' })!;
    expect([textsIn(movedThere.document), movedThere.path]).toEqual(['1 2 3b 3c 2 3d 3a', at(1, 1)]);
  });

  test('are moved, also past themselves, but never into themselves', () => {
    const move = (from: number[], to: number[], place: number) => {
      const next = moved(sample, [at(...from)], { container: at(...to), place });
      if (next) expect(valueAt(next.document, next.path)).toEqual(valueAt(sample, at(...from)));
      return next && textsIn(next.document);
    };
    expect(move([0], [1], 1)).toBe('1 2 3b 3a 3c 2d');
    expect(move([0], [], 3)).toBe('1 2 3b 3c 2d 2a');
    expect(move([1, 1], [], 0)).toBe('1 2c 2a 2 3b 2d');
    expect([move([1], [1], 0), move([0], [0], 0), move([0], [], 1)]).toEqual([null, null, null]);
  });

  test('are moved and wrapped several at a time, in their order, and get a share where they would have no room', () => {
    const both = moved(sample, [at(0), at(1, 1)], { container: at(), place: 3 })!;
    expect([textsIn(both.document), both.path, both.count]).toEqual(['1 2 3b 2d 2a 2c', at(2), 2]);
    expect(moved(sample, [at(0), at(1)], { container: at(1), place: 0 })).toBeNull();
    expect(moved(sample, [], { container: at(1), place: 0 })).toBeNull();
    const together = wrapped(sample, [at(0), at(2)], 'row')!;
    expect([textsIn(together.document), together.path]).toEqual(['1 2 3a 3d 2 3b 3c', at(0)]);
    const code = { type: 'barcode', height: '30%' };
    const coded = inserted(sample, { container: at(), place: 0 }, code)!.document;
    const inRow = moved(coded, [at(0)], { container: at(2), place: 1 })!;
    expect([inRow.path, valueAt(inRow.document, inRow.path)]).toEqual([at(1, 1), { type: 'barcode', grow: 1 }]);
    const sized = withValue(inRow.document, [...at(1, 1), 'width'], 9);
    const back = moved(sized, [at(1, 1)], { container: at(), place: 0 })!;
    expect(valueAt(back.document, back.path)).toEqual({ type: 'barcode', grow: 1 });
    const copies = duplicated(sample, [at(1, 0), at(1, 1)])!;
    expect([textsIn(copies.document), copies.path, copies.count]).toEqual(['1 2a 2 3b 3c 3b 3c 2d', at(1, 2), 2]);
    expect(gapBeside(sample, at(1))).toEqual({ container: at(), place: 2 });
    expect(gapBeside(sample, ['root'])).toEqual({ container: at(), place: 3 });
  });

  test('of the palette show what the layout lacks', () => {
    const made: LayoutDocument[] = [];
    const add = (kind: PaletteKind, inRow: boolean, around: LayoutDocument) => {
      const node = newNode(kind, { root: { type: 'box', children: made } }, inRow, around);
      made.push(node);
      return node.text ?? node.field ?? 'price';
    };
    const banner = { type: 'box', fill: 'accent', children: [] };
    expect(add('text', true, banner)).toBe('{phrase.offer}');
    expect(add('text', true, { ...banner, children: made })).toBe('{phrase.percent_off}');
    expect([add('text', false, {}), add('text', false, {})]).toEqual(['{product_name}', '{phrase.per_unit}']);
    expect([add('price', false, {}), add('price', true, {})]).toEqual(['price', 'data.previous_price']);
    expect(made.at(-1)).toMatchObject({ strike: 'accent', grow: 1 });
    expect(Object.keys(needsOf(made.at(-1)!)!)).toEqual(['previous_price']);
  });

  test('are moved in the tree by keys', () => {
    const step = (path: number[], direction: 'up' | 'down' | 'left' | 'right') => {
      const next = movedInTree(sample, [at(...path)], direction);
      return next && textsIn(next.document);
    };
    expect(step([2], 'up')).toBe('1 2a 2d 2 3b 3c');
    expect(step([0], 'down')).toBe('1 2 3b 3c 2a 2d');
    expect(step([1, 0], 'left')).toBe('1 2a 2 3c 2b 2d');
    expect(step([2], 'right')).toBe('1 2a 2 3b 3c 3d');
    expect(textsIn(movedInTree(sample, [at(0), at(1)], 'down')!.document)).toBe('1 2d 2a 2 3b 3c');
    expect(textsIn(movedInTree(sample, [at(1, 0), at(1, 1)], 'left')!.document)).toBe('1 2a 2 2b 2c 2d');
    for (const none of [step([0], 'up'), step([2], 'down'), step([0], 'right'), step([0], 'left')])
      expect(none).toBeNull();
  });

  test('are put into boxes and taken out', () => {
    const sized = withValue(sample, [...at(0), 'width'], '40%');
    const inRow = wrapped(sized, [at(0)], 'row')!;
    const children = [{ ...line('a'), grow: 1 }];
    expect(valueAt(inRow.document, at(0))).toEqual({
      type: 'box',
      direction: 'row',
      width: '40%',
      gap: '1mm',
      children,
    });
    expect(textsIn(unwrapped(sample, at(1))!.document)).toBe('1 2a 2b 2c 2d');
    expect(unwrapped(sample, at(0))).toBeNull();
  });

  test('of a part stand in the tree once, below its first place; of one that only a shipped part uses last', () => {
    const rows = (document: object) =>
      treeRows(document as LayoutDocument, ['root']).map(({ pointer, level, inner }) => `${level} ${pointer} ${inner}`);
    const part = (name: string) => ({ type: 'part', part: name });
    const box = (...children: readonly object[]) => ({ type: 'box', children });
    expect(rows({ parts: { foot: box(line('x')) }, root: box(part('foot'), part('foot')) })).toEqual([
      ...['1 #/root 4', '2 #/root/children/0 2', '3 #/parts/foot 1', '4 #/parts/foot/children/0 0'],
      '2 #/root/children/1 0',
    ]);
    const parts = { foot: box(part('inner')), inner: part('foot'), until: line('x') };
    expect(rows({ parts, root: box(part('foot'), line('y')) })).toEqual([
      ...['1 #/root 6', '2 #/root/children/0 3', '3 #/parts/foot 2', '4 #/parts/foot/children/0 1'],
      ...['5 #/parts/inner 0', '2 #/root/children/1 0', '2 #/parts/until 0'],
    ]);
  });

  test('are named in an address from the root that is drawn', () => {
    expect(boxName(at(1, 0), ['root'])).toBe('1.0');
    expect(boxName(at(1, 0), ['variants', 0, 'root'])).toBeNull();
    expect(boxName(['parts', 'foot', 'children', 2], ['root'])).toBe('foot:2');
    expect(pathOfBox('1.0', sample, ['root'])).toEqual(at(1, 0));
    expect(pathOfBox('1.7.0', sample, ['root'])).toEqual(at(1));
    expect(pathOfBox('nothing:1', sample, ['root'])).toEqual(at(1));
  });
});

describe('sizes', () => {
  const drawn = { own: { width: 100, height: 40 }, around: { width: 200, height: 100 }, dpi: 127 };

  test('keep their unit when an edge is dragged; a share of what is round it is the first', () => {
    const size = (first: Json | undefined) =>
      valueAt(resized(withValue(sample, [...at(0), 'width'], first), at(0), 'width', 50, drawn), [...at(0), 'width']);
    expect([size(undefined), size(30), size('30mm'), size('30%')]).toEqual(['25%', 50, '10mm', '25%']);
  });

  test('along the way things are arranged end the share of what is left', () => {
    const grown = withValue(sample, [...at(0), 'grow'], 1);
    expect(valueAt(resized(grown, at(0), 'height', 20, drawn), at(0))).toEqual({ ...line('a'), height: '20%' });
    expect(valueAt(resized(grown, at(0), 'width', 20, drawn), at(0))).toEqual({ ...line('a'), grow: 1, width: '10%' });
  });

  test('change by keys, and what is in a box moves', () => {
    expect(valueAt(stepped(sample, at(0), 'width', -1, drawn), [...at(0), 'width'])).toBe('49%');
    const thin = withValue(sample, [...at(0), 'width'], 1);
    expect(stepped(thin, at(0), 'width', -1, drawn)).toBe(thin);
    const down = nudged(sample, at(0), 'y', 1);
    expect(valueAt(down, at(0))).toEqual({ ...line('a'), valign: 'bottom' });
    expect(nudged(down, at(0), 'y', 1)).toBe(down);
    expect(valueAt(nudged(sample, at(1), 'x', 1), [...at(1), 'justify'])).toBe('center');
    expect(valueAt(nudged(sample, at(1), 'y', 1), [...at(1), 'align'])).toBe('center');
  });

  test('are drawn to the nearest edge within reach, else to whole steps', () => {
    expect(snapped(52, [40, 50, 55], 0, 8, 3)).toEqual({ at: 50, guide: 50 });
    expect(snapped(53, [40, 50, 55], 0, 8, 3)).toEqual({ at: 55, guide: 55 });
    expect(snapped(61, [40, 50, 55], 2, 8, 3)).toEqual({ at: 58, guide: null });
  });

  test('are shared out, and contents aligned, of several nodes', () => {
    const wide = withValue(sample, [...at(1, 0), 'width'], '30%');
    const shared = sharedOut(wide, [at(1, 0), at(1, 1)]);
    expect(valueAt(shared, [...at(1), 'children'])).toEqual(['b', 'c'].map((name) => ({ ...line(name), grow: 1 })));
    const centred = aligned(sample, [at(0), at(1)], 'x', 1);
    expect(valueAt(centred, [...at(0), 'align'])).toBe('center');
    expect(valueAt(centred, [...at(1), 'justify'])).toBe('center');
  });

  test('are the same in another unit', () => {
    const scale = { whole: 200, dpi: 127 };
    expect(writeLength(converted(readLength('10mm')!, '%', scale))).toBe('25%');
    expect(writeLength(converted(readLength(50)!, 'mm', scale))).toBe('10mm');
    expect([pixelsOf(readLength('0.25mm')!, scale), readLength('content')]).toEqual([1.25, null]);
    expect(writeLength({ value: 0.333, unit: 'mm' })).toBe('0.33mm');
  });
});

describe('a drag', () => {
  const boxOf = (pointer: string, x: number, y: number, width: number, height: number): PlacedBox => {
    return { pointer, place: pointer, x, y, width, height };
  };
  const boxes = [
    boxOf('#/root', 0, 0, 300, 120),
    boxOf('#/root/children/0', 0, 0, 300, 30),
    boxOf('#/root/children/1', 0, 30, 300, 60),
    boxOf('#/root/children/1/children/0', 0, 30, 150, 60),
    boxOf('#/root/children/1/children/1', 150, 30, 150, 60),
    boxOf('#/root/children/2', 0, 90, 300, 30),
  ];
  const drop = (x: number, y: number, dragged: number[] | null = null, rtl = false) => {
    const found = dropAt(sample, boxes, { x, y }, dragged ? [at(...dragged)] : [], rtl);
    return found && [found.container, found.place];
  };

  test('goes between the children of the innermost container, and beside it at its edge', () => {
    expect(drop(100, 20)).toEqual([at(), 1]);
    expect(drop(100, 5)).toEqual([at(), 0]);
    expect(drop(200, 60)).toEqual([at(1), 1]);
    expect(drop(290, 60)).toEqual([at(1), 2]);
    expect(drop(200, 32)).toEqual([at(), 1]);
    expect(drop(200, 88)).toEqual([at(), 2]);
    expect(drop(20, 60, null, true)).toEqual([at(1), 2]);
    expect(drop(290, 60, null, true)).toEqual([at(1), 0]);
    expect(dropAt(sample, boxes, { x: 160, y: 60 }, [], false)?.mark).toEqual({ x: 150, y: 30, width: 0, height: 60 });
    expect(boxAt(boxes, { x: 160, y: 60 })?.pointer).toBe('#/root/children/1/children/1');
    expect(drop(200, 60, [1])).toEqual([at(), 2]);
    expect(drop(400, 60)).toBeNull();
  });

  test('goes beside a node at its edge across its container, in a row or column of their own', () => {
    const beside = (x: number, y: number, rtl = false) => {
      const found = dropAt(sample, boxes, { x, y }, [], rtl);
      return found && [found.container, found.place, found.beside, found.mark];
    };
    const left = { x: 0, y: 0, width: 0, height: 30 };
    expect(beside(20, 15)).toEqual([at(0), 0, 'row', left]);
    expect(beside(20, 15, true)).toEqual([at(0), 1, 'row', left]);
    expect(beside(280, 15)?.slice(0, 3)).toEqual([at(0), 1, 'row']);
    expect(beside(200, 40)).toEqual([at(1, 1), 0, 'column', { x: 150, y: 30, width: 150, height: 0 }]);
    expect(dropAt(sample, boxes, { x: 20, y: 15 }, [at(0)], false)?.beside).toBeUndefined();
  });

  test('in the tree goes before, in or after the node of a row', () => {
    const drop = (path: number[], share: number, dragged: number[] | null = null) => {
      const found = treeDropAt(sample, at(...path), share, dragged ? [at(...dragged)] : []);
      return found && [found.side, found.container, found.place];
    };
    expect(drop([0], 0.2)).toEqual(['before', at(), 0]);
    expect(drop([0], 0.8)).toEqual(['after', at(), 1]);
    expect(drop([1], 0.2)).toEqual(['before', at(), 1]);
    expect(drop([1], 0.5)).toEqual(['in', at(1), 2]);
    // Below an open container is before its first node.
    expect(drop([1], 0.9)).toEqual(['in', at(1), 0]);
    expect([drop([], 0.1), drop([1, 0], 0.5, [1])]).toEqual([['in', at(), 3], null]);
  });
});

describe('undo', () => {
  const entry = (text: string) => ({ text });

  test('goes back and forth, and runs of one kind are one step', () => {
    let history = historyOf(entry('a'));
    history = changed(history, entry('b'), 'drag');
    history = changed(history, entry('c'), 'drag');
    history = changed(settled(history), entry('d'), 'drag');
    const back = undone(history)!;
    expect([back.now.text, undone(back)!.now.text, undone(undone(back)!)]).toEqual(['c', 'a', null]);
    expect([redone(back)!.now.text, redone(history)]).toEqual(['d', null]);
    expect(redone(changed(back, entry('e')))).toBeNull();
    const typed = changed(changed(historyOf(entry('a')), entry('b'), 'typed'), entry('c'));
    expect(undone(changed(undone(typed)!, entry('d'), 'typed'))!.now.text).toBe('b');
  });

  test('lets the oldest go beyond its room', () => {
    const large = 'x'.repeat(20 * 1024 * 1024);
    let history = historyOf(entry(`1${large}`));
    for (const name of ['2', '3']) history = changed(history, entry(name + large));
    expect(history.past.map(({ text }) => text[0])).toEqual(['2']);
    expect(changed(historyOf(entry(large + large)), entry('4')).past).toHaveLength(1);
  });
});

describe('variants', () => {
  test('of a panel are found as the renderer does, made, and named', () => {
    const root = { type: 'box', children: [] };
    const variants = [
      { for: { max_aspect: 1.25 }, root },
      { for: { min_aspect: 3 }, root },
    ];
    const layout = { title: 'Of three shapes', root, variants } as unknown as LayoutDocument;
    expect(rootFor(layout, { width: 200, height: 200 })).toEqual(['variants', 0, 'root']);
    expect(rootFor(layout, { width: 400, height: 100 })).toEqual(['variants', 1, 'root']);
    expect(rootFor(layout, { width: 296, height: 128 })).toEqual(['root']);
    for (const limits of [{ min_height: 240 }, { max_height: 240 }, { min_aspect: 2 }, { max_aspect: 2 }])
      expect(suits(limits, { width: 480, height: 240 })).toBe(true);
    for (const [shape, limits] of Object.entries(shapeLimits)) expect(shapeOf(limits)).toBe(shape);
    const more = withVariant(sample, shapeLimits.squares, ['root']);
    expect(rootFor(more, { width: 100, height: 100 })).toEqual(['variants', 0, 'root']);
    expect(withoutVariant(more, 0)).toEqual(sample);
  });
});

describe('the kind of a node', () => {
  test('is changed, and it keeps what the new kind can say', () => {
    const wide = withValue(sample, [...at(0), 'width'], '40%');
    expect(valueAt(withKind(wide, at(0), 'qr', schema), at(0))).toEqual({ type: 'qr', width: '40%' });
    const code = withKind(sample, at(0), 'barcode', schema);
    expect(valueAt(code, at(0))).toEqual({ type: 'barcode', height: '30%' });
    const other = withKind(withValue(code, [...at(0), 'text'], '{sku}'), at(0), 'qr', schema);
    expect(valueAt(other, at(0))).toEqual({ type: 'qr', height: '30%', text: '{sku}' });
    expect(valueAt(withKind(sample, at(1), 'stack', schema), at(1))).toEqual({
      type: 'stack',
      children: [line('b'), line('c')],
    });
    const list = withKind(sample, at(1), 'repeat', schema);
    expect(valueAt(list, at(1))).toMatchObject({ type: 'repeat', each: 'data.rows', direction: 'row' });
    expect(valueAt(list, ['data', 'rows', 'type'])).toBe('list');
    const menu = withValue(sample, ['data'], { soups: { type: 'list', columns: { name: 'text' } } });
    const soups = withKind(menu, at(1), 'repeat', schema);
    expect([soups.data, valueAt(soups, [...at(1), 'each'])]).toEqual([menu.data, 'data.soups']);
    expect(contentFor('usual', 'de-DE', menu).data.soups).toHaveLength(3);
    expect(valueAt(withKind(sample, at(0), 'line', schema), at(0))).toEqual({ type: 'line' });
    expect(withKind(sample, at(0), 'text', schema)).toBe(sample);
    expect([kindsFor(line('a')), kindsFor({ type: 'picture' })[0], kindsFor({ type: 'box' }).length]).toEqual([
      expect.arrayContaining(['qr', 'part']),
      'picture',
      4,
    ]);
  });
});

describe('what the schema lets be said', () => {
  test('is known for each node, and proposed where the cursor is', () => {
    const ofLine = propertiesOf(schema, 'line').map(([name]) => name);
    expect(ofLine.join(' ')).toBe('ink when width height grow optional instead rotate');
    const path = at(0);
    expect(keysFor(schema, path, sample).map(({ text }) => text)).toContain('tracking');
    expect(keysFor(schema, path, sample).map(({ text }) => text)).not.toContain('text');
    const whole = { $defs: { size: { type: 'string', description: 'any size' } } };
    const described = { type: 'string', description: 'of texts' };
    expect(resolved({ $ref: '#/$defs/size', description: 'of texts' }, whole)).toMatchObject(described);
    expect(valuesFor(schema, [...path, 'weight'], sample).map(({ text }) => text)).toEqual(['"regular"', '"bold"']);
    expect(keysFor(schema, [], {}).map(({ text }) => text)).toContain('variants');
    expect(keysFor(schema, ['variants', 0, 'for'], { variants: [{}] }).map(({ text }) => text)).toContain('max_aspect');
  });

  test('the phrases that texts are offered are shipped', () => {
    const offered = textOffers.flatMap(({ shows }) => /\{phrase\.([a-z_]+)\}/.exec(shows)?.[1] ?? []);
    expect(offered.length).toBeGreaterThan(2);
    expect(Object.keys(shippedPhrases)).toEqual(expect.arrayContaining(offered));
  });

  test('fields that are needed are declared once, before the root', () => {
    const needs = { valid_until: { type: 'text' } } as const;
    const once = withNeeds(sample, needs);
    expect(Object.keys(once)).toEqual(['title', 'description', 'data', 'root']);
    expect(withNeeds(once, needs)).toBe(once);
    const ids = ['Preis vorher (€)', 'Äpfel & Größe', '123'].map(fieldId);
    expect(ids).toEqual(['preis_vorher', 'apfel_grosse', 'field']);
    const taken = ['weekend-offer', 'weekend-offer-2'];
    expect(layoutId('Weekend offer', (id) => taken.includes(id))).toBe('weekend-offer-3');
  });

  test('each content has all data that a layout asks for', () => {
    const layout = loadLayouts().get('promotion') as unknown as LayoutDocument;
    const names = ['previous_price', 'lowest_price', 'promotion', 'valid_until'];
    for (const kind of contentKinds)
      for (const locale of foreignLocales) expect(Object.keys(contentFor(kind, locale, layout).data)).toEqual(names);
    const japanese = { currency: 'JPY', price: '298.00', data: { previous_price: '500.00' } };
    expect(contentFor('foreign', 'ja-JP', layout)).toMatchObject(japanese);
    expect(firstEmpty(blankDocument('A', 'B'))).toBe('#/root');
  });
});
