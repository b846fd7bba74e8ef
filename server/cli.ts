import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { exitCodes } from './commands/io.js';
import { runProgram } from './commands/program.js';
import { unfinished } from './files/unfinished.js';

const { stdout, stderr, env } = process;

/** Milliseconds that a command may take to end after a signal. */
const stopMs = 4_000;

// A reader such as `head` closed the pipe: end. Commands with their own listener handle it.
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (stdout.listenerCount('error') > 1) return;
  if (code === 'EPIPE') process.exit(exitCodes.done);
  stderr.write(`Expected to write standard output but received: ${message}\n`);
  process.exit(exitCodes.failed);
});

await runProgram(process.argv.slice(2), {
  // Opening standard input takes a while, and most commands do not read it.
  get stdin() {
    return process.stdin;
  },
  stdout,
  stderr,
  env,
  cores: availableParallelism(),
  clock: () => new Date(),
  interruption() {
    const controller = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        controller.abort();
        // What can't be interrupted, such as a read of a device.
        setTimeout(() => {
          stderr.write(`Expected to stop within ${stopMs / 1000} s of ${signal}: what still runs is cut\n`);
          for (const path of unfinished) rmSync(path, { recursive: true, force: true });
          process.kill(process.pid, 'SIGKILL');
        }, stopMs).unref();
      });
    return controller.signal;
  },
  end: (code) => {
    process.exitCode = code;
  },
});
