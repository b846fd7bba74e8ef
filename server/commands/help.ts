import { Command } from 'commander';
import { exitCodes } from './io.js';

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'failed: a file could not be read or written',
  usage: 'wrong usage',
  invalid: 'invalid data',
  differ: 'images differ, or labels break a rule',
};

/** A command whose help ends with examples and exit codes. */
export class DocumentedCommand extends Command {
  footer(ends: readonly (keyof typeof exitCodes)[], ...examples: readonly string[]): this {
    const codes = ends.map((end) => `  ${String(exitCodes[end]).padEnd(4)}${meanings[end]}`);
    const lines = ['', 'Examples:', ...examples.map((example) => `  ${example}`), '', 'Exit codes:', ...codes];
    return this.addHelpText('after', lines.join('\n'));
  }
}
