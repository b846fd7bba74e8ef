import { InvalidArgumentError } from 'commander';

/** Reads a value of --data, and adds it to those before. */
export function readData(
  value: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const split = value.indexOf('=');
  if (split < 1) throw new InvalidArgumentError('Expected a key and a value, such as previous_price=4.20.');
  return { ...before, [value.slice(0, split)]: value.slice(split + 1) };
}
