import { writeWhole } from '../../files/write-file.js';
import { type Io, usage } from '../io.js';

/** The file of `--out`; null: standard output. @throws {CommandError} for a terminal without `--out` */
export function outputOf(out: string | undefined, io: Io): string | null {
  if (out === undefined && io.stdout.isTTY)
    throw usage(
      'Expected a file, or - for standard output, for --out but received none, and standard output is a terminal',
    );
  return out === undefined || out === '-' ? null : out;
}

/** @param file of {@link outputOf} */
export function write(file: string | null, content: Uint8Array | string, io: Io): void {
  if (file === null) io.stdout.write(content);
  else writeWhole(file, typeof content === 'string' ? Buffer.from(content) : content);
}
