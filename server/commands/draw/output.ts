import { writeWhole } from '../../files/write-file.js';
import { CommandError, exitCodes, type Io } from '../io.js';

/** The file that `--output` names; null: standard output. @throws {CommandError} for none where that is a terminal */
export function outputOf(output: string | undefined, io: Io): string | null {
  if (output === undefined && io.stdout.isTTY)
    throw new CommandError(
      exitCodes.usage,
      'Expected a file, or - for standard output, for --output but received none, and standard output is a terminal',
    );
  return output === undefined || output === '-' ? null : output;
}

/** Writes what a command made. `file` is of {@link outputOf}. */
export function write(file: string | null, made: Uint8Array | string, io: Io): void {
  if (file === null) io.stdout.write(made);
  else writeWhole(file, typeof made === 'string' ? Buffer.from(made) : made);
}
