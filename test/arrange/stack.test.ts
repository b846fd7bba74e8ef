import { describe, expect, test } from '@jest/globals';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { arrangeGround } from '../../renderer/slots/ground.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import type { Content } from '../../renderer/index.js';
import { createAccount } from '../../renderer/limits.js';
import { roomIn } from '../../renderer/shapes/silhouette.js';
import { getBit } from '../../renderer/shapes/stencil.js';
import { drawIcon } from '../../renderer/shapes/icons.js';
import { contentOf } from '../support/labels/cases.js';
import { layoutOf, name, problemOf, problemsOf, withRoot } from '../support/labels/documents.js';
import { inkOf, within } from '../support/labels/marks.js';
import { arrange, compute, device, slots, typesetter } from '../support/rulers/arranging.js';

const { width, height } = device;
const [white, black, red] = ['white', 'black', 'red'].map((ink) => device.inks.findIndex(({ name: of }) => of === ink));

const shown = (more: Partial<Content> = {}): Content => ({
  ...contentOf({ update: { product_name: 'Milk', price: '3.50', unit: '1 L' } }, device),
  ...more,
});
const box = (...children: readonly object[]) => ({ type: 'box', children });
const stack = (...children: readonly object[]) => ({ type: 'stack', grow: 1, children });
const filled = (fill: string, more: object = {}) => ({ ...box({ type: 'line', height: 0 }), fill, ...more });
const draw = (root: object, more: Partial<Content> = {}) => arrange(shown(more), layoutOf(withRoot(root)), device);
const places = (root: object, more: Partial<Content> = {}) =>
  slots(shown(more), layoutOf(withRoot(root)), device).map(({ node, x, y, width: wide, height: high }) => ({
    type: node.type,
    at: [x, y, wide, high],
  }));
const inkOfText = (root: object) => draw(root).marks.find(({ kind }) => kind === 'text')! as { ink: number };

