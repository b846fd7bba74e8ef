import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

test('the checked-in compressor equals its compiled sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'esl-wasm-'));
  const compiled = join(folder, 'deflate.wasm');
  await run(process.execPath, ['.ci/assembly.mjs', compiled]);
  expect(readFileSync(compiled).equals(readFileSync('renderer/png/assembly/deflate.wasm'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('all that the package exports is documented, and no link in a docstring is broken', async () => {
  await expect(run(process.execPath, ['.ci/api.mjs', 'check'])).resolves.toMatchObject({ stderr: '' });
});
