import { readFolders } from '../config.js';
import { onFileChanges } from '../files/file-changes.js';
import { failureOf } from './failure.js';
import { exitCodes, type Io } from './io.js';

/**
 * Draws, and again whenever a file changes, until the command is interrupted; then it has done what it should. What is wrong
 * is said on standard error, and the watch goes on.
 * @param files those that are read beside the panels and layouts of one's own
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
