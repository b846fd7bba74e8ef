/**
 * `npm run sheets`: draws the contact sheets and their hashes again and names the labels that changed: look at each before
 * you commit it. `npm run sheets -- --devices PAGE.html [--layout promotion] [--locale en-US]` writes a page instead, with
 * one label on every shipped profile.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadLayouts } from '../../renderer/index.js';
import { deviceSheet } from '../support/devices/sheet.js';
import {
  changedLabels,
  drawSheet,
  hashesOf,
  renderSheets,
  sheetsFolder,
  type SheetHashes,
} from '../support/labels/sheets.js';

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string' },
    layout: { type: 'string', default: 'promotion' },
    locale: { type: 'string', default: 'en-US' },
  },
});
if (options.devices) {
  const layout = loadLayouts().get(options.layout);
  if (!layout) throw new Error(`Expected the id of a shipped layout for --layout but received "${options.layout}"`);
  writeFileSync(options.devices, await deviceSheet(layout, options.locale));
} else await drawSheets();

async function drawSheets(): Promise<void> {
  const labels = await renderSheets();
  const hashes = hashesOf(labels);
  mkdirSync(sheetsFolder, { recursive: true });
  const path = join(sheetsFolder, 'hashes.json');
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SheetHashes) : {};
  for (const change of changedLabels(before, hashes)) console.log(change);
  writeFileSync(path, JSON.stringify(hashes, null, 2) + '\n');
  for (const layout of Object.keys(hashes))
    writeFileSync(join(sheetsFolder, `${layout}.png`), drawSheet(labels.filter((label) => label.layout === layout)));
  for (const file of readdirSync(sheetsFolder).filter((name) => name.endsWith('.png'))) {
    if (Object.hasOwn(hashes, file.slice(0, -'.png'.length))) continue;
    rmSync(join(sheetsFolder, file));
    console.log(`removed ${file}: no such layout any more`);
  }
}
