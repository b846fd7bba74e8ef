import { describe, expect, test } from '@jest/globals';
import {
  imageQuerySchema,
  idPattern,
  newLayoutIdPattern,
  pageQuerySchema,
  previewSchema,
} from '../../server/fields/schemas.js';
import { checkImageQuery, checkPageQuery, checkPreview } from '../../server/fields/validate.js';
import { milk } from '../support/server.js';

type Properties = Readonly<Record<string, { readonly description?: string; readonly examples?: readonly unknown[] }>>;

describe('the schemas of requests', () => {
  const checks: readonly (readonly [
    { readonly $id: string; readonly properties: Properties },
    (value: object) => boolean,
  ])[] = [
    [previewSchema, (value) => checkPreview({ ...milk, ...value }).ok],
    [imageQuerySchema, (value) => checkImageQuery({ ...value }).ok],
    [pageQuerySchema, (value) => checkPageQuery({ ...value }).ok],
  ];

  test('describe each field, and give examples that are taken', () => {
    for (const [{ $id, properties }, takes] of checks)
      for (const [name, { description, examples = [] }] of Object.entries(properties)) {
        expect([$id, name, description]).toEqual([$id, name, expect.stringMatching(/^\S.{9,}\.$/)]);
        for (const example of examples) expect([$id, name, takes({ [name]: example })]).toEqual([$id, name, true]);
        if (name !== 'data') expect([$id, name, examples.length]).toEqual([$id, name, 1]);
      }
  });

  test('have different names, and take nothing that they do not name', () => {
    expect(checks.map(([{ $id }]) => $id)).toEqual(['Preview', 'ImageQuery', 'PageQuery']);
    for (const [, takes] of checks) expect([takes({}), takes({ other: 'x' })]).toEqual([true, false]);
  });

  test('take a layout as an id or as a document, and a day as year, month and day', () => {
    const takes = (fields: object) => checkPreview({ ...milk, ...fields }).ok;
    expect([takes({ layout: 'x' }), takes({ layout: {} }), takes({ layout: 5 })]).toEqual([true, true, false]);
    for (const date of ['2026-11-20', '0001-01-01']) expect(takes({ date })).toBe(true);
    for (const date of ['20261120', '2026-11-20 ', ' 2026-11-20', '2026-1-20', '12026-11-20', '2026-11-20T00:00Z'])
      expect(takes({ date })).toBe(false);
  });

  test('bound scales and pages', () => {
    expect([0, 1, 8, 9].filter((scale) => checkImageQuery({ scale: String(scale) }).ok)).toEqual([1, 8]);
    expect([0, 1, 100, 101].filter((limit) => checkPageQuery({ limit: String(limit) }).ok)).toEqual([1, 100]);
    const cursors = ['a', 'A-_9', 'x'.repeat(128), '', 'x'.repeat(129), 'a=', 'a b'];
    expect(cursors.filter((cursor) => checkPageQuery({ cursor }).ok)).toEqual(cursors.slice(0, 3));
  });
});

describe('an id', () => {
  const ids = ['shelf-12', 'a', 'x'.repeat(64), '7.b_c-D', 'Shelf'];
  const others = ['x'.repeat(65), '', '-a', '.a', '_a', 'a b', 'a/b', 'ä', 'a\n'];

  test('of a label has letters, digits, dots, dashes and underscores; of a new layout no capitals, dots and underscores', () => {
    expect([...ids, ...others].filter((id) => new RegExp(idPattern).test(id))).toEqual(ids);
    expect([...ids, ...others].filter((id) => new RegExp(newLayoutIdPattern).test(id))).toEqual(ids.slice(0, 3));
  });
});
