import { Command, CommanderError } from 'commander';
import { refuseOtherGlyphs } from '../config.js';
import { withoutSecrets } from '../keys/text.js';
import { readVersion } from '../version.js';
import { describeBatch } from './batch/batch.js';
import { describeCompare } from './compare.js';
import { describeComplete, describeCompletion } from './completion.js';
import { describeDevice } from './device.js';
import { describeDevices } from './devices.js';
import { failureOf } from './failure.js';
import { describeFrame } from './draw/frame.js';
import { type Describe, exitCodes, type Io, namesOnOneLine, withSafeTexts } from './io.js';
import { describeKeys } from './keys/keys.js';
import { describeLayouts } from './layouts.js';
import { describeLint } from './lint/lint.js';
import { describePanel } from './panel/panel.js';
import { describeRender } from './draw/render.js';
import { describeServe } from './serve.js';
import { describeSnapshots } from './snapshots.js';
import { describeValidate } from './validate.js';

const commands: readonly Describe[] = [
  describeServe,
  describeRender,
  describeBatch,
  describeLint,
  describeCompare,
  describeFrame,
  describeSnapshots,
  describeKeys,
  describeDevice,
  describePanel,
  describeDevices,
  describeLayouts,
  describeValidate,
  describeCompletion,
];

/** Applies the settings of `parent` to a command and its subcommands. */
function withSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const subcommand of command.commands) withSettings(subcommand, command);
  return command;
}

export function createProgram(io: Io): Command {
  const program = new Command('esl-sim')
    .description('See an electronic shelf label without owning one.')
    .version(readVersion())
    .showHelpAfterError('(--help lists the options)')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(withoutSecrets(text)),
    })
    .exitOverride()
    .hook('preAction', () => {
      refuseOtherGlyphs(io.env);
    });
  for (const describe of commands) program.addCommand(withSettings(describe(io), program));
  program.addCommand(describeComplete(io), { hidden: true });
  return program;
}

/** Runs `esl-sim`. Never throws: reports errors on standard error and by the exit code. */
export async function runProgram(words: readonly string[], world: Omit<Io, 'bar'>): Promise<void> {
  const names = namesOnOneLine(words);
  const io = withSafeTexts(world, names);
  try {
    await createProgram(io).parseAsync(words, { from: 'user' });
  } catch (error) {
    // Commander has already written the error.
    if (error instanceof CommanderError) io.end(error.exitCode === 0 ? exitCodes.done : exitCodes.usage);
    else {
      const { exitCode, message } = failureOf(error);
      // In the style of commander.
      const text = exitCode === exitCodes.usage ? names(message).replace(/^|(?<=\n)/g, 'error: ') : message;
      if (text !== '') io.stderr.write(`${text}\n`);
      io.end(exitCode);
    }
  }
}
