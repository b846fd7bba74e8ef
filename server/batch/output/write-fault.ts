import { CommandError, exitCodes } from '../../commands/io.js';

/** Runs what writes to `path`, with one line for the terminal when that fails. @throws {CommandError} */
export async function writing<T>(path: string, write: () => Promise<T> | T): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw writeFault(path, error);
  }
}

export function writeFault(path: string, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(exitCodes.failed, `Expected to write ${path} but received: ${reason.replaceAll('\n', ' ')}`);
}
