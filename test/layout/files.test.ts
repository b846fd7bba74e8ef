import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findLayouts, LayoutError, loadLayouts, readLayout } from '../../renderer/layout/files.js';
import { column, name, node, withRoot } from '../support/labels/documents.js';
import { dataUri, greyJpeg, pngOf } from '../support/pictures/picture-files.js';
import { temporaryFolder } from '../support/server.js';
import { cellsOf } from '../support/tables/table.js';

const png = pngOf({ width: 1, height: 1, depth: 8, colour: 0 }, Uint8Array.of(0, 9));
const { path: folder } = temporaryFolder();

/** Writes a file and returns its path. */
function file(path: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, path), content);
  return join(folder, path);
}

const layout = (path: string, ...nodes: readonly object[]) => file(path, JSON.stringify(node(...nodes)));
const sourceOf = (path: string) => JSON.stringify(readLayout(path).root.children[0]);

/** The thrown error; a test that expects one fails without it. */
function thrown(act: () => unknown): unknown {
  try {
    return void act();
  } catch (error) {
    return error;
  }
}

describe('a layout file', () => {
  test('is named by its id and read', () => {
    expect(readLayout(layout('own.json', name))).toEqual({ ...node(name), id: 'own' });
  });

  test.each([
    ['a.png', png, 'png'],
    ['b.jpg', greyJpeg, 'jpeg'],
    ['c.jpeg', greyJpeg, 'jpeg'],
    ['D.PNG', png, 'png'],
  ] as const)('has the picture in %s, beside it, within', (source, bytes, type) => {
    file(source, bytes);
    const path = layout('picture.json', { type: 'picture', source });
    expect(sourceOf(path)).toBe(JSON.stringify({ type: 'picture', source: dataUri(type, bytes) }));
  });

  test('does not change a data URI, nor a text that only looks like a source', () => {
    const source = dataUri('png', png);
    expect(sourceOf(layout('uri.json', { type: 'picture', source }))).toBe(JSON.stringify({ type: 'picture', source }));
  });

  test('may have fields of data that are called source and pictures', () => {
    const data = {
      pictures: { type: 'text' },
      rows: { type: 'list', columns: { source: 'text' }, example: [{ source: 'Spain' }] },
    };
    const document = withRoot(column({ type: 'text', text: '{data.pictures}', size: { preferred: 12, floor: 12 } }), {
      data,
    });
    expect(readLayout(file('fields.json', JSON.stringify(document)))).toMatchObject({ data });
  });

  test('has the pictures that its fields may name within', () => {
    file('a.png', png);
    const document = withRoot(column({ type: 'picture', source: '{data.logo}' }), { pictures: { logo: 'a.png' } });
    expect(readLayout(file('named.json', JSON.stringify(document)))).toMatchObject({
      root: document.root,
      pictures: { logo: dataUri('png', png) },
    });
  });

  test.each([
    ['in another folder', '../a.png'],
    ['of another kind', 'a.gif'],
    ['without a kind', 'png'],
  ])('with a picture %s is refused', (_, source) => {
    const message = `Expected a PNG or JPEG file beside the layout for source but received "${source}"`;
    const path = layout('refused.json', { type: 'picture', source });
    const error = thrown(() => readLayout(path));
    expect(error).toBeInstanceOf(LayoutError);
    expect(error).toMatchObject({ name: 'LayoutError', path, problems: [message], message: `${path}: ${message}` });
  });

  test('with a picture that is not there is refused by its reason', () => {
    const path = layout('gone.json', { type: 'picture', source: 'gone.png' });
    expect(thrown(() => readLayout(path))).toMatchObject({
      problems: [expect.stringMatching(/^Expected a readable file for source but received: ENOENT/)],
    });
  });

  test('that is no JSON, or whose source is none, is refused by its path', () => {
    const broken = file('broken.json', '{"title":');
    expect(thrown(() => readLayout(broken))).toMatchObject({
      name: 'LayoutError',
      path: broken,
      problems: [expect.stringMatching(/^Expected JSON for the file but received: .+/)],
    });
    const path = layout('number.json', { type: 'picture', source: 5 });
    expect(thrown(() => readLayout(path))).toMatchObject({
      problems: ['Expected string for #/root/children/0/source but received 5'],
    });
  });

  test('that is wrong causes an error that names each problem', () => {
    const path = layout('wrong.json', { ...name, weigth: 'bold', align: 'left' });
    const error = thrown(() => readLayout(path)) as LayoutError;
    expect(error.problems).toHaveLength(2);
    expect(error.message).toBe(`${path}: ${error.problems.join('; ')}`);
  });

  test('that does not exist causes the file system’s own error', () => {
    expect(thrown(() => readLayout(join(folder, 'none.json')))).toMatchObject({ code: 'ENOENT' });
  });
});

describe('the layouts', () => {
  const shipped = cellsOf(`
      allergens | back-office | barcode | bilingual | clearance | deposit | energy | member | menu | minimal
      multi-buy | nutri-score | produce | promotion | qr | sold-out | spec | standard | unit-price
    `);

  test('are the shipped ones, and those of other folders', () => {
    expect([...loadLayouts().keys()].sort()).toEqual(shipped);
    for (const [id, { title, root }] of loadLayouts()) expect([id, title !== '', root.type]).toEqual([id, true, 'box']);
    mkdirSync(join(folder, 'more'));
    const path = layout(join('more', 'mine.json'), name);
    for (const other of ['README.md', 'mine.json~']) file(join('more', other), 'No layout');
    expect([...findLayouts([join(folder, 'more')]).keys()].sort()).toEqual([...shipped, 'mine'].sort());
    expect(findLayouts([join(folder, 'more')]).get('mine')).toBe(path);
    expect(loadLayouts([join(folder, 'more')]).get('mine')).toMatchObject({ id: 'mine', title: 'Test' });
  });

  test('of the same id are refused', () => {
    mkdirSync(join(folder, 'twice'));
    const path = layout(join('twice', 'standard.json'), name);
    const error = thrown(() => findLayouts([join(folder, 'twice')]));
    expect(error).toBeInstanceOf(LayoutError);
    expect(error).toMatchObject({ path });
  });

  test('of a folder are checked though they have the name of a shipped file', () => {
    mkdirSync(join(folder, 'named'));
    const path = layout(join('named', 'standard.json'), { type: 'prise' });
    expect(thrown(() => readLayout(path))).toBeInstanceOf(LayoutError);
  });
});
