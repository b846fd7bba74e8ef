import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** Which rooms a room may import from (architecture.md). */
const table: Readonly<Record<string, readonly string[]>> = {
  fonts: [],
  devices: [],
  renderer: ['devices', 'fonts'],
  server: ['devices', 'renderer'],
};

const files = Object.keys(table).flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const path = join(room, file);
      const source = readFileSync(path, 'utf8');
      const imports = Array.from(source.matchAll(/(?:from|import\()\s*'([^']+)'/g), ([, name]) => name!);
      return { room, path, source, imports };
    }),
);

describe('the house', () => {
  test.each(files)('$path imports inward only', ({ room, path, imports }) => {
    const rooms = imports
      .filter((name) => name.startsWith('.'))
      .map((name) => join(path, '..', name).split('/')[0]!)
      .filter((name) => name !== room);
    for (const name of rooms) expect(table[room]).toContain(name);
  });

  test('a room is entered by its index', () => {
    const side = files.flatMap(({ room, path, imports }) =>
      room === 'server'
        ? imports
            .filter((name) => /^(\.\.\/)+(renderer|devices)\//.test(name) && !name.endsWith('/index.js'))
            .map((name) => `${path}: ${name}`)
        : [],
    );
    expect(side).toEqual([]);
  });

  test('only the rasteriser names the canvas', () => {
    expect(files.filter(({ imports }) => imports.includes('@napi-rs/canvas')).map(({ path }) => path)).toEqual([
      'renderer/rasteriser.ts',
    ]);
  });

  test('only the server’s entries read the process', () => {
    const readers = files
      .filter(({ source }) => /\bprocess\.[a-z]|from 'node:process'/.test(source))
      .map(({ path }) => path);
    for (const path of readers) expect(['server/index.ts', 'server/cli.ts']).toContain(path);
  });

  test('the renderer has no clock, no HTTP and no chance', () => {
    for (const { path, source } of files.filter(({ room }) => room === 'renderer'))
      expect([path, /Date\.now|new Date|Math\.random|node:http|performance\./.exec(source)]).toEqual([path, null]);
  });
});
