import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { drawGuide } from '../support/labels/layout-guide.js';

const pictures = await drawGuide();

describe('the guide to layouts', () => {
  test.each(pictures.map((picture) => [picture.path, picture] as const))(
    '%s is what its document draws',
    (path, { png }) => {
      const [kept, drawn] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(png)];
      expect([kept.width, kept.height]).toEqual([drawn.width, drawn.height]);
      expect(Buffer.compare(kept.data, drawn.data)).toBe(0);
    },
  );

  test('shows every picture that is there, and one for each kind of node', () => {
    const folder = dirname(pictures[0]!.path);
    expect(pictures.map(({ path }) => path).sort()).toEqual(readdirSync(folder).map((file) => join(folder, file)));
    const shown = pictures.map(({ path }) => /(\w+)\.png$/.exec(path)![1]);
    for (const type of ['text', 'price', 'barcode', 'qr', 'box', 'stack', 'shape', 'icon', 'line', 'picture', 'part'])
      expect(shown).toContain(type);
  });
});
