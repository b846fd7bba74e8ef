import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chunkSize = 256 * 1024;

/** Lines of text in a temporary file: those of 100,000 labels would take a hundred megabytes of memory. */
export class LineFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'esl-lint-'));
  readonly #file = openSync(join(this.#folder, 'lines'), 'w+');
  #end = 0;

  /** @param lines each of which ends with a line feed */
  append(lines: string): void {
    this.#end += writeSync(this.#file, lines, this.#end);
  }

  *lines(): Generator<string> {
    const chunk = Buffer.alloc(chunkSize);
    let [at, rest] = [0, Buffer.alloc(0)];
    while (at < this.#end) {
      const read = readSync(this.#file, chunk, 0, chunkSize, at);
      at += read;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      const last = bytes.lastIndexOf(0x0a) + 1;
      rest = Buffer.from(bytes.subarray(last));
      if (last > 0)
        yield* bytes
          .subarray(0, last - 1)
          .toString('utf8')
          .split('\n');
    }
  }

  /** Deletes the file. */
  close(): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
