import type { GroupOutcome } from './groups.js';
import { StoreBusy, StoreFull } from '../index.js';
import type { Name, Operations } from './operations.js';
import type { WriterAnswer, NumberedCall } from './queue.js';

/** Calls operations of a SQLite database, in this thread or in another. */
export interface Channel {
  /**
   * Calls an operation, and resolves with the result of `arrived`, which is called with the results of operations in the order
   * in which they ran.
   * @throws {StoreBusy} when another process locks the file for too long; nothing was stored
   */
  ask<N extends Name, T>(
    name: N,
    args: Parameters<Operations[N]>,
    arrived: (result: ReturnType<Operations[N]>) => T,
  ): Promise<T>;
  /** Calls `listener` after another process has written, before the results of later reads arrive. */
  onChange(listener: () => void): void;
  /** Resolves when all calls have ended and the database is closed. May be called again. */
  close(): Promise<void>;
}

/** Carries the calls of a channel to the database. */
export interface Transport {
  /** Takes the calls of one turn of the event loop. */
  send(calls: readonly NumberedCall[]): void;
  /** Called when all calls are answered. */
  close(): Promise<unknown>;
}

interface PendingCall {
  readonly arrived: (outcome: GroupOutcome) => void;
  readonly failed: (error: Error) => void;
}

/** Opens a channel that sends the calls of one turn of the event loop together. Its transport calls the other functions. */
export function openChannel(transport: Transport) {
  const pending = new Map<number, PendingCall>();
  const listeners: (() => void)[] = [];
  let calls: NumberedCall[] = [];
  let count = 0;
  let broken: Error | null = null;
  let closed: Promise<void> | undefined;
  /** Called when no call is pending. */
  let idle = (): void => undefined;
  const send = (): void => {
    if (calls.length > 0) transport.send(calls);
    calls = [];
  };
  const close = async (): Promise<void> => {
    if (pending.size > 0) await new Promise<void>((resolve) => (idle = resolve));
    await transport.close();
  };
  const channel: Channel = {
    ask(name, args, arrived) {
      // A thread that closes would answer no later call.
      if (broken ?? closed) return Promise.reject(broken ?? new Error('The store is closed'));
      const number = count++;
      if (calls.push({ number, name, args }) === 1) setImmediate(send);
      return new Promise((resolve, reject) => {
        pending.set(number, {
          failed: reject,
          arrived(outcome) {
            settle(() => arrived(resultOf(outcome) as ReturnType<Operations[typeof name]>), resolve, reject);
          },
        });
      });
    },
    onChange: (listener) => listeners.push(listener),
    close: () => (closed ??= close()),
  };
  return {
    channel,
    answered: (answers: readonly WriterAnswer[]): void => {
      for (const { number, outcome } of answers) {
        pending.get(number)?.arrived(outcome);
        pending.delete(number);
      }
      if (pending.size === 0) idle();
    },
    changed: (): void => {
      for (const listener of listeners) listener();
    },
    /** Rejects pending calls, and new ones until the channel is repaired. */
    broken: (error: Error): void => {
      broken = error;
      calls = [];
      for (const { failed } of pending.values()) failed(error);
      pending.clear();
      idle();
    },
    repaired: (): void => {
      broken = null;
    },
  };
}

function settle<T>(result: () => T, resolve: (value: T) => void, reject: (error: Error) => void): void {
  try {
    resolve(result());
  } catch (error) {
    reject(error as Error);
  }
}

function resultOf(outcome: GroupOutcome): unknown {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'busy':
      throw new StoreBusy('The store is busy', { cause: outcome.error });
    case 'full':
      throw new StoreFull('The disk is full', { cause: outcome.error });
    case 'failed':
      throw outcome.error;
    default:
      return outcome satisfies never;
  }
}
