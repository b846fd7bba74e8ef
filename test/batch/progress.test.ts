import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { createProgress } from '../../server/batch/progress.js';

function terminal(isTTY: boolean) {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  let text = '';
  stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { stderr, text: () => text };
}

test('a terminal is shown the share, the rate and the time left, of this run alone', async () => {
  const { stderr, text } = terminal(true);
  let now = 0;
  const progress = createProgress(stderr, 1000, () => now);
  now = 2000;
  progress.update(200, 0);
  progress.update(600, 500);
  await new Promise((resolve) => setTimeout(resolve, 250));
  progress.stop();
  expect(text()).toMatch(/60% \| 500 labels \| 250\/s \| 2 s left/);
});

test('a pipe has no end that is known', async () => {
  const { stderr, text } = terminal(true);
  let now = 0;
  const progress = createProgress(stderr, null, () => now);
  now = 1000;
  progress.update(600, 500);
  await new Promise((resolve) => setTimeout(resolve, 250));
  progress.stop();
  expect(text()).toMatch(/500 labels \| 500\/s/);
  expect(text()).not.toMatch(/%|left/);
});

test('a file that standard error goes to has no bar in it', () => {
  const { stderr, text } = terminal(false);
  const progress = createProgress(stderr, 1000);
  progress.update(500, 10);
  progress.stop();
  expect(text()).toBe('');
});
