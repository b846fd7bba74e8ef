import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { BatchError } from '../error.js';
import { unfinished } from '../../files/unfinished.js';
import { manifestName } from './manifest.js';
import type { Output } from './output.js';
import { createTarHeaders, padded, tarEnd } from './tar-headers.js';
import { writeError, writing } from './write-error.js';

interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** A temporary file for the manifest, which follows the images. */
  readonly spool: string;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/**
 * A tar archive whose last member is the manifest.
 * @param target a path, or a stream
 * @param modified the time of its members in seconds since 1970
 */
export async function openTar(target: string | Writable, modified: number): Promise<Output> {
  const sink = typeof target === 'string' ? await openFile(target) : await openStream(target);
  const spool = await openSpool(sink);
  let size = 0;
  return {
    async commit(drawn) {
      await sink.write(drawn.archive);
      const lines = Buffer.from(drawn.manifest);
      await writing(sink.spool, () => spool.appendFile(lines));
      size += lines.length;
    },
    async finish() {
      await sink.write(createTarHeaders(modified)(manifestName, size));
      for await (const bytes of createReadStream(sink.spool, { highWaterMark: 1 << 20 }))
        await sink.write(bytes as Buffer);
      await sink.write(new Uint8Array(padded(size) - size));
      await sink.write(tarEnd);
      await spool.close();
      await sink.finish();
    },
    async abandon() {
      await spool.close();
      await sink.abandon();
    },
  };
}

/** Opens the manifest's file; on failure, abandons the sink. */
async function openSpool(sink: Sink): Promise<FileHandle> {
  try {
    return await writing(sink.spool, () => open(sink.spool, 'w+'));
  } catch (error) {
    await Promise.allSettled([sink.abandon()]);
    throw error;
  }
}

/** Renames a regular file when it is complete. Writes directly to anything else, such as a named pipe. */
async function openFile(path: string): Promise<Sink> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) throw new BatchError('failed', `Expected a file for --tar but received the folder ${path}`);
  const direct = stats !== null && !stats.isFile();
  const part = direct ? path : `${path}.part`;
  const folder = direct ? await temporaryFolder() : null;
  const spool = folder === null ? `${path}.part.manifest` : join(folder, manifestName);
  const own = folder === null ? [part, spool] : [folder];
  const file: FileHandle = await writing(path, () => open(part, 'w'));
  for (const name of own) unfinished.add(name);
  const tidy = async () => {
    await rm(folder ?? spool, { recursive: true, force: true });
    for (const name of own) unfinished.delete(name);
  };
  return {
    spool,
    write: (bytes) => writing(path, () => file.writeFile(bytes)),
    finish: () =>
      writing(path, async () => {
        await file.close();
        if (!direct) await rename(part, path);
        await tidy();
      }),
    async abandon() {
      await file.close();
      if (!direct) await rm(part, { force: true });
      await tidy();
    },
  };
}

async function openStream(stream: Writable): Promise<Sink> {
  const folder = await temporaryFolder();
  const tidy = () => rm(folder, { recursive: true, force: true });
  // The callback of `write` handles errors. Without a listener, an error would also end the process.
  stream.on('error', () => undefined);
  return {
    spool: join(folder, manifestName),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => {
          if (error) reject(streamError(error));
          else resolve();
        });
      }),
    finish: tidy,
    abandon: tidy,
  };
}

function streamError(error: Error): BatchError {
  const closed = (error as NodeJS.ErrnoException).code === 'EPIPE';
  return closed
    ? new BatchError('unread', 'Expected a reader of standard output but it is gone')
    : writeError('standard output', error.message);
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'esl-batch-'));
}
