import { expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { safeText } from '../../server/fields/text.js';
import { runHere } from '../support/cli.js';
import { useFolder } from '../support/use-server.js';

const folder = useFolder();
/** Clears the screen, and names the window. */
const escape = '\u001b[2J\u001b]0;mine\u0007\u009b31m';
const controls = /(?!\n)\p{Cc}/u;

test('a text for a terminal has no controls but ends of lines and tabs, and turns no text around', () => {
  expect(safeText('a\u001b[2Jb\u009b1mc\u007f\u0000d\r\n\te\u202ef\u2066g')).toBe('a�[2Jb�1mc��d�\n\te�f�g');
  expect(safeText('Käse 牛乳 🥛 עברית')).toBe('Käse 牛乳 🥛 עברית');
});

test('names in files and of files reach a terminal without escapes, and a pipe as they are', async () => {
  const [rows, lines, layout] = [folder.at('rows.csv'), folder.at('rows.ndjson'), folder.at(`${escape}.json`)];
  writeFileSync(rows, `price,product_name,unit,${escape}\n3.50,Milk,1 L,x\n`);
  writeFileSync(lines, `${JSON.stringify({ price: '3.50', product_name: 'Milk', unit: '1 L', [escape]: 1 })}\n`);
  writeFileSync(layout, JSON.stringify({ title: escape, description: 'B', root: { type: escape } }));
  const commands = [...[rows, lines].map((file) => ['batch', file, '--out', folder.at('out')]), ['validate', layout]];
  for (const words of commands) {
    const { stdout, stderr } = await runHere(words, { terminal: true });
    expect(`${stdout.toString()}${stderr}`).toContain('�');
    expect(`${stdout.toString()}${stderr}`).not.toMatch(controls);
  }
  expect((await runHere(['validate', layout])).stdout.toString()).toContain(escape);
});
