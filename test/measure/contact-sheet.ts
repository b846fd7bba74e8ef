/**
 * `npm run sheets`: draws the contact sheets and their hashes again and names the labels that changed: look at each before you
 * commit it. The sheets of usual content are kept beside the hashes, those of short and long content in a folder that git
 * ignores: the hashes alone show whether a label changed. `npm run sheets -- --devices PAGE.html` writes a page
 * instead, with a promotion on every shipped profile.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deviceSheet } from '../support/devices/sheet.js';
import {
  addHash,
  changedLabels,
  drawSheet,
  renderSheets,
  sheetCases,
  sheetPath,
  sheetsFolder,
  type SheetHashes,
  type SheetLabel,
  uncommittedSheets,
} from '../support/sheets/sheets.js';

const { devices } = parseArgs({ options: { devices: { type: 'string' } } }).values;
if (devices) writeFileSync(devices, await deviceSheet());
else await drawSheets();

async function drawSheets(): Promise<void> {
  mkdirSync(uncommittedSheets, { recursive: true });
  const hashes: Record<string, Record<string, Record<string, string>>> = {};
  let sheet: SheetLabel[] = [];
  const write = () => {
    if (sheet.length > 0) writeFileSync(sheetPath(sheet[0]!), drawSheet(sheet));
    sheet = [];
  };
  for await (const label of renderSheets(sheetCases('sheet'))) {
    addHash(hashes, label);
    if (sheet[0]?.layout !== label.layout || sheet[0].amount !== label.amount) write();
    sheet.push(label);
  }
  write();
  const path = join(sheetsFolder, 'hashes.json');
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SheetHashes) : {};
  for (const change of changedLabels(before, hashes)) console.log(change);
  writeFileSync(path, JSON.stringify(hashes, null, 1) + '\n');
  for (const file of readdirSync(sheetsFolder).filter((name) => name.endsWith('.png'))) {
    if (Object.hasOwn(hashes, file.slice(0, -'.png'.length))) continue;
    rmSync(join(sheetsFolder, file));
    console.log(`removed ${file}: no such layout any more`);
  }
}
