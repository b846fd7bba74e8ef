import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { layoutSchema } from '../../renderer/index.js';
import { drawGuide, guidePages } from '../support/labels/layout-guide.js';

const pictures = await drawGuide();
const guide = readFileSync(guidePages[0]!, 'utf8');

describe('the guide to layouts', () => {
  test.each(pictures.map((picture) => [picture.path, picture] as const))(
    '%s is what its document draws',
    (path, { png }) => {
      const [kept, drawn] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(png)];
      expect([kept.width, kept.height]).toEqual([drawn.width, drawn.height]);
      expect(Buffer.compare(kept.data, drawn.data)).toBe(0);
    },
  );

  test('shows every picture of the folder, and one for each kind of node', () => {
    const folder = dirname(pictures[0]!.path);
    expect(pictures.map(({ path }) => path).sort()).toEqual(readdirSync(folder).map((file) => join(folder, file)));
    const shown = pictures.map(({ path }) => /(\w+)\.png$/.exec(path)![1]);
    for (const type of 'text price barcode qr box stack shape icon line picture repeat part'.split(' '))
      expect(shown).toContain(type);
  });

  test('names every key and every word of the language', () => {
    const { keys, words } = language(layoutSchema);
    expect([keys.length > 60, words.length > 60]).toEqual([true, true]);
    const code = Array.from(guide.replaceAll(/```[^`]*```/g, '').matchAll(/`([^`]*)`/g), ([, text]) => text!);
    expect(keys.filter((key) => !code.some((text) => text === key || text.includes(`"${key}":`)))).toEqual([]);
    const named = new Set(code.flatMap((text) => text.match(/[a-z0-9_-]+/g) ?? []));
    expect(words.filter((word) => !named.has(word))).toEqual([]);
  });

  test('shows layouts of shops, each in at most 40 lines', () => {
    const [, shops] = guide.split('\n## Four layouts of shops\n');
    const documents = Array.from(shops!.matchAll(/```json\n([^`]*)\n```/g), ([, json]) => json!.split('\n'));
    expect(documents).toHaveLength(4);
    for (const lines of documents) {
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    }
  });
});

/** The keys that a schema knows, and the words that may be their values. */
function language(schema: object): { readonly keys: readonly string[]; readonly words: readonly string[] } {
  const [keys, words] = [new Set<string>(), new Set<string>()];
  const walk = (inner: object) => {
    for (const [name, value] of Object.entries(inner) as readonly (readonly [string, unknown])[]) {
      if (typeof value !== 'object' || value === null || name === 'examples') continue;
      if (name === 'properties') Object.keys(value).forEach((key) => keys.add(key));
      if (name === 'enum') Object.values(value).forEach((word) => words.add(String(word)));
      walk(value);
    }
  };
  walk(schema);
  return { keys: [...keys], words: [...words] };
}
