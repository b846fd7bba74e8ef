#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { Command, CommanderError } from 'commander';
import { type Describe, exitCodes, type Io } from './commands/io.js';
import { describeCompare } from './commands/compare.js';
import { describeDevices } from './commands/devices.js';
import { failureOf } from './commands/failure.js';
import { describeSnapshots } from './commands/snapshots.js';

const commands: readonly Describe[] = [describeCompare, describeDevices, describeSnapshots];

const io: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cores: availableParallelism(),
  clock: () => new Date(),
  end: (code) => {
    process.exitCode = code;
  },
};

const program = new Command('esl-sim').description('See an electronic shelf label without owning one.').exitOverride();
for (const describe of commands) program.addCommand(describe(io).copyInheritedSettings(program));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) io.end(error.exitCode === 0 ? exitCodes.done : exitCodes.usage);
  else {
    const { exitCode, message } = failureOf(error);
    io.stderr.write(`${message}\n`);
    io.end(exitCode);
  }
}
