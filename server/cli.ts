#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { Command, CommanderError } from 'commander';
import { CommandError, type Describe, exitCodes, type Io } from './commands/io.js';
import { describeBatch } from './commands/batch.js';
import { describeDevices } from './commands/devices.js';

const commands: readonly Describe[] = [describeBatch, describeDevices];

const io: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
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
};

const program = new Command('esl-sim').description('See an electronic shelf label without owning one.');
for (const describe of commands) program.addCommand(describe(io));
program.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) io.end(error.exitCode === 0 ? exitCodes.done : exitCodes.usage);
  else if (error instanceof CommandError) {
    if (error.message !== '') io.stderr.write(`${error.message}\n`);
    io.end(error.exitCode);
  } else throw error;
}
