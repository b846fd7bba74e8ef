import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';

/** How the commands end (contract.md; 64 and 65 as in sysexits.h). */
export const exitCodes = { done: 0, failed: 1, usage: 64, invalid: 65, differ: 66 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An end that says why on standard error, in a line for each thing that is wrong. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

/** The world as a command sees it. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Processors that work may be spread over. */
  readonly cores: number;
  clock(): Date;
  /** Aborted by SIGINT and SIGTERM, which from the first call on no longer end the process; a second one does. */
  interruption(): AbortSignal;
  /** Says how the process will end when nothing is left to do. */
  end(code: ExitCode): void;
}

/** Describes a command. Its action imports what it needs only then, so that no command waits for another's. */
export type Describe = (io: Io) => Command;
