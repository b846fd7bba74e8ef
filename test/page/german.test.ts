import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { loadLayouts } from '../../renderer/layout/files.js';
import { layoutSchema } from '../../renderer/layout/schema.js';

type Table = Readonly<Record<string, string>>;

/** The tables of the page, which is not built for tests. */
function tables(): { readonly deSentences: Table; readonly deNames: Table } {
  const source = readFileSync('server/page/texts/de-sentences.ts', 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' });
  const module = { exports: {} };
  runInNewContext(code, { module });
  return module.exports as ReturnType<typeof tables>;
}

function descriptionsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'description' && typeof inner === 'string' ? [inner] : descriptionsIn(inner),
  );
}

const layouts = [...loadLayouts().values()];

test('each sentence of the schema, and each title and sentence of the layouts that come with the server, is there in German, and no other', () => {
  const english = new Set([layoutSchema, ...layouts].flatMap(descriptionsIn).concat(layouts.map(({ title }) => title)));
  expect(Object.keys(tables().deSentences).sort()).toEqual([...english].sort());
});

test('so is each name of the data that they ask for', () => {
  const names = new Set(layouts.flatMap(({ data = {} }) => Object.keys(data)));
  expect([...names].filter((name) => !Object.hasOwn(tables().deNames, name))).toEqual([]);
});
