import { Argument, Command, type Option } from 'commander';
import { DocumentedCommand } from './help.js';
import type { Io } from './io.js';

/** Each script passes the words up to the cursor to `esl-sim complete`, and completes files if that prints nothing. */
const scripts = {
  bash: `_esl_sim() {
  local IFS=$'\\n'
  COMPREPLY=($(esl-sim complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _esl_sim esl-sim
`,
  zsh: `#compdef esl-sim
_esl_sim() {
  local -a completions
  completions=(\${(f)"$(esl-sim complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#completions )); then compadd -- $completions; else _files; fi
}
compdef _esl_sim esl-sim
`,
  fish: `complete -c esl-sim -a '(esl-sim complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const;

/** `esl-sim completion`: the script that lets a shell complete commands, options, devices and layouts. */
export function describeCompletion(io: Io): Command {
  return new DocumentedCommand('completion')
    .summary('let a shell complete what you type')
    .description('Print the script that lets a shell complete commands, options, devices and layouts.')
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(Object.keys(scripts)))
    .footer(
      ['done', 'usage'],
      'source <(esl-sim completion bash)',
      'esl-sim completion zsh > "${fpath[1]}/_esl-sim"',
      'esl-sim completion fish > ~/.config/fish/completions/esl-sim.fish',
    )
    .action((shell: keyof typeof scripts) => {
      io.stdout.write(scripts[shell]);
    });
}

/** `esl-sim complete`, run by the scripts: prints a line per completion of the last word. */
export function describeComplete(io: Io): Command {
  return new DocumentedCommand('complete')
    .argument('[words...]')
    .action(async (words: readonly string[], _, command: Command) => {
      const last = words.at(-1) ?? '';
      const completions = await candidates(command.parent!, words.slice(0, -1), last, io);
      io.stdout.write(
        completions
          .filter((word) => word.startsWith(last))
          .map((word) => `${word}\n`)
          .join(''),
      );
    });
}

/** The candidates after `words`. @param last the typed part of the next word */
async function candidates(
  program: Command,
  words: readonly string[],
  last: string,
  io: Io,
): Promise<readonly string[]> {
  const help = program.createHelp();
  const command = words.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  const before = command.options.find(({ short, long }) => [short, long].includes(words.at(-1)));
  if (before?.required) return valuesOf(before, last, io);
  if (last.startsWith('-')) return help.visibleOptions(command).flatMap(({ long }) => long ?? []);
  // No completions after an unknown command.
  if (words.length > 0 && command === program) return [];
  if (command.commands.length > 0) return help.visibleCommands(command).map((one) => one.name());
  return command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
}

/** The values of an option: its choices, or the ids of layouts or devices. Several devices have commas between them. */
async function valuesOf(option: Option, last: string, io: Io): Promise<readonly string[]> {
  const name = option.attributeName();
  if (name !== 'device' && name !== 'layout') return option.argChoices ?? [];
  const { readFolders } = await import('../config.js');
  const { devicesDir, layoutsDir } = readFolders(io.env);
  if (name === 'layout') {
    const { findLayouts } = await import('../../renderer/index.js');
    return [...findLayouts(layoutsDir === null ? [] : [layoutsDir]).keys()];
  }
  const { findDevices } = await import('../../devices/index.js');
  const listed = last.slice(0, last.lastIndexOf(',') + 1);
  return Array.from(findDevices(devicesDir === null ? [] : [devicesDir]).keys(), (id) => listed + id);
}
