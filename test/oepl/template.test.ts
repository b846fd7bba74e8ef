import { expect, test } from '@jest/globals';
import { createFiles } from '../../server/oepl/files.js';
import { filled, readTemplate } from '../../server/oepl/template.js';
import { createVariables } from '../../server/oepl/variables.js';

test.each([
  ['[{"a":1},{"b":[2,"},["]}]', 2, null],
  ['x[1,"\\"]"]y', 2, null],
  ['[]', 0, null],
  ['[ ', 0, 'EmptyInput'],
  ['no template', 0, null],
  ['[{"a":1},{"b"]', 1, 'IncompleteInput'],
  ['[{"a":1},{b:1},{"c":1}]', 1, 'InvalidInput'],
  ['[{"a":1}', 1, 'IncompleteInput'],
])('of %s, %i elements are read, and the problem is %s', (json, count, problem) => {
  const read = readTemplate(json);
  expect([read.elements.length, read.problem]).toEqual([count, problem]);
});

test('variables are replaced in texts and nowhere else; an unknown one is a hyphen', () => {
  const variables = createVariables(() => ({ ap_ch: '11' }));
  expect(variables.set({ price: '3.50', ap_ch: '15' })).toEqual(['price', 'ap_ch']);
  expect(variables.set({ price: '3.50' })).toEqual([]);
  const text = { text: [1, 2, '{price} on {ap_ch} {none}', '{price}'] };
  const [filledText, box, other] = filled(
    [text, { textbox: [0, 0, 9, 9, '{price}'] }, { line: ['{price}'] }],
    variables,
  );
  expect(filledText).toEqual({ text: [1, 2, '3.50 on 15 -', '{price}'] });
  expect(box).toEqual({ textbox: [0, 0, 9, 9, '3.50'] });
  expect(other).toEqual({ line: ['{price}'] });
});

test('variables and files are bounded', () => {
  const variables = createVariables(() => ({}));
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`v${i}`, 'x'.repeat(2000)]));
  expect(variables.set(many)).toHaveLength(256);
  expect(variables.fill('{v0}')).toHaveLength(1024);
  expect(variables.set({ v0: 'still set', ['n'.repeat(65)]: '' })).toEqual(['v0']);
  const files = createFiles();
  expect(files.put('/a', new Uint8Array(9 * 1024 * 1024))).toBe(false);
  expect(files.put('x'.repeat(300), new Uint8Array(1))).toBe(false);
  expect(files.put('temp/a.jpg', Buffer.from('x'))).toBe(true);
  expect(Object.keys(files.in('["temp/a.jpg"]'))).toEqual(['/temp/a.jpg']);
  expect(files.check('/temp/a.jpg')).toEqual({ filesize: 1, md5: '9dd4e461268c8034f5c8564e155c67a6' });
  expect(files.check('/none')).toEqual({ filesize: 0, md5: '' });
});
