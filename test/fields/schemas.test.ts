import { describe, expect, test } from '@jest/globals';
import {
  imageQuerySchema,
  idPattern,
  newLayoutIdPattern,
  pageQuerySchema,
  previewSchema,
  requestSchemas,
} from '../../server/fields/schemas.js';
import {
  checkBinding,
  checkDecodeQuery,
  checkDeviceSearch,
  checkFrameQuery,
  checkImageQuery,
  checkLabelImageQuery,
  checkLabelsQuery,
  checkLabelUpdate,
  checkPageQuery,
  checkPreview,
  checkUpdate,
  checkWebhook,
} from '../../server/fields/validate.js';
import { numbersIn } from '../support/schema-requests.js';
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

  test('have these numbers', () => {
    const found: Record<string, string[]> = {};
    for (const [name, schema] of Object.entries(requestSchemas))
      for (const [number, path] of numbersIn(schema, name)) (found[number] ??= []).push(path);
    // Each of a preview is that of its binding or its update.
    const named = ([number, paths]: [string, string[]]) => [
      number,
      paths.filter((path) => !path.startsWith('Preview.') || path === 'Preview.scale').join(' '),
    ];
    const list = 'Binding.data.additionalProperties';
    const cell = `${list}.items.additionalProperties`;
    expect(Object.fromEntries(Object.entries(found).map(named))).toEqual({
      'minLength 1': `Update.product_name Update.unit LabelUpdate.product_name LabelUpdate.unit ${list} ${cell} DeviceSearch.vendor DeviceSearch.controller`,
      'maxLength 200': `Update.product_name LabelUpdate.product_name ${list} ${cell}`,
      'maxLength 32': 'Update.unit LabelUpdate.unit',
      'maxLength 64': 'Binding.sku DeviceSearch.vendor DeviceSearch.controller LabelsQuery.sku',
      'minItems 1': `${list} WebhookFields.events`,
      'maxItems 16': list,
      'minProperties 1': `${list}.items`,
      'maxProperties 8': `${list}.items`,
      'maxProperties 32': 'Binding.data',
      'maxItems 15': 'Binding.lint',
      'minimum 1':
        'Preview.scale ImageQuery.scale DecodeQuery.scale LabelImageQuery.scale PageQuery.limit LabelsQuery.limit',
      'maximum 8': 'Preview.scale ImageQuery.scale DecodeQuery.scale LabelImageQuery.scale',
      'maximum 100': 'PageQuery.limit LabelsQuery.limit',
      'minimum 0': 'FrameQuery.plane',
      'maximum 3': 'FrameQuery.plane',
      'minimum 2': 'DeviceSearch.colors',
      'maximum 16': 'DeviceSearch.colors',
      'maxLength 2048': 'WebhookFields.url',
      'maxItems 5': 'WebhookFields.events',
    });
  });

  const queries = {
    ...{ ImageQuery: checkImageQuery, PageQuery: checkPageQuery, LabelsQuery: checkLabelsQuery },
    ...{ FrameQuery: checkFrameQuery, DecodeQuery: checkDecodeQuery, LabelImageQuery: checkLabelImageQuery },
    DeviceSearch: checkDeviceSearch,
  } as const;
  test.each(Object.entries(queries))('%s is refused from one beyond its numbers on', (name, check) => {
    const { properties } = requestSchemas[name as keyof typeof queries] as { readonly properties: object };
    for (const [field, schema] of Object.entries(properties) as [string, Readonly<Record<string, number>>][]) {
      const { minimum: low, maximum: high, maxLength: longest, minLength: least } = schema;
      const taken = (text: string) => check({ [field]: text }).ok;
      if (low !== undefined && high !== undefined)
        expect([field, ...[low - 1, low, high, high + 1].filter((n) => taken(String(n)))]).toEqual([field, low, high]);
      if (longest !== undefined)
        expect([field, taken('7'.repeat(longest)), taken('7'.repeat(longest + 1))]).toEqual([field, true, false]);
      if (least !== undefined) expect([field, taken('')]).toEqual([field, false]);
    }
  });

  test('refuse bodies from one beyond their numbers on', () => {
    const rows = (count: number, columns: number) =>
      Array.from({ length: count }, () =>
        Object.fromEntries(Array.from({ length: columns }, (_, i) => [`c${i}`, 'x'.repeat(200)])),
      );
    const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, '1']));
    const url = 'https://shop.example/';
    const cases: Readonly<Record<string, readonly [(size: number) => boolean, number]>> = {
      product_name: [(size) => checkPreview({ ...milk, product_name: '牛'.repeat(size) }).ok, 200],
      'code points, not units': [(size) => checkUpdate({ ...milk, product_name: '🥛'.repeat(size) }).ok, 200],
      unit: [(size) => checkLabelUpdate({ label: 'a', ...milk, unit: 'x'.repeat(size) }).ok, 32],
      key: [(size) => checkLabelUpdate({ label: 'a', ...milk, key: 'x'.repeat(size) }).ok, 255],
      label: [(size) => checkLabelUpdate({ label: 'x'.repeat(size), ...milk }).ok, 64],
      sku: [(size) => checkBinding({ sku: '7'.repeat(size) }).ok, 64],
      'fields of data': [(size) => checkBinding({ data: some(size) }).ok, 32],
      'names of data': [(size) => checkBinding({ data: { ['x'.repeat(size)]: '1' } }).ok, 32],
      'texts of data': [(size) => checkBinding({ data: { a: 'x'.repeat(size) } }).ok, 200],
      rows: [(size) => checkBinding({ data: { a: rows(size, 8) } }).ok, 16],
      columns: [(size) => checkBinding({ data: { a: rows(16, size) } }).ok, 8],
      'url of a webhook': [(size) => checkWebhook({ url: url.padEnd(size, 'x') }).ok, 2048],
    };
    for (const [name, [taken, most]] of Object.entries(cases))
      expect([name, taken(most), taken(most + 1)]).toEqual([name, true, false]);
    expect([rows(0, 1), rows(1, 0)].map((a) => checkBinding({ data: { a } }).ok)).toEqual([false, false]);
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
