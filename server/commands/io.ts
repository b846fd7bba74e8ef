import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { Checked } from '../fields/checked.js';
import { oneLine, safeText } from '../fields/text.js';

/** The exit codes of all commands; 64 and 65 are those of sysexits.h. */
export const exitCodes = { done: 0, failed: 1, usage: 64, invalid: 65, differ: 66 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a message on standard error: one line per problem. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

/** A command was called the wrong way. */
export function usage(message: string): CommandError {
  return new CommandError(exitCodes.usage, message);
}

/** The value of checked options, which are named like the fields. @throws {CommandError} with one line per problem */
export function orUsage<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  const lines = checked.problems.map(({ field, message }) => `--${field}: ${oneLine(message)}`);
  throw usage(lines.join('\n'));
}

/** A command's access to the process. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Standard error for the progress bar, which moves the cursor. */
  readonly bar: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cores: number;
  clock(): Date;
  /** Aborted by SIGINT or SIGTERM. After the first call, only a second signal ends the process. */
  interruption(): AbortSignal;
  /** Sets the exit code. Does not end the process. */
  end(code: ExitCode): void;
}

/** Puts each word of a command on one line of a message: any module may name a file in its messages. */
export function namesOnOneLine(words: readonly string[]): (text: string) => string {
  const names = words
    .map((word) => word.replace(/^--[^=\n\t]*=/, ''))
    .filter((name) => name.trim() !== '' && name !== oneLine(name));
  return (text) => names.reduce((line, name) => line.replaceAll(name, oneLine(name)), text);
}

/** Makes texts safe for a terminal by {@link safeText}: all of standard error, and standard output unless it is a pipe or a file. */
export function withSafeTexts(io: Omit<Io, 'bar'>, names: ReturnType<typeof namesOnOneLine>): Io {
  const { stdout, stderr } = io;
  const safe = (text: string) => safeText(names(text));
  return Object.create(io, {
    stdout: { value: stdout.isTTY ? safeStream(stdout, safe) : stdout },
    stderr: { value: safeStream(stderr, safe) },
    bar: { value: stderr },
  }) as Io;
}

function safeStream<Stream extends Writable>(stream: Stream, safe: (text: string) => string): Stream {
  const write = (chunk: unknown, ...more: []) => stream.write(typeof chunk === 'string' ? safe(chunk) : chunk, ...more);
  return new Proxy(stream, {
    get(target, name) {
      const value: unknown = name === 'write' ? write : Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Describes a command. Its action imports its modules, so that no command loads those of another. */
export type Describe = (io: Io) => Command;
