import { Command, CommanderError } from 'commander';
import { refuseOtherGlyphs } from '../config.js';
import { withoutSecrets } from '../keys/text.js';
import { readVersion } from '../version.js';
import { describeBatch } from './batch/batch.js';
import { describeCompare } from './compare.js';
import { describeComplete, describeCompletion } from './completion.js';
import { describeDevices } from './devices.js';
import { failureOf } from './failure.js';
import { describeFrame } from './draw/frame.js';
import { helpStyle } from './help.js';
import { type Describe, exitCodes, type Io, namesOnOneLine, usage, withSafeTexts } from './io.js';
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
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp(helpStyle)
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
  program.addCommand(withSettings(describeComplete(io), program), { hidden: true });
  program.addCommand(withSettings(describeFormer(), program), { hidden: true });
  return program;
}

/** `esl-sim device`, the former name of `esl-sim panel trmnl`. */
function describeFormer(): Command {
  return new Command('device')
    .allowUnknownOption()
    .argument('[words...]')
    .action(() => {
      throw usage('`esl-sim device trmnl` is now `esl-sim panel trmnl`; `esl-sim devices` lists the panels');
    });
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
