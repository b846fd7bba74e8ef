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
