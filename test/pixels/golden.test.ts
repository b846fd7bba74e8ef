import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { goldenFolders, renderGoldens } from '../support/labels/golden.js';

const goldens = await renderGoldens();

describe('golden labels', () => {
  test.each(goldens.map((golden) => [golden.folder, golden] as const))('%s is drawn unchanged', (folder, golden) => {
    expect(JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(golden.facts)),
    );
    const kept = PNG.sync.read(readFileSync(join(folder, 'label.png')));
    const drawn = PNG.sync.read(golden.png);
    expect([drawn.width, drawn.height]).toEqual([kept.width, kept.height]);
    expect(Buffer.compare(drawn.data, kept.data)).toBe(0);
  });

  test('no golden folder is without a case', () => {
    expect(goldenFolders().sort()).toEqual(goldens.map(({ folder }) => folder).sort());
  });
});

describe('a label as PNG', () => {
  test.each(goldens.map((golden) => [golden.folder, golden] as const))(
    '%s: another decoder reads the pixels of the frame in the inks of the panel',
    (_, { png, pixels, device }) => {
      const { data, width, height } = PNG.sync.read(png);
      expect([width, height]).toEqual([device.width, device.height]);
      const inks = device.inks.map((ink) => ((parseInt(ink.device.slice(1), 16) << 8) | 0xff) >>> 0);
      const decoded = new Uint8Array(pixels.length);
      for (let i = 0; i < decoded.length; i++) decoded[i] = inks.indexOf(data.readUInt32BE(i * 4));
      expect(Buffer.compare(decoded, pixels)).toBe(0);
    },
  );
});
