import cliProgress from 'cli-progress';
import type { Writable } from 'node:stream';

export interface Progress {
  /** @param read input progress, see `position`. While `labels` is 0, the batch skips rows of an interrupted run. */
  update(read: number, labels: number): void;
  stop(): void;
}

const silent: Progress = { update: () => undefined, stop: () => undefined };

/**
 * Shows a progress bar if `stderr` is a terminal.
 * @param size input bytes; null for a pipe
 * @param position converts progress to input bytes
 */
export function createProgress(
  stderr: Writable & { readonly isTTY?: boolean },
  size: number | null,
  position = (read: number) => read,
  now = () => performance.now(),
): Progress {
  if (!stderr.isTTY) return silent;
  const start = now();
  let before = 0;
  const bar = new cliProgress.SingleBar(
    {
      stream: stderr,
      format:
        size === null ? '{labels} labels | {rate}/s' : '{bar} {percentage}% | {labels} labels | {rate}/s | {left} left',
      clearOnComplete: true,
      hideCursor: true,
      gracefulExit: false,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(size ?? 1, 0, { labels: 0, rate: 0, left: '?' });
  return {
    update(used, labels) {
      const read = position(used);
      const seconds = (now() - start) / 1000;
      if (labels === 0) before = read;
      const left = size === null || read === before ? '?' : duration((seconds * (size - read)) / (read - before));
      bar.update(size === null ? 0 : read, { labels, rate: Math.round(labels / seconds), left });
    },
    stop: () => {
      bar.stop();
    },
  };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
