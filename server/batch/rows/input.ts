import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { BatchError } from '../error.js';

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes in all, null where only the end will tell. */
  readonly size: number | null;
}

/** Opens the input of a batch; `-` is `stdin`. Reading stops when `signal` does. @throws {BatchError} */
export async function openInput(path: string, stdin: Readable, signal: AbortSignal): Promise<Input> {
  if (path === '-') return { chunks: addAbortSignal(signal, stdin), size: null };
  try {
    const stats = await stat(path);
    const stream = createReadStream(path, { highWaterMark: 256 * 1024, signal });
    return { chunks: reading(path, stream), size: stats.isFile() ? stats.size : null };
  } catch (error) {
    throw fault(path, error);
  }
}

async function* reading(path: string, stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? error : fault(path, error);
  }
}

function fault(path: string, error: unknown): BatchError {
  const message = `Expected a file that can be read for FILE but received "${path}": ${(error as Error).message}`;
  return new BatchError('failed', message);
}