describe('a stack', () => {
  test('gives each child its whole area, or the place and size of the child', () => {
    const children = [name, { type: 'line', width: 40, height: 20 }, { type: 'line', width: '50%' }];
    const root = box({ ...stack(...children), padding: 8, align: 'end', justify: 'center' });
    const room = [8, 8, width - 16, height - 16];
    expect(places(root).map(({ at }) => at)).toEqual([
      room,
      [width - 8 - 40, (height - 20) / 2, 40, 20],
      [width - 8 - 140, 8, 140, height - 16],
    ]);
    expect(places(root, { locale: 'he-IL' })[1]!.at).toEqual([8, (height - 20) / 2, 40, 20]);
  });

  test('gives a child no more than it has, and percentages of its own height', () => {
    const [high, low] = [300, '25%'].map((px) => ({ type: 'line', height: px }));
    expect(places(box(stack(high!, low!))).map(({ at }) => at[3])).toEqual([height, height / 4]);
  });

  test('adds the turn of a node within a turned one', () => {
    const of = (outer: number, inner: number) => {
      const line = { type: 'line', width: 30, height: 7 };
      const child = { type: 'box', ...(inner > 0 && { rotate: inner }), grow: 1, children: [line] };
      return draw(box({ type: 'box', rotate: outer, width: 60, height: 60, children: [child] })).marks;
    };
    expect(of(270, 180)).toEqual(of(90, 0));
  });

  test('keeps the height of its tallest child beside growing nodes', () => {
    const low = { type: 'stack', padding: 3, children: [name, { type: 'line', height: 31 }] };
    const [line] = places(box({ type: 'price', grow: 1 }, low)).filter(({ type }) => type === 'line');
    expect(line!.at).toEqual([3, height - 34, width - 6, 31]);
    // A box is not squeezed below the height of its children.
    const pressed = places(box({ type: 'stack', children: [name] }, { type: 'line', height: height - 10 }));
    expect(pressed[0]!.at[3]).toBeGreaterThanOrEqual(name.size.preferred);
  });

  test('reserves the height of a box with its padding, and with gaps only between its children', () => {
    const line = { type: 'line', height: 5 };
    const inner = { type: 'box', gap: 8, padding: 2, children: [line, line] };
    expect(places(box({ type: 'stack', children: [inner] }, line)).at(-1)!.at[1]).toBe(5 + 8 + 5 + 2 * 2);
  });

  test('draws later children over earlier ones, and omits hidden ones', () => {
    const root = box(stack(filled('red'), filled('black', { when: 'data.none' }), filled('white')));
    const fills = draw(root).marks.flatMap((mark) => (mark.kind === 'fill' && mark.height > 0 ? [mark.ink] : []));
    expect(fills).toEqual([red, white]);
  });

  test.each([
    ['an earlier child that covers it', [filled('black')], 'white'],
    ['the last of them that does', [filled('black'), filled('white')], 'black'],
    ['a box in a child', [box(filled('black', { grow: 1 }))], 'white'],
    ['a line', [{ type: 'line', ink: 'red' }], 'white'],
    ['a shape, where its room covers it', [{ type: 'shape', shape: 'ellipse', fill: 'black', width: '200%' }], 'black'],
    ['none that covers only a part of it', [filled('black', { width: '50%' })], 'black'],
  ] as const)('writes in an ink that is read on %s', (_, below, ink) => {
    const root = box(stack(...below, { ...name, align: 'start' }));
    expect(inkOfText(root).ink).toBe(ink === 'white' ? white : black);
  });

  test('writes in white within the room of a black star below', () => {
    const star = { type: 'shape', shape: 'star', fill: 'black' };
    const middle = { ...name, width: '20%', height: '20%', align: 'center' };
    expect(inkOfText(box({ ...stack(star, middle), align: 'center', justify: 'center' })).ink).toBe(white);
    expect(inkOfText(box(stack(star, middle))).ink).toBe(black);
  });

  test('writes on the ground inside an outline, and in the room of a shape that is turned', () => {
    const around = { type: 'shape', shape: 'ellipse', outline: 'red' };
    const small = { ...name, width: 40, height: 20 };
    const middle = { align: 'center', justify: 'center' };
    expect(inkOfText(box({ ...stack(filled('black'), around, small), ...middle })).ink).toBe(white);
    // Upright, its room is 64 px wide and 148 px high, at the foot.
    const triangle = { type: 'shape', shape: 'triangle', fill: 'black', rotate: 90 };
    const text = { ...name, width: 140, height: 40 };
    expect(inkOfText(box({ ...stack(triangle, text), justify: 'center' })).ink).toBe(white);
  });

  test('uses its own fill where no child is under a text', () => {
    expect(inkOfText(box({ ...stack(name), fill: 'black' })).ink).toBe(white);
  });
});

describe('a shape', () => {
  const shapes = [{ shape: 'ellipse' }, { shape: 'star' }, { shape: 'arrow' }, { shape: 'triangle' }] as const;

  test.each(shapes)('$shape holds its text within its outline, turned or not, from either side', (form) => {
    for (const rotate of [undefined, 90, 180, 270])
      for (const locale of ['en-US', 'he-IL']) {
        const text = { ...name, grow: 1, align: 'center' };
        const root = box({ type: 'shape', ...form, fill: 'black', grow: 1, rotate, children: [text] });
        const { marks } = draw(root, { locale });
        const ground = marks.find(({ kind }) => kind === 'stencil') as { stencil: { width: number } };
        const words = marks.filter(({ kind }) => kind === 'text');
        expect([form.shape, ground.stencil.width, words.length > 0]).toEqual([form.shape, width, true]);
        expect(words.map((mark) => (mark as { ink: number }).ink)).toEqual(words.map(() => white));
        if (rotate !== undefined) continue;
        const room = roomIn(form, { width, height, mirrored: locale === 'he-IL' });
        for (const word of words) expect([word, room, within(inkOf(word), room)]).toEqual([word, room, true]);
      }
  });

  test('reserves as much more height as its room is lower', () => {
    const badge = {
      type: 'shape',
      shape: 'ellipse',
      fill: 'red',
      width: '50%',
      children: [{ type: 'line', height: 20 }],
    };
    const of = (kind: string) => places(box({ type: 'price', grow: 1 }, badge)).find(({ type }) => type === kind)!.at;
    expect(of('shape')[3]).toBeGreaterThanOrEqual(28);
    expect(of('shape')[3]).toBeLessThan(34);
    expect(of('line')[3]).toBe(20);
  });

  const corners = [0, 9, 18].map((x) => [x, x / 2]);
  test.each([
    [{ shape: 'polygon' }, 'a list of corners [x, y]', 'no points'],
    [{ shape: 'star', points: corners }, 'a number of tips', 'a list of corners [x, y]'],
    [{ shape: 'arrow', points: 7 }, 'no points', 'a number of tips'],
  ])('%j has no such points', (form, expected, received) => {
    const [problem] = problemsOf(withRoot(box({ type: 'shape', ...form })));
    const said = `points points: ${expected} for @, as the shape is "${form.shape}", but received ${received}`;
    expect(problem).toEqual(problemOf(said));
  });

  test('is charged before it is drawn', () => {
    const account = createAccount();
    const shape = layoutOf(withRoot(box({ type: 'shape', shape: 'star', points: 32, fill: 'red', grow: 1 })));
    const plain = layoutOf(withRoot(filled('red')));
    const cost = (layout: typeof plain) => {
      const { arrange: metered } = createArranging(typesetter, createPlans(compute), account);
      account.begin();
      metered(shown(), layout, device);
      return account.spent();
    };
    expect(cost(shape)).toBeGreaterThan(cost(plain) + 500);
  });
});

