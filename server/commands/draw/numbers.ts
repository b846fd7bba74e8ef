import { InvalidArgumentError } from 'commander';

/** Reads `--scale`. @throws {InvalidArgumentError} */
export function readScale(value: string): number {
  if (!/^[1-8]$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 1 to 8.');
  return Number(value);
}

/** Reads `--plane`. @throws {InvalidArgumentError} */
export function readPlane(value: string): number {
  if (!/^[0-3]$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 0 to 3.');
  return Number(value);
}
