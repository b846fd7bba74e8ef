import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Framebuffer, pixelHash, type Warning } from '../../../renderer/index.js';

/**
 * Compares what the product says, by title, with test/records/NAME.txt, so that no word, number or entry changes unseen.
 * `RECORD=1 npx jest PATTERN` writes the file: read its difference before you commit it. Random samples have a seed; a new version
 * of fast-check may draw others.
 */
export function expectRecorded(
  name: string,
  texts: readonly (readonly [title: string, lines: readonly string[]])[],
): void {
  expect(new Set(texts.map(([title]) => title)).size).toBe(texts.length);
  const path = join('test/records', `${name}.txt`);
  const blocks = texts.map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'));
  if (process.env.RECORD) writeFileSync(path, `${blocks.join('\n\n')}\n`);
  expect(blocks).toEqual(readFileSync(path, 'utf8').replace(/\n$/, '').split('\n\n'));
}

/** The first 12 hexadecimal digits of a SHA-256. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** The lines for a drawing: the hash of its pixels, then its warnings. */
export function linesOfDrawing({
  frame,
  warnings,
}: {
  frame: Framebuffer;
  warnings: readonly Warning[];
}): readonly string[] {
  return [pixelHash(frame).slice(0, 12), ...warnings.map(({ code, message }) => `${code} ${message}`)];
}

/** The lines of an output, without what differs between runs: the folder of the test, times, versions; and without pictures. */
export function linesOfOutput(output: string | Buffer, folder: string): readonly string[] {
  return output
    .toString()
    .replaceAll(folder, '/')
    .replaceAll(encodeURI(folder), '/')
    .replaceAll(/base64,[^"]+|[A-Za-z0-9+/=]{300,}|"version": ?"[^"]+"|time(?:stamp)?="[^"]+"/g, '…')
    .split('\n');
}
