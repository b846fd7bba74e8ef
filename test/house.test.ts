import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/**
 * The rooms of the house (CONTRIBUTING.md), lowest first, and the rooms that each may import from beside itself. A room
 * is a folder with all that is in it, or a single file beside the folders. A name with a slash at its start is of another house.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  fonts: [],
  devices: [],
  ...roomsOf('renderer', {
    cache: '',
    'get-or-insert': '',
    lazy: '',
    limits: '',
    warnings: '',
    'lint-sets': '',
    amounts: '',
    fields: 'amounts limits',
    content: '/devices fields limits lint-sets warnings',
    shapes: '',
    text: '/fonts cache lazy',
    typeset: '/fonts cache get-or-insert limits shapes text',
    drawing: 'content limits shapes text typeset',
    png: '/devices drawing get-or-insert lazy',
    frame: '/devices drawing',
    pictures: '/devices cache content drawing get-or-insert lazy limits png',
    template: '/devices /fonts content drawing limits pictures shapes text typeset',
    refresh: '/devices drawing get-or-insert limits png',
    controller: '/devices drawing frame',
    codes: 'drawing lazy limits shapes text',
    price: 'amounts drawing get-or-insert shapes text',
    computed: 'amounts content price shapes',
    suggestion: '',
    'kinds/ranked': '',
    'kinds/values': 'computed limits',
    'kinds/types': '/devices content kinds/ranked kinds/values warnings',
    'kinds/*/schema': 'kinds/ranked kinds/types kinds/values shapes suggestion',
    'kinds/schemas': 'kinds/*/schema kinds/types',
    layout: '/devices amounts computed content kinds/schemas kinds/types kinds/values limits pictures price suggestion',
    slots:
      '/devices /fonts cache codes content drawing get-or-insert kinds/*/schema kinds/types layout limits pictures price shapes text',
    'kinds/*/arrange':
      '/devices /fonts amounts cache codes content drawing get-or-insert kinds/*/schema layout limits pictures price shapes slots suggestion text',
    'kinds/drawings': 'kinds/*/arrange layout slots',
    boxes:
      '/devices computed content fields get-or-insert kinds/*/schema kinds/drawings layout limits price shapes slots text',
    metadata: '/devices /fonts boxes computed content get-or-insert kinds/schemas layout png price shapes slots',
    compare: 'computed drawing layout metadata pictures png shapes text',
    lint: '/devices amounts codes computed content drawing get-or-insert layout lint-sets price shapes slots text typeset warnings',
    arrange:
      '/devices boxes computed content drawing get-or-insert kinds/drawings kinds/schemas layout limits lint pictures price shapes slots suggestion text warnings',
    index:
      '/devices /fonts amounts arrange boxes compare computed content controller drawing fields frame get-or-insert kinds/*/arrange kinds/schemas layout limits lint lint-sets metadata pictures png price refresh suggestion template typeset warnings',
  }),
  ...roomsOf('server', {
    version: '',
    closers: '',
    undated: '',
    'fetch-once': '',
    files: '/devices',
    fields: '/devices /renderer/index files',
    parallel: '',
    labels: '/devices /renderer/index fields files parallel',
    keys: 'labels',
    config: 'keys',
    compare: '/renderer/compare files parallel',
    'batch/error': '',
    'batch/rows': '/renderer/amounts /renderer/computed /renderer/fields /renderer/index batch/error fields',
    'batch/output': '/renderer/index batch/error batch/rows fields files',
    'batch/input': '/renderer/index batch/error batch/rows',
    batch: '/renderer/index batch/error batch/input batch/output batch/rows fields parallel',
    lint: '/renderer/compare /renderer/index batch/output compare',
    http: '/devices /renderer/index config fields keys labels',
    oepl: '/devices /renderer/index config fields http labels',
    vendors: '/devices /renderer/index config fields http keys labels parallel',
    webhooks: 'fields http labels',
    serve: '/devices /renderer/index closers config fields http keys labels oepl vendors version webhooks',
    trmnl: '/renderer/index fetch-once files',
    panel: '/devices /renderer/index fetch-once files',
    'page/browser': '',
    'page/state': '/renderer/amounts /renderer/index /renderer/lint-sets batch/rows http',
    'page/texts': '/renderer/index page/browser',
    'page/api': '/renderer/index fields http page/browser page/state',
    'page/parts': 'http page/api page/browser page/state page/texts',
    'page/places':
      '/renderer/amounts /renderer/index /renderer/lint-sets /renderer/shapes /renderer/warnings batch/output batch/rows fields http page/api page/browser page/parts page/state page/texts',
    'page/app': 'page/api page/browser page/parts page/places page/state page/texts',
    'page/report': 'compare',
    library: '/devices /renderer/index fields undated',
    snapshots: '/renderer/compare files library undated',
    'snapshots/upkeep': 'files snapshots',
    commands:
      '/devices /renderer/compare /renderer/fields /renderer/index /renderer/lint-sets batch batch/error batch/input batch/rows compare config fields files keys labels lint panel parallel serve snapshots snapshots/upkeep trmnl version',
    index: 'serve',
    cli: 'commands files',
  }),
};

