import { BatchError } from '../error.js';
import { createDecode } from './decode.js';
import type { Input } from './open-input.js';
import { type TextEncoding, findEncoding, headSize } from '../rows/find-encoding.js';

/** The signature of a ZIP archive: workbooks are ZIPs. */
const archive = 'PK\x03\x04';

/**
 * Detects encoding and line breaks from the beginning of an input. Holds at most a chunk and 64 KB in memory.
 * @param file for messages
 * @param given the encoding; undefined: detect it
 * @param guess whether Windows-1252 may be detected, which has no byte order mark
 * @throws {BatchError} for a workbook
 */
export async function readText(
  { chunks }: Pick<Input, 'chunks'>,
  file: string,
  given: TextEncoding | undefined,
  guess: boolean,
) {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < headSize) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.length;
  }
  const bytes = Buffer.concat(first).subarray(0, headSize);
  if (bytes.toString('latin1', 0, archive.length) === archive)
    throw new BatchError('invalid', `Expected text in ${file} but received a workbook: --input-format xlsx reads it`);
  const detected = given ?? findEncoding(bytes);
  const encoding = detected === 'windows-1252' && given === undefined && !guess ? 'utf-8' : detected;
  const head = headOf(bytes, encoding);
  const decode = createDecode(encoding, /\r./su.test(head) && !head.includes('\n'));
  let [read, written] = [0, 0];

  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }

  async function* decoded(): AsyncGenerator<Uint8Array> {
    for await (const chunk of all()) {
      const bytes = decode!(chunk, false);
      read += chunk.length;
      written += bytes.length;
      if (bytes.length > 0) yield bytes;
    }
    yield decode!(new Uint8Array(0), true);
  }

  return {
    encoding,
    /** Its first 64 KB. */
    head,
    /** The text as a stream of UTF-8. */
    chunks: decode ? decoded() : all(),
    /** Converts UTF-8 bytes to input bytes, precisely enough for a progress bar. */
    position: (used: number) => (written === 0 ? used : Math.round((used * read) / written)),
  };
}

function headOf(bytes: Uint8Array, encoding: TextEncoding): string {
  const decode = createDecode(encoding, false);
  return Buffer.from(decode ? decode(bytes, true) : bytes).toString('utf8');
}
