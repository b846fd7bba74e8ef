import { CommandError, exitCodes, usage } from './io.js';

/** The exit code and message for an error: one line for known errors, else the stack. */
export function failureOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const { message, name, path, stack, syscall } = error as NodeJS.ErrnoException;
  if (name === 'ConfigError') return usage(message);
  if (name === 'DeviceError' || name === 'LayoutError' || name === 'TraceError')
    return new CommandError(exitCodes.invalid, message);
  const isFileError = path !== undefined || syscall !== undefined;
  return new CommandError(exitCodes.failed, isFileError ? message : (stack ?? message));
}

/** Rethrows only usage errors. While files are watched, the user may repair a file. */
export function unlessUsage(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (failureOf(error).exitCode === exitCodes.usage) throw error;
  }
}
