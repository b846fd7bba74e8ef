#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { exitCodes } from './commands/io.js';
import { runProgram } from './commands/program.js';

const { stdout, stderr, env } = process;

// Who reads no further, as `head` does, wants no more; a command that listens itself knows better.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (stdout.listenerCount('error') > 1) return;
  process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
});

await runProgram(process.argv.slice(2), {
  // Most commands read nothing: to open it takes a while.
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
      });
    return controller.signal;
  },
  end: (code) => {
    process.exitCode = code;
  },
});
