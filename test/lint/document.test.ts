import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { plainRenderer } from '../support/rulers/renderers.js';
import { loadLayouts } from '../../renderer/index.js';
import { share } from '../support/labels/share.js';
import { lintCases } from '../support/lint/cases.js';
import { documentPath, picturesFolder, rulePictures, withFacts } from '../support/lint/document.js';
import { imageData } from '../support/pictures/image-data.js';

const renderer = await plainRenderer();

test('docs/label-lint.md has the rules and the table of layouts as the product has them: npm run lint-docs', () => {
  const document = readFileSync(documentPath, 'utf8');
  const checked = share([...loadLayouts().values()], 5);
  expect(unpadded(withFacts(document, renderer, checked))).toBe(unpadded(document));
});

/** Without the blanks that the formatter pads tables with, and the blank lines that it removes. */
function unpadded(document: string): string {
  return document
    .replaceAll(/ +\|/g, ' |')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll(/\n{2,}/g, '\n\n');
}

test('the pictures of the rules are those that the product draws: npm run lint-docs', () => {
  const changed = rulePictures(renderer).filter(
    ({ path, png }) =>
      !existsSync(path) || !imageData(readFileSync(path)).every((byte, i) => byte === imageData(png)[i]),
  );
  expect(changed.map(({ path }) => path)).toEqual([]);
  expect(readdirSync(picturesFolder).sort()).toEqual([...lintCases.keys()].sort());
});

test('the document says that it is no legal advice', () => {
  expect(readFileSync(documentPath, 'utf8')).toContain('This is a check, not legal advice.');
});
