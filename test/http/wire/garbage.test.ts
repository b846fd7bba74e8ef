import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

test('a server without requests collects its garbage', () => {
  // In a separate process: this one has the memory of other tests.
  const script = `import { collectWhenIdle } from ${JSON.stringify(resolve('dist/server/http/garbage.js'))};
    const garbage = new WeakRef({});
    const held = Array.from({ length: 1_000_000 }, (_, i) => ({ i, text: String(i) }));
    const start = performance.now();
    collectWhenIdle();
    setInterval(() => {
      if (garbage.deref() === undefined) process.exit(console.log(performance.now() - start, held.length));
    }, 20);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  const [ms, held] = said.split(' ').map(Number);
  expect([ms! > 5_000, held]).toEqual([true, 1_000_000]);
});
