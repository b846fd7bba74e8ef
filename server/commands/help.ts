import { type Argument, Command, type HelpConfiguration, type Option } from 'commander';
import { exitCodes } from './io.js';

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'failed: a file could not be read or written',
  usage: 'wrong usage',
  invalid: 'invalid data',
  differ: 'images differ, or labels break a rule',
};

/** The style of every help page: see {@link details}. */
export const helpStyle: HelpConfiguration = {
  optionDescription: details,
  argumentDescription: details,
  subcommandTerm: (command) =>
    [
      command.name(),
      ...command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
        return argument.required ? `<${name}>` : `[${name}]`;
      }),
      ...(command.commands.length > 0 ? ['<command>'] : []),
    ].join(' '),
};

/** A description, and in one pair of brackets at its end the choices and the default, in the words of the description if it names one. */
export function details(described: Option | Argument): string {
  const { description, argChoices, defaultValueDescription } = described;
  const defaultValue = described.defaultValue as string | number | boolean | undefined;
  const [named = '', inWords] = /(?<! ) *\(default: ([^()]*)\)/.exec(description) ?? [];
  const fallback = inWords ?? defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
  const facts = [
    ...(argChoices ? [oneOf(argChoices.map((choice) => (/^[\w-]+$/.test(choice) ? choice : `"${choice}"`)))] : []),
    ...(fallback === undefined ? [] : [`default: ${String(fallback)}`]),
  ].join('; ');
  return `${description.replace(named, '')}${facts && ` (${facts})`}`;
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
}

/** What a help page says after the options, as data for `--help` and the man page. */
export interface Ending {
  /** Paragraphs. Indented lines keep their line breaks. */
  readonly notes: readonly string[];
  readonly examples: readonly string[];
  /** Code and meaning. */
  readonly exits: readonly (readonly [number, string])[];
}

/** A command whose help ends with notes, examples and exit codes. */
export class DocumentedCommand extends Command {
  ending: Ending = { notes: [], examples: [], exits: [] };

  /** Adds paragraphs before the examples. Called before {@link footer}. */
  notes(...notes: readonly string[]): this {
    this.ending = { ...this.ending, notes };
    return this;
  }

  footer(ends: readonly (keyof typeof exitCodes)[], ...examples: readonly string[]): this {
    const exits = ends.map((end) => [exitCodes[end], meanings[end]] as const);
    this.ending = { ...this.ending, examples, exits };
    return this.addHelpText('after', () => this.endingText());
  }

  private endingText(): string {
    const { notes, examples, exits } = this.ending;
    const help = this.createHelp();
    const width = this.configureOutput().getOutHelpWidth?.() ?? 80;
    return [
      ...notes.map((note) => `\n${help.boxWrap(note, width)}`),
      '\nExamples:',
      ...examples.map((example) => `  ${example}`),
      '\nExit codes:',
      ...exits.map(([code, meaning]) => `  ${String(code).padEnd(4)}${meaning}`),
    ].join('\n');
  }
}
