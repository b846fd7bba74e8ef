import { CommandError, exitCodes } from './io.js';

/** How a command that threw `error` ends, and its message: one line for an error that is known, else the stack. */
export function failureOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const { message, name, path, stack, syscall } = error as NodeJS.ErrnoException;
  if (name === 'ConfigError') return new CommandError(exitCodes.usage, message);
  if (name === 'DeviceError' || name === 'LayoutError') return new CommandError(exitCodes.invalid, message);
  const ofFile = path !== undefined || syscall !== undefined;
  return new CommandError(exitCodes.failed, ofFile ? message : (stack ?? message));
}

/** Runs `work` as long as nothing is wrong with the options; what is wrong with a file may be mended while it is watched. */
export function unlessUsage(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (failureOf(error).exitCode === exitCodes.usage) throw error;
  }
}
