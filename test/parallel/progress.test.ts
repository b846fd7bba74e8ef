import { Writable } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import { createProgress } from '../../server/parallel/progress.js';

/** A stream, terminal or not, with a clock and its last text. */
function terminal(isTTY: boolean, size: number | null) {
  jest.useFakeTimers();
  let [text, now] = ['', 5000];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  });
  const stderr = Object.assign(stream, { isTTY, columns: 100 });
  const progress = createProgress(stderr, size, undefined, () => now);
  return {
    progress,
    /** The text after an update. */
    after: (seconds: number, read: number, labels: number): string => {
      now = 5000 + seconds * 1000;
      progress.update(read, labels);
      text = '';
      // Longer than the bar's redraw interval.
      jest.advanceTimersByTime(300);
      return text;
    },
    text: () => text,
  };
}

test('a terminal is shown the share, the rate and the time left, of this run alone', () => {
  const { progress, after } = terminal(true, 1000);
  expect(after(2, 200, 0)).toMatch(/20% \| 0 labels \| 0\/s \| \? left/);
  expect(after(2, 600, 500)).toMatch(/60% \| 500 labels \| 250\/s \| 2 s left/);
  expect(after(118, 600, 590)).toMatch(/60% \| 590 labels \| 5\/s \| 1 min 58 s left/);
  expect(after(60, 600, 600)).toMatch(/60% \| 600 labels \| 10\/s \| 1 min 0 s left/);
  expect(after(58.5, 600, 600)).toMatch(/59 s left/);
  expect(after(2, 600, 59)).toMatch(/59 labels \| 30\/s \| 2 s left/);
  expect(after(3, 600, 1)).toMatch(/1 labels \| 0\/s \| 3 s left/);
  progress.stop();
});

test('in the end the bar is gone, and the cursor is back', () => {
  const { progress, after, text } = terminal(true, 1000);
  expect(text()).toContain('\u001b[?25l');
  expect(text()).toMatch(/0% \| 0 labels \| 0\/s \| \? left/);
  expect(after(1, 500, 10)).not.toContain('\u001b[2K');
  progress.stop();
  expect(text()).toContain('\u001b[?25h');
  expect(text().endsWith('\u001b[2K')).toBe(true);
});

test('a pipe has no end that is known', () => {
  const { progress, after } = terminal(true, null);
  const shown = after(1, 600, 500);
  progress.stop();
  expect(shown).toMatch(/500 labels \| 500\/s/);
  expect(shown).not.toMatch(/%|left/);
});

test('a file that standard error goes to has no bar in it', () => {
  const { progress, after, text } = terminal(false, 1000);
  after(1, 500, 10);
  progress.stop();
  expect(text()).toBe('');
});
