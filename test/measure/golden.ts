/** `npm run golden`: writes the golden pictures that differ from what is drawn now, and names them: look at each before you commit it. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawGuide } from '../support/labels/layout-guide.js';
import { goldenFolders, readmePictures, renderGoldens } from '../support/labels/golden.js';

const goldens = await renderGoldens();
for (const { folder, facts, png } of goldens) {
  const path = join(folder, 'case.json');
  const text = JSON.stringify(facts, null, 2) + '\n';
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text);
  writeFileSync(join(folder, 'label.png'), png);
  console.log(join(folder, 'label.png'));
}
const known = new Set(goldens.map(({ folder }) => folder));
for (const folder of goldenFolders()) {
  if (known.has(folder)) continue;
  rmSync(folder, { recursive: true });
  console.log(`removed ${folder}: no such case any more`);
}
for (const { path, draw } of readmePictures) writeFileSync(path, await draw());
for (const { path, png } of await drawGuide()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, png);
}
