import { writeWhole } from '../../files/write-file.js';
import { CommandError, exitCodes, type Io } from '../io.js';

/** The file that `--out` names; null: standard output. @throws {CommandError} for none where that is a terminal */
export function outputOf(out: string | undefined, io: Io): string | null {
  if (out === undefined && io.stdout.isTTY)
    throw new CommandError(
      exitCodes.usage,
      'Expected a file, or - for standard output, for --out but received none, and standard output is a terminal',
    );
  return out === undefined || out === '-' ? null : out;
}

/** Writes what a command made. `file` is of {@link outputOf}. */
export function write(file: string | null, made: Uint8Array | string, io: Io): void {
  if (file === null) io.stdout.write(made);
  else writeWhole(file, typeof made === 'string' ? Buffer.from(made) : made);
}
