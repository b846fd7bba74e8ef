import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { lintRules } from '../../../renderer/index.js';
import { loadLayouts } from '../../../renderer/layout/files.js';
import { layoutSchema } from '../../../renderer/layout/schema.js';

type Table = Readonly<Record<string, string>>;

const { sentences, names, findings } = JSON.parse(
  readFileSync('server/page/texts/de-sentences.json', 'utf8'),
) as Readonly<Record<'sentences' | 'names', Table>> & {
  readonly findings: Readonly<Record<string, readonly string[]>>;
};

interface Definition {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Definition>>;
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
  expect(Object.keys(sentences).sort()).toEqual([...english].sort());
});

test('so is each name of the data that they ask for', () => {
  const english = new Set(layouts.flatMap(({ data = {} }) => Object.keys(data)));
  expect([...english].filter((name) => !Object.hasOwn(names, name))).toEqual([]);
});

test('so are what each rule of the lint finds, what mends it, and what it assumes', () => {
  expect(Object.keys(findings).sort()).toEqual(lintRules.map(({ code }) => code).sort());
  const assuming = lintRules.filter(({ assumed }) => assumed !== undefined).map(({ code }) => code);
  expect(Object.keys(findings).filter((code) => findings[code]!.length === 3)).toEqual(
    Object.keys(findings).filter((code) => assuming.includes(code)),
  );
});

test('so are each property of a node and each value that it may have, but for the names of barcodes', () => {
  const { editor } = JSON.parse(readFileSync('server/page/texts/de.json', 'utf8')) as {
    readonly editor: Readonly<Record<'propertyNames' | 'values', Table>>;
  };
  const definitions = layoutSchema.$defs as unknown as Readonly<Record<string, Definition>>;
  const nodes = Object.values(definitions).flatMap(({ properties = {} }) => ('type' in properties ? [properties] : []));
  const properties = nodes.flatMap((node) => Object.entries(node)).filter(([name]) => !/^(type|children)$/.test(name));
  expect(properties.filter(([name]) => !(name in editor.propertyNames))).toEqual([]);
  const values = properties.flatMap(([name, { $ref = '', enum: own }]) =>
    (own ?? definitions[$ref.replace('#/$defs/', '')]?.enum ?? []).map((value) => `${name}.${String(value)}`),
  );
  const missing = values.filter(
    (value) => !(value in editor.values) && !(value.replace(/^.*?\./, '') in editor.values),
  );
  expect([...new Set(missing)]).toEqual(['ean13', 'ean8', 'upca', 'code128'].map((name) => `symbology.${name}`));
});
