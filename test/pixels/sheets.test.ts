import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { loadLayouts, pixelHash } from '../../renderer/index.js';
import { share } from '../support/labels/share.js';
import { expectRecorded } from '../support/tables/records.js';
import { plainRenderer } from '../support/rulers/renderers.js';
import { sheetContent } from '../support/sheets/contents.js';
import {
  caseName,
  hashesByName,
  renderSheets,
  sheetCases,
  sheetsFolder,
  type SheetHashes,
} from '../support/sheets/sheets.js';

const kept = hashesByName(JSON.parse(readFileSync(join(sheetsFolder, 'hashes.json'), 'utf8')) as SheetHashes);
const cases = sheetCases('locale');

describe('contact sheets', () => {
  test('every layout is drawn on every panel, in every script, with short, usual and long content, as it was', async () => {
    expect([...kept.keys()].sort()).toEqual(cases.map(caseName).sort());
    const changed: string[] = [];
    // No number of layouts, panels, locales and amounts is a multiple of 13, so each is combined with each.
    for await (const label of renderSheets(share(cases, 13)))
      if (kept.get(caseName(label)) !== label.hash) changed.push(caseName(label));
    expect(changed).toEqual([]);
  }, 180_000);

  test('every layout has the same pixels as before on panels of each size and each set of inks, but for large ones', async () => {
    const renderer = await plainRenderer();
    const layouts = [...loadLayouts().values()];
    const different = new Map(
      [...loadDevices().values()].map((device) => [
        `${device.width}×${device.height} ${device.dpi.value} ${device.inks.map(({ name }) => name).join()}`,
        device,
      ]),
    );
    const small = [...different.values()].filter(({ width, height }) => width * height <= 200_000);
    const hashes = small.map((device) => {
      const each = layouts.map((layout) =>
        pixelHash(renderer.render(sheetContent('usual', 'de-DE', layout, device), layout, device).frame).slice(0, 8),
      );
      return [device.id, [each.join(' ')]] as const;
    });
    expectRecorded('panels', hashes);
  }, 180_000);

  test('every layout has a sheet, and no sheet is without a layout', () => {
    const sheets = readdirSync(sheetsFolder).filter((name) => name.endsWith('.png'));
    expect(sheets.sort()).toEqual([...loadLayouts().keys()].map((id) => `${id}.png`).sort());
  });
});
