import { BatchError } from '../error.js';

/** Runs `write`, and turns its error into one line for the terminal. @throws {BatchError} */
export async function writing<T>(path: string, write: () => Promise<T> | T): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw writeError(path, (error as Error).message);
  }
}

export function writeError(path: string, reason: string): BatchError {
  return new BatchError('failed', `Expected to write ${path} but received: ${reason.replaceAll('\n', ' ')}`);
}
