import { readFolders } from '../config.js';
import { onFileChanges } from '../files/file-changes.js';
import { failureOf } from './failure.js';
import { exitCodes, type Io } from './io.js';

/**
 * Draws, and again after each change of a file, until the command is interrupted. Writes errors to standard error and
 * continues.
 * @param files beside the user's panels and layouts
 */
export async function drawAgain(
  files: readonly string[],
  io: Io,
  draw: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = io.interruption();
  const { devicesDir, layoutsDir } = readFolders(io.env);
  const folders = [devicesDir, layoutsDir].filter((folder) => folder !== null);
  await onFileChanges([...files, ...folders], signal, async () => {
    try {
      await draw(signal);
    } catch (error) {
      if (!signal.aborted) io.stderr.write(`${failureOf(error).message}\n`);
    }
  });
  io.end(exitCodes.done);
}
