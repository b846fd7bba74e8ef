#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { Command, CommanderError } from 'commander';
import { describeComplete, describeCompletion } from './commands/completion.js';
import { describeDevices } from './commands/devices.js';
import { failureOf } from './commands/failure.js';
import { type Describe, exitCodes, type Io } from './commands/io.js';
import { describeLayouts } from './commands/layouts.js';
import { describeRender } from './commands/render.js';
import { describeServe } from './commands/serve.js';
import { describeValidate } from './commands/validate.js';
import { refuseOtherGlyphs } from './config.js';
import { readVersion } from './version.js';

const commands: readonly Describe[] = [
  describeServe,
  describeRender,
  describeDevices,
  describeLayouts,
  describeValidate,
  describeCompletion,
];

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

// Who reads no further, as `head` does, wants no more.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
});

const program = new Command('esl-sim')
  .description('See an electronic shelf label without owning one.')
  .version(readVersion())
  .showHelpAfterError('(--help shows what can be said)')
  .exitOverride()
  .hook('preAction', () => {
    refuseOtherGlyphs(io.env);
  });
for (const describe of commands) program.addCommand(describe(io).copyInheritedSettings(program));
program.addCommand(describeComplete(io), { hidden: true });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) io.end(error.exitCode === 0 ? exitCodes.done : exitCodes.usage);
  else {
    const { exitCode, message } = failureOf(error);
    process.stderr.write(`${message}\n`);
    // What a command that failed has begun, it does not end.
    process.exit(exitCode);
  }
}
