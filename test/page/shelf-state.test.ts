import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { resolveObjectURL } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import type { LabelView, ShelfUpdated } from '../../server/http/answers.js';
import { type ApiCall, type CallLanguage, writeCalls } from '../../server/page/state/calls.js';
import { isShelf, pathOf, readShelf, type ShelfState, writeShelf } from '../../server/page/state/shelf/address.js';
import { csvOf } from '../../server/page/state/shelf/csv.js';
import { replaceUrl } from '../../server/page/state/shelf/blob-url.js';
import { changesOf } from '../../server/page/state/shelf/changes.js';
import { differenceColours, differenceOf } from '../../server/page/state/shelf/difference.js';
import { readIds } from '../../server/page/state/shelf/ids.js';
import { markOf, type ShelfLabel } from '../../server/page/state/shelf/label.js';
import { createShelfReader } from '../../server/page/state/shelf/reader.js';
import { groupIds, neighbour, type ShelfRow, rowsBetween, rowsOf } from '../../server/page/state/shelf/rows.js';
import { readCells } from '../../server/page/state/wall/cells.js';
import { type FileTable, readTable, type RowFile } from '../../server/page/state/wall/table.js';
import { readColumns } from '../../server/batch/rows/columns.js';
import { share } from '../support/labels/share.js';
import { startHere } from '../support/here.js';
import { call, temporaryFolder } from '../support/server.js';

const run = promisify(execFile);

/** What an address says that names nothing. */
const firstShelf: ShelfState = {
  ...{ label: null, q: '', filter: 'all', view: 'now', revision: null, against: null },
  ...{ tool: 'requests', colours: 'ink', size: 'fit' },
};

test('an address of the shelf is read as it was written', () => {
  const state: ShelfState = {
    ...{ label: 'cheese-1', q: '<img> & 5', filter: 'offline', view: 'difference', revision: 12, against: 3 },
    ...{ tool: 'code', colours: 'panel', size: 'real' },
  };
  expect(readShelf(pathOf(state), writeShelf(state))).toEqual(state);
  expect([pathOf(firstShelf), writeShelf(firstShelf)]).toEqual(['/shelf', '']);
  expect(readShelf('/shelf', '?state=x&revision=0&view=y')).toEqual(firstShelf);
  const paths = ['/shelf', '/shelf/a', '/shelf/a/b', '/shelf/', '/shelfs'];
  expect(paths.map(isShelf)).toEqual([true, true, false, false, false]);
  expect(readShelf('/shelf/%zz', '').label).toBeNull();
});

