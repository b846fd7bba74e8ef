/** `npm run lint-docs`: draws the pictures of docs/label-lint.md, and writes its rules and its table of layouts. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createRenderer } from '../../renderer/index.js';
import { documentPath, picturesFolder, rulePictures, withFacts } from '../support/lint/document.js';

const renderer = await createRenderer({ optionalFonts: false });
rmSync(picturesFolder, { recursive: true, force: true });
for (const { path, png } of rulePictures(renderer)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, png);
}
writeFileSync(documentPath, withFacts(readFileSync(documentPath, 'utf8'), renderer));