/** The rooms of a house by their whole names, each with the whole names of the rooms in its text. */
function roomsOf(house: string, imports: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  const whole = (name: string) => (name.startsWith('/') ? name.slice(1) : `${house}/${name}`);
  const entries = Object.entries(imports).map(
    ([room, names]) => [whole(room), names.match(/\S+/g)?.map(whole) ?? []] as const,
  );
  return Object.fromEntries(entries.map(([room, names]) => [room, [...names].sort()]));
}

const rooms = Object.keys(table);

const files = ['devices', 'fonts', 'renderer', 'server'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => {
      const path = join(top, file);
      const source = readFileSync(path, 'utf8');
      // Without the examples in comments.
      const code = source.replaceAll(/^ \* .*$/gm, '');
      const imports = Array.from(code.matchAll(/(?:from|import\()\s*'([^']+)'/g), ([, name]) => name!);
      // The build compiles texts from those of the page.
      const inner = imports
        .filter((name) => /^\.(?!.*\/\.build\/)/.test(name))
        .map((name) => fileOf(join(path, '..', name)));
      return { path, room: roomOf(path), source, imports, inner };
    }),
);

/** The source of a module; AssemblyScript names its modules without an ending. */
function fileOf(module: string): string {
  const name = module.replace(/\.js$/, '');
  return existsSync(`${name}.tsx`) ? `${name}.tsx` : `${name}.ts`;
}

/** The innermost room that a file is in, in which * is any folder; undefined for one that the table forgot. */
function roomOf(path: string): string | undefined {
  return rooms
    .filter((room) => new RegExp(`^${room.replaceAll('*', '[^/]+')}(/|\\.ts$)`).test(path))
    .sort((a, b) => b.length - a.length)[0];
}

