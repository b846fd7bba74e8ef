import type { Outcome } from './groups.js';
import { StoreBusy } from '../index.js';
import type { Name, Operations } from './operations.js';
import type { Answer, NumberedCall } from './queue.js';

/** The way to a database. */
export interface Line {
  /**
   * Asks for an operation. `arrived` is called with its result before that of any operation which was done later, and the
   * promise resolves with what it returns.
   * @throws {StoreBusy} when another process holds the file locked for too long; nothing was stored
   */
  ask<N extends Name, T>(
    name: N,
    args: Parameters<Operations[N]>,
    arrived: (result: ReturnType<Operations[N]>) => T,
  ): Promise<T>;
  /** Calls `listener` after another process has written, before anything arrives that was read since. */
  onChange(listener: () => void): void;
  /** Resolves when all that was asked is done and the database is closed. May be called again. */
  close(): Promise<void>;
}

/** The other end of a line. */
export interface FarEnd {
  /** Takes the calls of one turn of the event loop. */
  send(calls: readonly NumberedCall[]): void;
  /** Is called when everything is answered. */
  close(): Promise<unknown>;
}

/** A line, and what its other end tells it. */
export interface OpenLine {
  readonly line: Line;
  readonly answered: (answers: readonly Answer[]) => void;
  readonly changed: () => void;
  /** What was asked, and what will be until the line is mended, fails with this error. */
  readonly broken: (error: Error) => void;
  readonly mended: () => void;
}

interface Asked {
  readonly arrived: (outcome: Outcome) => void;
  readonly failed: (error: Error) => void;
}

/** A line that sends the calls of one turn of the event loop together. */
export function openLine(end: FarEnd): OpenLine {
  const asked = new Map<number, Asked>();
  const listeners: (() => void)[] = [];
  let calls: NumberedCall[] = [];
  let count = 0;
  let broken: Error | null = null;
  /** Is called when everything is answered. */
  let idle = (): void => undefined;
  const send = (): void => {
    if (calls.length > 0) end.send(calls);
    calls = [];
  };
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    if (asked.size > 0) await new Promise<void>((resolve) => (idle = resolve));
    await end.close();
  };
  const line: Line = {
    ask: (name, args, arrived) =>
      new Promise((resolve, reject) => {
        if (broken) {
          reject(broken);
          return;
        }
        const number = count++;
        if (calls.push({ number, name, args }) === 1) setImmediate(send);
        asked.set(number, {
          failed: reject,
          arrived(outcome) {
            try {
              resolve(arrived(resultOf(outcome) as ReturnType<Operations[typeof name]>));
            } catch (error) {
              const refusal = error as Error;
              reject(refusal);
            }
          },
        });
      }),
    onChange: (listener) => listeners.push(listener),
    close: () => (closed ??= close()),
  };
  return {
    line,
    answered(answers) {
      for (const { number, outcome } of answers) {
        asked.get(number)?.arrived(outcome);
        asked.delete(number);
      }
      if (asked.size === 0) idle();
    },
    changed() {
      for (const listener of listeners) listener();
    },
    broken(error) {
      broken = error;
      calls = [];
      for (const { failed } of asked.values()) failed(error);
      asked.clear();
      idle();
    },
    mended() {
      broken = null;
    },
  };
}

function resultOf(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'busy':
      throw new StoreBusy('The store is busy', { cause: outcome.error });
    case 'failed':
      throw outcome.error;
    default:
      return outcome satisfies never;
  }
}
