import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { BatchError } from '../error.js';

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Total bytes; null for a pipe. */
  readonly size: number | null;
  /** Stops reading. May be called again. */
  readonly close: () => void;
}

/** Opens the input of a batch; `-` is `stdin`. `signal` stops reading. @throws {BatchError} */
export async function openInput(path: string, stdin: Readable, signal: AbortSignal): Promise<Input> {
  if (path === '-')
    return {
      chunks: addAbortSignal(signal, stdin),
      size: null,
      close() {
        stdin.destroy();
      },
    };
  try {
    const stats = await stat(path);
    const stream = createReadStream(path, { highWaterMark: 256 * 1024, signal });
    return {
      chunks: chunksOf(path, stream),
      size: stats.isFile() ? stats.size : null,
      close() {
        stream.destroy();
      },
    };
  } catch (error) {
    throw readError(path, error);
  }
}

async function* chunksOf(path: string, stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? error : readError(path, error);
  }
}

function readError(path: string, error: unknown): BatchError {
  const message = `Expected a readable file for FILE but received "${path}": ${(error as Error).message}`;
  return new BatchError('failed', message);
}
