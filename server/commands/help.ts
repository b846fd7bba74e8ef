import { exitCodes } from './io.js';

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'failed: a file could not be read or written',
  usage: 'wrong usage',
  invalid: 'invalid data',
  differ: 'images differ',
};

/** Examples and exit codes for a command's help. */
export function helpFooter(examples: readonly string[], ends: readonly (keyof typeof exitCodes)[]): string {
  const codes = ends.map((end) => `  ${String(exitCodes[end]).padEnd(4)}${meanings[end]}`);
  return ['', 'Examples:', ...examples.map((example) => `  ${example}`), '', 'Exit codes:', ...codes].join('\n');
}
