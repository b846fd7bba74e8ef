import { BatchError } from '../error.js';
import { createDecode } from './decode.js';
import type { Input } from './open-input.js';
import { type FoundEncoding, type TextEncoding, findEncoding, headSize } from '../rows/find-encoding.js';

/** The signature of a ZIP archive: workbooks are ZIPs. */
const archive = 'PK\x03\x04';

/**
 * Detects encoding and line breaks from the beginning of an input. Holds at most a chunk and 64 KB in memory.
 * @param file for messages
 * @param given the encoding; undefined: detect it
 * @param guess whether an encoding without a byte order mark may be detected
 * @param locale of the labels, if it was given
 * @throws {BatchError} for a workbook
 */
export async function readText(
  { chunks }: Pick<Input, 'chunks'>,
  file: string,
  given: TextEncoding | undefined,
  guess: boolean,
  locale?: string,
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
  const found: FoundEncoding | null = given === undefined ? findEncoding(bytes, locale) : null;
  const isGuess = found !== null && found.possible.length > 0;
  if (isGuess && guess && !found.isCertain) throw new BatchError('invalid', uncertain(file, found));
  const encoding = given ?? (isGuess && !guess ? 'utf-8' : found!.encoding);
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
    /** What the file is read as, and three of its words; null: that is certain without them. */
    note:
      isGuess && guess
        ? `The file is not UTF-8 and is read as ${shown(found)[0]!}; --input-encoding says another`
        : null,
    /** Its first 64 KB. */
    head,
    /** The text as a stream of UTF-8. */
    chunks: decode ? decoded() : all(),
    /** Converts UTF-8 bytes to input bytes, precisely enough for a progress bar. */
    position: (used: number) => (written === 0 ? used : Math.round((used * read) / written)),
  };
}

/** The encodings that a text may have, each with some of its words: `windows-1250 ("Żółty", "Łosoś")`. */
function shown({ possible }: FoundEncoding): readonly string[] {
  return possible.slice(0, 3).map(({ encoding, words }) => {
    const sample = words.map((word) => `"${word}"`).join(', ');
    return sample === '' ? encoding : `${encoding} (${sample})`;
  });
}

function uncertain(file: string, found: FoundEncoding): string {
  return `Expected UTF-8 in ${file} but received ${shown(found).join(' or ')}: --input-encoding or --locale says which`;
}

function headOf(bytes: Uint8Array, encoding: TextEncoding): string {
  const decode = createDecode(encoding, false);
  return Buffer.from(decode ? decode(bytes, true) : bytes).toString('utf8');
}
