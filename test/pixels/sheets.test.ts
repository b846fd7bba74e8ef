import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadLayouts } from '../../renderer/index.js';
import { addHash, changedLabels, renderSheets, sheetsFolder, type SheetHashes } from '../support/sheets/sheets.js';

const kept = JSON.parse(readFileSync(join(sheetsFolder, 'hashes.json'), 'utf8')) as SheetHashes;

describe('contact sheets', () => {
  test('every layout is drawn on every panel, in every script, with short, usual and long content, as it was', async () => {
    const hashes = {};
    for await (const label of renderSheets('locale')) addHash(hashes, label);
    expect(changedLabels(kept, hashes)).toEqual([]);
  }, 180_000);

  test('every layout has a sheet, and no sheet is without a layout', () => {
    const sheets = readdirSync(sheetsFolder).filter((name) => name.endsWith('.png'));
    expect(sheets.sort()).toEqual([...loadLayouts().keys()].map((id) => `${id}.png`).sort());
  });
});