describe('icons', () => {
  const row = (icon: string, more: object = {}) => box({ type: 'icon', icon, height: 24, ...more });
  const stencils = (root: object, more: Partial<Content> = {}) =>
    draw(root, more).marks.flatMap((mark) => (mark.kind === 'stencil' ? [mark] : []));

  test('are in a row, as large as their box allows, in the order of reading', () => {
    const drawn = stencils(row('organic, vegan', { align: 'start' }));
    expect(drawn.map(({ x, y }) => `${x} ${y}`)).toEqual(['0 0', '28 0']);
    expect(drawn.map(({ stencil }) => stencil)).toEqual(['organic', 'vegan'].map((each) => drawIcon(each, 24)));
    const hebrew = stencils(row('organic, vegan', { align: 'start' }), { locale: 'he-IL' });
    expect(hebrew.map(({ x }) => x)).toEqual([width - 24, width - 52]);
    const narrow = stencils(row('organic vegan frozen', { width: 50 }));
    expect(narrow.map(({ stencil }) => stencil.width)).toEqual([12, 12, 12]);
  });

  test('that do not fit are left out, with a warning', () => {
    const { marks, warnings } = draw(row('organic vegan frozen', { width: 26 }));
    expect(marks).toHaveLength(2);
    const message = 'The icons frozen are not shown: the label has too little room for them';
    expect(warnings).toEqual([{ code: 'FIELD_HIDDEN', field: 'layout', message }]);
    const low = draw(row('organic', { height: 11, ink: 'yellow' }));
    expect([low.marks, low.warnings.map(({ code }) => code)]).toEqual([[], ['FIELD_HIDDEN']]);
  });

  test('come from data, once each; a warning of an unknown name suggests the nearest one', () => {
    const { marks, warnings } = draw(row('new {data.icons}'), { data: { icons: 'new,vegn  frozen' } });
    expect(marks).toHaveLength(2);
    const message = 'No icon is called "vegn" (did you mean "vegan"?); data.icons is shown without it';
    expect(warnings).toEqual([{ code: 'ICON_UNKNOWN', field: 'data.icons', message }]);
    for (const [name, question] of [
      ['allergen_mlik', ' (did you mean "allergen_milk"?)'],
      ['allergen_tree_nuts', ''],
      ['allergen_shellfish', ''],
    ])
      expect(draw(row('{data.icons}'), { data: { icons: name! } }).warnings[0]!.message).toBe(
        `No icon is called "${name}"${question}; data.icons is shown without it`,
      );
    expect(draw(row('{data.icons}')).marks).toEqual([]);
    expect(draw(row('{data.icons}'), { data: { icons: 'new, ' } }).warnings).toEqual([]);
  });

  test('that a document names must be known', () => {
    expect(problemsOf(withRoot(row('organic vegn allergen_{unit} x')))).toEqual([
      problemOf('icon unknown_icon: a known icon for @ but received "vegn" (did you mean "vegan"?)'),
      problemOf('icon unknown_icon: a known icon for @ but received "x"'),
    ]);
  });

  test('are drawn in an ink that is legible on the ground under them', () => {
    expect(stencils({ ...row('organic'), fill: 'black' })[0]!.ink).toBe(white);
    expect(stencils(row('organic', { ink: 'accent' }))[0]!.ink).toBe(red);
  });
});