describe('the rows of the shelf', () => {
  test('are groups by the letters of ids, in the order of their numbers; who is alone comes last', () => {
    const groups = groupIds(['dairy-10', 'b2', 'dairy-9', 'b1', 'default', '4711', 'dairy-1']);
    expect([...groups]).toEqual([
      ['b', ['b1', 'b2']],
      ['dairy', ['dairy-1', 'dairy-9', 'dairy-10']],
      ['', ['4711', 'default']],
    ]);
  });

  const pieces = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `a-${i}`, width: i === 4 ? 900 : 92, height: i === 1 ? 80 : 40 }));
  const rows = rowsOf(new Map([['a', pieces(6)]]), 330);
  const idsOf = (row: ShelfRow) => (row.kind === 'group' ? [row.name] : row.tiles.map(({ id }) => id));

  test('take as many labels as fit, as high as the highest, and make one smaller that is wider than the shelf', () => {
    expect(rows.map(idsOf)).toEqual([['a'], ['a-0', 'a-1', 'a-2'], ['a-3'], ['a-4'], ['a-5']]);
    const [, first, , wide] = rows;
    expect(first!.height).toBe(80 + 8 + 14 + 24);
    expect(wide).toMatchObject({ tiles: [{ width: 330 }] });
    for (const [at, row] of rows.entries()) if (at > 0) expect(row.top).toBe(rows[at - 1]!.top + rows[at - 1]!.height);
  });

  test('are lines of a table, below one for the names of its columns', () => {
    const lines = rowsOf(new Map([['a', pieces(6)]]), 330, true);
    expect(lines.map(idsOf)).toEqual([['a'], ...[0, 1, 2, 3, 4, 5].map((i) => [`a-${i}`])]);
    expect(lines.map(({ top }) => top)).toEqual([44, 80, 124, 168, 212, 256, 300]);
  });

  test('that are seen are found without a look at all', () => {
    const at = rows[2]!.top;
    expect(rowsBetween(rows, at + 1, at + 2)).toEqual([2, 3]);
    expect(rowsBetween(rows, at - 1, at)).toEqual([1, 2]);
    expect(rowsBetween(rows, 0, 1e9)).toEqual([0, 5]);
    expect(rowsBetween([], 0, 10)).toEqual([0, 0]);
  });

  test('lead from one to the next by keys', () => {
    const way = (id: string, ...steps: Parameters<typeof neighbour>[2][]) =>
      steps.map((step) => neighbour(rows, id, step));
    expect(way('a-2', 'left', 'right', 'down', 'home', 'end')).toEqual(['a-1', 'a-3', 'a-3', 'a-0', 'a-2']);
    expect(way('a-3', 'left', 'up')).toEqual(['a-2', 'a-0']);
    expect(way('a-0', 'left', 'up')).toEqual([null, null]);
    expect(way('a-5', 'right', 'down')).toEqual([null, null]);
    expect(way('absent', 'right')).toEqual([null]);
  });

  test('of 5,000 labels take about ten times as long as those of 500', () => {
    const ms = (count: number): number => {
      const ids = Array.from({ length: count }, (_, i) => `group${i % 40}-${i}`);
      const times = [1, 2, 3, 4, 5].map(() => {
        const start = performance.now();
        const groups = [...groupIds(ids)].map(
          ([name, found]) => [name, found.map((id) => ({ id, width: 120, height: 50 }))] as const,
        );
        rowsOf(new Map(groups), 800);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    // V8 has compiled all of it then.
    ms(5000);
    // Where each label looked at all others, it would be a hundred times as long, and never less, however busy the machine is.
    const ratios = [1, 2, 3, 4].map(() => ms(5000) / ms(500));
    expect(Math.min(...ratios)).toBeLessThan(50);
  });
});

describe('what the shelf knows of labels', () => {
  const listedAs = (id: string, revision: number): LabelView => ({
    ...{ id, revision, updated_at: null, device: 'a', layout: 'standard', sku: '', locale: 'de-DE', currency: 'EUR' },
    ...{ time_zone: 'UTC', data: {}, content: null, layout_version: null, warnings: [], tag: null },
  });
  const updatedTo = (id: string, revision: number): ShelfUpdated => ({
    ...{ id, revision, updated_at: '2026-11-20', device: 'a', layout: 'standard', sku: '', locale: 'de-DE' },
    ...{ currency: 'EUR', product_name: 'Milk', price: `${revision}.00`, unit: '1 l' },
    tag: { state: 'queued', ready_at: null, shown_revision: 0, trouble: null },
  });
  /** A reader, its labels as `id revision mark`, and what it reported of tags. */
  const open = (onPut: (label: ShelfLabel) => unknown = () => undefined) => {
    const labels = new Map<string, ShelfLabel>();
    const reported: string[] = [];
    const reader = createShelfReader({
      get: (id) => labels.get(id) ?? null,
      ids: () => [...labels.keys()],
      put: (label) => {
        labels.set(label.id, label);
        onPut(label);
      },
      remove: (id) => labels.delete(id),
      onRefreshing: ({ id, revision }) => reported.push(`${id} to ${revision}`),
      onDisplayed: ({ id, revision }) => reported.push(`${id} at ${revision}`),
    });
    const known = () => [...labels.values()].map((label) => `${label.id} ${label.revision} ${markOf(label)}`).sort();
    return { reader, known, reported };
  };
  /** A list of one page, and what comes while it is read. */
  async function* pageOf(labels: readonly LabelView[], meanwhile: () => void = () => undefined) {
    await Promise.resolve();
    meanwhile();
    yield labels;
  }

  test('names the system that sent a content', async () => {
    const labels = new Map<string, ShelfLabel>();
    const { reader } = open((label) => labels.set(label.id, label));
    const [ours, others] = [listedAs('a', 1), listedAs('b', 1)];
    await reader.list(
      pageOf([
        { ...ours, face: 'aims' },
        { ...others, face: 'other' },
      ]),
    );
    reader.hear('label.updated', updatedTo('c', 1));
    expect([...labels.values()].map(({ face }) => face)).toEqual(['SoluM AIMS', 'other', null]);
  });

  test('is what the newer of a list and an event says, also when the list was read before the event', async () => {
    const { reader, known } = open();
    await reader.list(pageOf([listedAs('a', 1), listedAs('b', 1), listedAs('gone', 1)]));
    const old = [listedAs('a', 1), listedAs('b', 1), listedAs('c', 0), listedAs('deleted', 1)];
    await reader.list(
      pageOf(old, () => {
        reader.hear('label.updated', updatedTo('a', 2));
        reader.hear('label.updated', updatedTo('new', 1));
        reader.hear('label.deleted', { id: 'deleted' });
      }),
    );
    expect(known()).toEqual(['a 2 queued', 'b 1 queued', 'c 0 displayed', 'new 1 queued']);
    reader.hear('label.updated', updatedTo('a', 1));
    expect(known()[0]).toBe('a 2 queued');
    await reader.list(pageOf([listedAs('a', 3)]));
    expect(known()).toEqual(['a 3 queued']);
  });

  test('has what a tag did before the list reached its label, and only of that list', async () => {
    const { reader, known, reported } = open();
    const displayed = (id: string) => {
      reader.hear('label.displayed', { id, revision: 1, displayed_at: '2026-11-20' } as { id: string });
    };
    const early = () => {
      reader.hear('label.refreshing', { id: 'a', revision: 1 } as { id: string });
      displayed('b');
    };
    await reader.list(pageOf([listedAs('a', 1), listedAs('b', 1)], early));
    expect(known()).toEqual(['a 1 refreshing', 'b 1 displayed']);
    expect(reported).toEqual(['a to 1', 'b at 1']);
    await reader.list(pageOf([], early));
    await reader.list(pageOf([listedAs('b', 1)]));
    expect(known()).toEqual(['b 1 queued']);
    // oxlint-disable-next-line typescript/require-await, require-yield
    async function* broken(): AsyncGenerator<readonly LabelView[]> {
      throw new Error('The list broke off');
    }
    await expect(reader.list(broken())).rejects.toThrow();
    displayed('c');
    await reader.list(pageOf([listedAs('b', 1), listedAs('c', 1)]));
    expect(known()).toEqual(['b 1 queued', 'c 1 queued']);
  });

  test('is that of the panel: a refresh outlives the end of an older one, and ends with another panel', async () => {
    const { reader, known } = open();
    await reader.list(pageOf([listedAs('a', 2)]));
    reader.hear('label.refreshing', { id: 'a', revision: 2 } as { id: string });
    reader.hear('label.displayed', { id: 'a', revision: 1, displayed_at: '2026-11-20' } as { id: string });
    expect(known()).toEqual(['a 2 refreshing']);
    reader.hear('label.updated', { ...updatedTo('a', 2), device: 'b' } as { id: string });
    expect(known()).toEqual(['a 2 queued']);
  });

  test('shows a picture in the place of another, whose bytes are released', () => {
    const shown = { value: null as string | null, peek: (): string | null => shown.value };
    const urls = ['first', 'second'].map((text) => URL.createObjectURL(new Blob([text])));
    const alive = () => urls.map((url) => resolveObjectURL(url) !== undefined);
    for (const [next, left] of [
      [urls[0]!, [true, true]],
      [urls[1]!, [false, true]],
      [null, [false, false]],
    ] as const) {
      replaceUrl(shown, next);
      expect([shown.value, alive()]).toEqual([next, left]);
    }
  });
});

test('labels saved as a file are read by the Wall as they are, and by batch', async () => {
  const texts = [
    ['Käse, "alt"', '4.90', ' 1 kg'],
    ['a\r\nb', '3.00', '1'],
    ['=SUM(A1)', '1200.00', ''],
  ] as const;
  const label = { sku: '0123', device: 'solum-m2-2.9-bwr', layout: 'promotion', locale: 'de-CH', currency: 'CHF' };
  const labels = texts.map(([name, price, unit], i) => ({ ...label, id: `a-${i}`, name, price, unit }));
  const csv = csvOf(labels as unknown as readonly ShelfLabel[]);
  const cells = await readCells(new TextEncoder().encode(csv));
  const read = readTable(cells as FileTable) as RowFile;
  expect(read.columns.filter(({ guessed, field }) => guessed || field === '')).toEqual([]);
  const expected = texts.map(([product_name, price, unit], i) => {
    return { label: `a-${i}`, product_name, price, ...(unit !== '' && { unit }), ...label };
  });
  expect(read.rows.map((row) => 'fields' in row && row.fields)).toEqual(expected);
  const { fields } = readColumns(csv.split('\r\n')[0]!.split(','), { map: new Map(), given: new Map(), data: null });
  expect(fields).toEqual([null, 'product_name', 'price', 'unit', ...Object.keys(label)]);
});

describe('typed ids', () => {
  test.each([
    ['dairy-1…dairy-3', ['dairy-1', 'dairy-2', 'dairy-3']],
    ['a-08 .. a-10, b', ['a-08', 'a-09', 'a-10', 'b']],
    ['x1...3\nx2', ['x1', 'x2', 'x3']],
    ['', []],
  ])('%j', (text, ids) => {
    expect(readIds(text)).toEqual({ ids, wrong: [] });
  });

  test('are 5,000 at most', () => {
    const all = Array.from({ length: 5000 }, (_, i) => `a-${i + 1}`);
    expect(readIds('a-1…a-5000')).toEqual({ ids: all, wrong: [] });
    expect(readIds('a-1…a-4999 a-5000, b')).toEqual({ ids: all, wrong: ['b'] });
    expect(readIds('a-1…a-5001')).toEqual({ ids: [], wrong: ['a-1…a-5001'] });
  });

  test.each(['a-3…a-1', 'a-1…b-3', 'a…b', 'ä', '-a', 'a-1…a-9999999', 'a-1…a-2…a-3'])('%j is wrong', (text) => {
    expect(readIds(text)).toEqual({ ids: [], wrong: [text] });
  });
});

describe('what changed', () => {
  const content = { product_name: 'Käse', price: '5.29', unit: '1 kg', sku: '' };
  const binding = { device: 'a', layout: 'standard', locale: 'de-DE', currency: 'EUR' };
  const revision = { ...binding, data: { was: '6.00' }, content };

  test('is described in words, with the price in the format of its locale', () => {
    const after = { ...revision, data: {}, content: { ...revision.content, price: '4.99', sku: '1' } };
    expect(changesOf(revision, after)).toEqual([
      { field: 'price', from: '5,29\u00a0€', to: '4,99\u00a0€' },
      { field: 'sku', from: '', to: '1' },
      { field: 'was', from: '6.00', to: '' },
    ]);
    expect(changesOf(revision, revision)).toEqual([]);
  });

  test('is counted in pixels: new ink, and ink that is gone', () => {
    const pixels = (...greys: number[]) => ({
      width: greys.length,
      height: 1,
      data: new Uint8ClampedArray(greys.flatMap((grey) => [grey, grey, grey, 255])),
    });
    const { count, data } = differenceOf(pixels(255, 0, 255, 0, 255), pixels(255, 0, 0, 255, 255));
    expect(count).toBe(2);
    expect([...data.subarray(8, 11)]).toEqual(differenceColours.fresh);
    expect([...data.subarray(12, 15)]).toEqual(differenceColours.gone);
    expect(data[0]).toBe(255);
    expect(data[4]).toBeGreaterThan(150);
  });
});

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

describe('a call', () => {
  const name = `Ben's "Best" $(id) \`id\` \\ \\u0041 """ '@ %n {0} !! 🧀 é`;
  const update = { product_name: name, price: '4.20', unit: "1 'piece'" };
  const files: Readonly<Partial<Record<CallLanguage, readonly [command: string, file: string]>>> = {
    curl: ['bash', 'call.sh'],
    Python: ['python3', 'call.py'],
    JavaScript: ['node', 'call.mjs'],
    Java: ['java', 'Call.java'],
  };
  const whole = (language: CallLanguage, text: string): string =>
    language === 'Java'
      ? `import java.net.*; import java.net.http.*;\npublic class ApiCall { public static void main(String[] a) throws Exception {\n${text}\n} }`
      : text;

  test.each(share(Object.entries(files), 2).filter(([, [command]]) => has(command)))(
    'in %s does what it says',
    async (language, [command, file]) => {
      const server = await startHere();
      const { path: folder, at } = temporaryFolder();
      const url = `${server.url}/api/esl/labels/call-1`;
      const binding = { layout: 'promotion', data: { previous_price: '5.00', promotion: name } };
      const put: ApiCall = { method: 'PUT', url, body: binding };
      const post: ApiCall = { method: 'POST', url: `${url}/update`, body: update };
      const programs: readonly (readonly ApiCall[])[] = [[put, post], [{ method: 'DELETE', url }]];
      const after: unknown[] = [];
      for (const calls of programs) {
        const text = writeCalls(language as CallLanguage, calls);
        writeFileSync(at(file), whole(language as CallLanguage, text));
        await run(command, [at(file)], { cwd: folder });
        const { status, body } = await call(url);
        after.push([status, status === 200 ? [body.label.data, body.label.content] : null]);
      }
      expect(after).toMatchObject([
        [200, [{ previous_price: '5.00', promotion: name }, update]],
        [404, null],
      ]);
    },
    30_000,
  );

  test('has no text that ends a string of C# or PowerShell', () => {
    const of = (language: CallLanguage) =>
      writeCalls(language, [{ method: 'POST', url: "http://h/a'b", body: update }]);
    expect(of('C#')).toContain('var body = """\n{');
    expect(of('PowerShell')).toContain("-Uri 'http://h/a''b'");
    expect(of('PowerShell').split("\n'@")).toHaveLength(2);
  });
});