describe('the house', () => {
  test('each file is in a room', () => {
    expect(files.filter(({ room }) => room === undefined).map(({ path }) => path)).toEqual([]);
  });

  test('a room imports from the rooms that the table allows it, and from all of them', () => {
    const found = Object.fromEntries(
      rooms.map((room) => {
        const others = files
          .filter((file) => file.room === room)
          .flatMap(({ inner }) => inner.map((file) => roomOf(file)));
        return [room, [...new Set(others)].filter((other) => other !== room).sort()];
      }),
    );
    expect(found).toEqual(table);
  });

  test('a room stands below those that import from it', () => {
    for (const [at, room] of rooms.entries())
      for (const other of table[room]!)
        expect([room, rooms.slice(0, at)]).toEqual([room, expect.arrayContaining([other])]);
  });

  test('no file imports itself by way of others, types included', () => {
    const imports = new Map(files.map(({ path, inner }) => [path, inner]));
    const done = new Set<string>();
    const walk = (path: string, way: readonly string[]): void => {
      expect(way).not.toContain(path);
      if (done.has(path)) return;
      for (const next of imports.get(path) ?? []) walk(next, [...way, path]);
      done.add(path);
    };
    for (const { path } of files) walk(path, []);
  });

  test('no folder has more than 16 files of code', () => {
    const folders = new Map<string, number>();
    const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
      .map((file) => join('test', file));
    for (const path of [...files.map((file) => file.path), ...tests])
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
    expect([...folders].filter(([, count]) => count > 16)).toEqual([]);
  });

  test('the server enters the renderer and the devices by their index', () => {
    const side = files
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap(({ path, inner }) => inner.map((file) => ({ path, file })))
      .filter(
        ({ file }) =>
          /^(renderer|devices)\//.test(file) &&
          !/\/index.ts$|^renderer\/(amounts\/amount|computed\/date-patterns|fields|lint-sets|shapes\/icons.json|warnings).ts$/.test(
            file,
          ),
      );
    expect(side).toEqual([]);
  });

  /** The modules of which a module takes more than types. */
  const valuesIn = (source: string) =>
    Array.from(source.matchAll(/^(?:im|ex)port (?!type )[^;]*?from '([^']+)'/gm), ([, name]) => name!);

  test('the page takes nothing but types from the server, and files that need only each other', () => {
    const values = files
      .filter(({ path }) => path.startsWith('server/page/'))
      .flatMap(({ path, source }) => valuesIn(source).map((name) => join(path, '..', name)));
    expect(values.length).toBeGreaterThan(20);
    const others = values.filter((file) => !/^(server\/page|\.build\/texts)\//.test(file));
    const shared = [
      'renderer/amounts/amount.js',
      'renderer/lint-sets.js',
      'renderer/shapes/icons.json',
      'renderer/warnings.js',
      'server/batch/output/safe-name.js',
      'server/batch/rows/csv.js',
      'server/batch/rows/decide.js',
      'server/batch/rows/find-delimiter.js',
      'server/batch/rows/find-encoding.js',
      'server/batch/rows/guess/column-rules.js',
      'server/batch/rows/guess/synonyms.js',
      'server/batch/rows/guess/variants.js',
      'server/batch/rows/row-fields.js',
      'server/batch/rows/sheet/sheet.js',
      'server/batch/rows/split-rows.js',
      'server/batch/rows/table.js',
    ];
    expect([...new Set(others)].sort()).toEqual(shared);
    const known = [
      ...shared,
      'renderer/amounts/currencies.js',
      'renderer/amounts/currency-words.js',
      'renderer/amounts/digits.js',
      'renderer/computed/date-patterns.js',
      'renderer/fields.js',
      'renderer/limits.js',
      'server/batch/error.js',
      'server/batch/rows/alphabets.js',
      'server/batch/rows/find-row.js',
      'server/batch/rows/guess/days.js',
      'server/batch/rows/guess/price-words.js',
      'server/batch/rows/guess/sale.js',
      'server/batch/rows/guess/sizes.js',
      'server/batch/rows/sheet/cells.js',
      'server/batch/rows/sheet/number-format.js',
      'server/batch/rows/sheet/xml.js',
      'server/fields/field-problem.js',
    ];
    for (const path of known.filter((file) => file.endsWith('.js')))
      for (const name of valuesIn(files.find((file) => file.path === fileOf(path))!.source))
        expect(known).toContain(join(path, '..', name));
  });

  test('only the rasteriser names the canvas', () => {
    expect(files.filter(({ imports }) => imports.includes('@napi-rs/canvas')).map(({ path }) => path)).toEqual([
      'renderer/typeset/rasteriser.ts',
    ]);
  });

  test('only the entries of the server and of the package read the process', () => {
    const readers = files
      .filter(({ source }) => /\bprocess\.[a-z]|from 'node:process'/.test(source))
      .map(({ path }) => path);
    // Those two runners tell by the environment, and by arguments, whether baselines may be written.
    // Only the process knows its processor time.
    const jobClock = 'server/labels/drawing/job-clock.ts';
    const runners = ['server/snapshots/node.ts', 'server/snapshots/playwright.ts'];
    for (const path of readers) expect(['server/index.ts', 'server/cli.ts', ...runners, jobClock]).toContain(path);
  });

  test('the renderer has no clock, no HTTP and no chance', () => {
    for (const { path, source } of files.filter((file) => file.path.startsWith('renderer/')))
      expect([path, /Date\.now|new Date|Math\.random|node:http|performance\./.exec(source)]).toEqual([path, null]);
  });

  test('CONTRIBUTING maps every room, and names no place that is not there', () => {
    const map = readFileSync('CONTRIBUTING.md', 'utf8');
    const named = Array.from(
      map.matchAll(/`((?:devices|fonts|renderer|server|test)\/[\w./-]*)`/g),
      ([, path]) => path!,
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    const folders = rooms.filter((room) => existsSync(room));
    expect(folders.filter((room) => !named.some((path) => path.replace(/\/$/, '') === room))).toEqual([]);
  });
});