describe('a text', () => {
  const text = { ...name, text: 'Milk 12 kg' };
  const words = (more: object, locale = 'en-US') =>
    draw(box({ ...text, ...more }), { locale }).marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));

  test('has the Han of its locale', () => {
    const regionOf = (locale: string) => words({ text: '直' }, locale)[0]!.word.font.region;
    expect(['ja-JP', 'zh-CN', 'ko-KR'].map(regionOf)).toEqual([undefined, 'SC', 'KR']);
  });

  test('in condensed letters is narrower, and that is no warning', () => {
    const narrow = draw(box({ ...text, stretch: 'condensed' }));
    expect(narrow.warnings).toEqual([]);
    expect(words({ stretch: 'condensed' }).every(({ word }) => word.font.face === 'condensed')).toBe(true);
  });

  test('has its tracking between all letters, and at blanks, but not where letters join', () => {
    const [plain, tracked] = [words({}), words({ tracking: 2 })];
    const widths = (drawn: typeof plain) => drawn.map(({ word }) => word.right - word.left);
    expect(widths(tracked)).toEqual(widths(plain).map((px, i) => px + 2 * (plain[i]!.word.text.length - 1)));
    const gapAt = (drawn: typeof plain) => drawn[1]!.x - drawn[0]!.x - drawn[0]!.word.advance;
    expect(gapAt(tracked)).toBe(gapAt(plain) + 2);
    for (const joined of ['حليب', 'दूध', 'นม', 'दूध1', '1दूध'])
      expect(widths(words({ text: joined, tracking: 2 }))).toEqual(widths(words({ text: joined })));
    const most = Math.round(device.dpi.value / 25.4);
    expect(widths(words({ tracking: '9mm' }))).toEqual(widths(words({ tracking: most })));
  });
});

test.each([
  [{ fill: 'black', outline: 'accent', thickness: 0 }, ['black', 'red'], 0],
  [{ fill: 'accent', outline: 'accent' }, ['red', 'white'], 0],
  [{ outline: 'yellow' }, ['black'], 1],
  [{ fill: 'yellow', outline: 'yellow' }, ['black', 'white'], 2],
] as const)('a box with %j has the inks %j, and a line of at least a pixel', (ground, inks, warned) => {
  const slot = slots(shown(), layoutOf(withRoot(box(filled('black')))), device)[0]!;
  const area = { x: 3, y: 3, width: 9, height: 8 };
  const node = { type: 'box', children: [], ...ground } as const;
  const { marks, warnings } = arrangeGround(node, { ...slot, area }, device, undefined);
  expect(marks.map((mark) => mark.kind !== 'picture' && device.inks[mark.ink]!.name)).toEqual(inks);
  const line = marks.at(-1)!;
  expect(line.kind === 'stencil' && [0, 1].map((x) => getBit(line.stencil, x, 4))).toEqual([true, false]);
  expect(warnings).toHaveLength(warned);
});

test('a price has its line in the ink of that, and a size that is a share of the panel', () => {
  const price = { type: 'price', height: 60 };
  const struck = draw(box({ ...price, strike: 'accent' })).marks;
  const inksOf = (kind: string) => struck.flatMap((mark) => (mark.kind === kind && 'ink' in mark ? [mark.ink] : []));
  expect([new Set(inksOf('text')), inksOf('stencil')]).toEqual([new Set([black]), [red]]);
  const sizes = ['25%', height / 4, 60].map((largest) =>
    draw(box({ ...price, largest })).marks.map((mark) => mark.kind === 'text' && mark.word.font.size),
  );
  expect(sizes[0]).toEqual(sizes[1]);
  expect(sizes[0]).not.toEqual(sizes[2]);
});
