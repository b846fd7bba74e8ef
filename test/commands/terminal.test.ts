import { expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { safeText } from '../../server/fields/text.js';
import { runHere } from '../support/cli.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
/** Clears the screen, and names the window. */
const escape = '\u001b[2J\u001b]0;mine\u0007\u009b31m';
const controls = /(?!\n)\p{Cc}/u;

test('a text for a terminal has no controls but ends of lines and tabs, and turns no text around', () => {
  expect(safeText('a\u001b[2Jb\u009b1mc\u007f\u0000d\r\n\te\u202ef\u2066g')).toBe('a�[2Jb�1mc��d�\n\te�f�g');
  expect(safeText('Käse 牛乳 🥛 עברית')).toBe('Käse 牛乳 🥛 עברית');
});

function file(name: string, text: string): string {
  writeFileSync(folder.at(name), text);
  return folder.at(name);
}

test('names in files and of files reach a terminal without escapes, and a pipe as they are', async () => {
  const row = { price: '3.50', product_name: 'Milk', unit: '1 L', [escape]: 1 };
  const rows = file('rows.csv', `price,product_name,unit,${escape}\n3.50,Milk,1 L,x\n`);
  const lines = file('rows.ndjson', `${JSON.stringify(row)}\n`);
  const layout = file(`${escape}.json`, JSON.stringify({ title: escape, description: 'B', root: { type: escape } }));
  const commands = [...[rows, lines].map((file) => ['batch', file, '--out', folder.at('out')]), ['validate', layout]];
  for (const words of commands) {
    const { stdout, stderr } = await runHere(words, { terminal: true });
    expect(`${stdout.toString()}${stderr}`).toContain('�');
    expect(`${stdout.toString()}${stderr}`).not.toMatch(controls);
  }
  expect((await runHere(['validate', layout])).stdout.toString()).toContain(escape);
});

/** All controls but NUL, which no name of a file can have, then an end of a line before a line that nobody wrote. */
const forging = `x${Array.from({ length: 0x9f }, (_, i) => String.fromCharCode(i + 1)).join('')}`
  .replace(/[ -~]/g, '')
  .concat('\nforged\tline');

test('no name of a file begins a line of what a command prints, whichever control it has', async () => {
  const [expected, actual] = [folder.at('expected'), folder.at('actual')];
  for (const path of [expected, actual]) mkdirSync(path);
  file(`expected/${forging}.png`, 'no PNG');
  file(`actual/${forging}.png`, 'no PNG either');
  file(`actual/${forging} new.png`, 'x');
  const rows = 'price,product_name,unit\n3.50,Milk,1 L\nx,Milk,1 L\n';
  const table = file(`${forging}.csv`, rows);
  const out = folder.at('forged-out');
  const commands = [
    ['validate', file(`${forging}.json`, JSON.stringify({ title: 'A', root: { type: forging } }))],
    ['validate', file(`${forging}.text.json`, `{"a":${forging}`)],
    ['validate', folder.at(`${forging}.none`)],
    ['batch', table, '--out', out],
    ['batch', file('plain.csv', rows), '--out', folder.at(`${forging}-out`)],
    ['batch', file('named.csv', `"${forging}",${rows}`), '--out', out],
    ['batch', folder.at(`${forging}.none`), '--out', out],
    ['batch', table, '--out', out, `--map=${forging}=price`],
    ['compare', expected, actual],
    ['compare', expected, actual, '--accept'],
    ['compare', folder.at(`expected/${forging}.png`), folder.at(`actual/${forging}.png`)],
    ['compare', folder.at(forging), actual],
    ['compare', expected, actual, `--report=${folder.at(forging)}/none/x`],
    ['snapshots', folder.at(`${forging}.none`)],
    ['render', '--price', forging, '--layout', folder.at(`${forging}.json`)],
    ['device', forging],
    ['layouts', forging],
    [forging],
    ['validate', `--${forging}`],
  ];
  for (const words of commands) {
    const { stdout, stderr } = await runHere(words, { terminal: true });
    const text = `${stdout.toString()}${stderr}`;
    expect([words[0], text]).not.toEqual([words[0], expect.stringMatching(/(^|\t)forged|forged\t|(?![\n\t])\p{Cc}/mu)]);
    expect([words[0], text]).not.toEqual([words[0], '']);
  }
});
