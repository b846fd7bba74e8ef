import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/**
 * The rooms of the house (CONTRIBUTING.md), lowest first, and the rooms that each may import from beside itself. A room
 * is a folder with all that is in it, or a single file beside the folders.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  fonts: [],
  devices: [],
  'renderer/cache': [],
  'renderer/limits': [],
  'renderer/content': ['devices', 'renderer/limits'],
  'renderer/shapes': [],
  'renderer/text': ['fonts', 'renderer/cache'],
  'renderer/typeset': ['fonts', 'renderer/cache', 'renderer/limits', 'renderer/shapes', 'renderer/text'],
  'renderer/drawing': ['renderer/content', 'renderer/limits', 'renderer/shapes', 'renderer/text', 'renderer/typeset'],
  'renderer/png': ['devices', 'renderer/drawing'],
  'renderer/frame': ['devices', 'renderer/drawing'],
  'renderer/pictures': ['devices', 'renderer/cache', 'renderer/drawing', 'renderer/limits', 'renderer/png'],
  'renderer/refresh': ['devices', 'renderer/drawing', 'renderer/limits', 'renderer/png'],
  'renderer/codes': ['renderer/drawing', 'renderer/limits', 'renderer/shapes', 'renderer/text'],
  'renderer/price': ['renderer/drawing', 'renderer/shapes', 'renderer/text'],
  'renderer/computed': ['renderer/content', 'renderer/price'],
  'renderer/layout': [
    'devices',
    'renderer/computed',
    'renderer/content',
    'renderer/limits',
    'renderer/pictures',
    'renderer/price',
    'renderer/shapes',
  ],
  'renderer/boxes': [
    'devices',
    'fonts',
    'renderer/computed',
    'renderer/content',
    'renderer/layout',
    'renderer/limits',
    'renderer/price',
    'renderer/shapes',
    'renderer/text',
  ],
  'renderer/metadata': [
    'devices',
    'fonts',
    'renderer/boxes',
    'renderer/computed',
    'renderer/content',
    'renderer/layout',
    'renderer/png',
    'renderer/price',
    'renderer/shapes',
  ],
  'renderer/compare': [
    'renderer/drawing',
    'renderer/layout',
    'renderer/metadata',
    'renderer/pictures',
    'renderer/png',
    'renderer/shapes',
    'renderer/text',
  ],
  'renderer/arrange': [
    'devices',
    'fonts',
    'renderer/boxes',
    'renderer/cache',
    'renderer/codes',
    'renderer/computed',
    'renderer/content',
    'renderer/drawing',
    'renderer/layout',
    'renderer/limits',
    'renderer/pictures',
    'renderer/price',
    'renderer/shapes',
    'renderer/text',
  ],
  'renderer/index': [
    'devices',
    'fonts',
    'renderer/arrange',
    'renderer/boxes',
    'renderer/compare',
    'renderer/computed',
    'renderer/content',
    'renderer/drawing',
    'renderer/frame',
    'renderer/layout',
    'renderer/limits',
    'renderer/metadata',
    'renderer/pictures',
    'renderer/png',
    'renderer/price',
    'renderer/refresh',
    'renderer/typeset',
  ],
  'server/version': [],
  'server/files': [],
  'server/fields': ['devices', 'renderer/index', 'server/files'],
  'server/labels': ['devices', 'renderer/index', 'server/fields'],
  'server/keys': ['server/labels'],
  'server/config': ['server/keys'],
  'server/parallel': [],
  'server/compare': ['renderer/compare', 'server/files', 'server/parallel'],
  'server/batch/error': [],
  'server/batch/rows': ['renderer/index', 'server/batch/error', 'server/fields'],
  'server/batch/output': ['renderer/index', 'server/batch/error', 'server/batch/rows', 'server/fields'],
  'server/batch/input': ['renderer/index', 'server/batch/error', 'server/batch/rows'],
  'server/batch': [
    'renderer/index',
    'server/batch/error',
    'server/batch/input',
    'server/batch/output',
    'server/batch/rows',
    'server/fields',
    'server/parallel',
  ],
  'server/http': ['devices', 'renderer/index', 'server/config', 'server/fields', 'server/keys', 'server/labels'],
  'server/oepl': ['devices', 'renderer/index', 'server/config', 'server/fields', 'server/http', 'server/labels'],
  'server/serve': [
    'devices',
    'renderer/index',
    'server/config',
    'server/http',
    'server/keys',
    'server/labels',
    'server/oepl',
    'server/version',
  ],
  'server/trmnl': ['renderer/index', 'server/files'],
  'server/docs': [],
  'server/page/browser': [],
  'server/page/state': ['renderer/index', 'server/batch/rows', 'server/http'],
  'server/page/texts': ['server/page/browser'],
  'server/page/api': ['renderer/index', 'server/fields', 'server/http', 'server/page/browser'],
  'server/page/parts': [
    'server/http',
    'server/page/api',
    'server/page/browser',
    'server/page/state',
    'server/page/texts',
  ],
  'server/page/places': [
    'renderer/index',
    'server/batch/output',
    'server/batch/rows',
    'server/fields',
    'server/http',
    'server/page/api',
    'server/page/browser',
    'server/page/parts',
    'server/page/state',
    'server/page/texts',
  ],
  'server/page/app': [
    'server/page/api',
    'server/page/browser',
    'server/page/parts',
    'server/page/places',
    'server/page/state',
    'server/page/texts',
  ],
  'server/page/report': ['server/compare'],
  'server/library': ['devices', 'renderer/index', 'server/fields'],
  'server/snapshots': ['renderer/compare', 'server/files', 'server/library'],
  'server/snapshots/upkeep': ['server/files', 'server/snapshots'],
  'server/commands': [
    'devices',
    'renderer/compare',
    'renderer/index',
    'server/batch',
    'server/batch/error',
    'server/batch/input',
    'server/batch/rows',
    'server/compare',
    'server/config',
    'server/fields',
    'server/files',
    'server/keys',
    'server/labels',
    'server/parallel',
    'server/serve',
    'server/snapshots',
    'server/snapshots/upkeep',
    'server/trmnl',
    'server/version',
  ],
  'server/index': ['server/serve'],
  'server/cli': ['server/commands'],
};

const rooms = Object.keys(table);

const files = ['devices', 'fonts', 'renderer', 'server'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => {
      const path = join(top, file);
      const source = readFileSync(path, 'utf8');
      const imports = Array.from(source.matchAll(/(?:from|import\()\s*'([^']+)'/g), ([, name]) => name!);
      const inner = imports.filter((name) => name.startsWith('.')).map((name) => fileOf(join(path, '..', name)));
      return { path, room: roomOf(path), source, imports, inner };
    }),
);

/** The source of a module; AssemblyScript names its modules without an ending. */
function fileOf(module: string): string {
  const name = module.replace(/\.js$/, '');
  return existsSync(`${name}.tsx`) ? `${name}.tsx` : `${name}.ts`;
}

