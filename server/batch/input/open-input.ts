import { closeSync, constants, createReadStream, openSync, writeSync } from 'node:fs';
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
    if (stats.isFIFO())
      signal.addEventListener('abort', () => {
        endRead(path);
      });
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

/** Ends the read of a pipe: the thread that waits for its writer would keep the process alive. */
function endRead(path: string): void {
  try {
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(writer, '\n');
    closeSync(writer);
  } catch {
    // Nothing reads it, or it is full.
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
