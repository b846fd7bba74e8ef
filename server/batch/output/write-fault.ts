import { BatchError } from '../error.js';

/** Runs what writes to `path`, with one line for the terminal when that fails. @throws {BatchError} */
export async function writing<T>(path: string, write: () => Promise<T> | T): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw writeFault(path, error);
  }
}

export function writeFault(path: string, error: unknown): BatchError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BatchError('failed', `Expected to write ${path} but received: ${reason.replaceAll('\n', ' ')}`);
}