/** The innermost room that a file is in; undefined for one that the table forgot. */
function roomOf(path: string): string | undefined {
  return rooms
    .filter((room) => path.startsWith(`${room}/`) || path === `${room}.ts`)
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
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join('test', file));
    for (const path of [...files.map((file) => file.path), ...tests])
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
    expect([...folders].filter(([, count]) => count > 16)).toEqual([]);
  });

  test('the server enters the renderer and the devices by their index', () => {
    const side = files
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap(({ path, inner }) => inner.map((file) => ({ path, file })))
      .filter(({ file }) => /^(renderer|devices)\//.test(file) && !file.endsWith('/index.ts'));
    expect(side).toEqual([]);
  });

  test('the page takes nothing but types from the server, and files that need nothing else', () => {
    const values = files
      .filter(({ path }) => path.startsWith('server/page/'))
      .flatMap(({ path, source }) =>
        Array.from(source.matchAll(/^(?:im|ex)port (?!type )[^;]*?from '([^']+)'/gm), ([, name]) =>
          join(path, '..', name!),
        ),
      );
    expect(values.length).toBeGreaterThan(20);
    const others = values.filter((file) => !file.startsWith('server/page/'));
    const shared = [
      'server/batch/output/safe-name.js',
      'server/batch/rows/find-delimiter.js',
      'server/batch/rows/find-encoding.js',
      'server/batch/rows/find-row.js',
      'server/batch/rows/row-fields.js',
    ];
    expect([...new Set(others)].sort()).toEqual(shared);
    for (const path of shared) expect(files.find((file) => file.path === fileOf(path))!.imports).toEqual([]);
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
    const runners = ['server/snapshots/node.ts', 'server/snapshots/playwright.ts'];
    for (const path of readers) expect(['server/index.ts', 'server/cli.ts', ...runners]).toContain(path);
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
    const folders = rooms.filter((room) => !existsSync(`${room}.ts`));
    expect(folders.filter((room) => !named.some((path) => path.replace(/\/$/, '') === room))).toEqual([]);
  });
});
