import type { Call, Groups, GroupOutcome } from './groups.js';
import { needs } from './operations.js';

export interface NumberedCall extends Call {
  readonly number: number;
}

export interface WriterAnswer {
  readonly number: number;
  readonly outcome: GroupOutcome;
}

/** In milliseconds: how long a call waits for another process that locks the file, and between two attempts. */
const timeouts = { call: 650, retry: 2 };
/** Maximum calls in a group. It limits how long the file is locked, and how long a read waits for the writes before it. */
const groupSize = 256;

interface QueuedCall {
  readonly call: NumberedCall;
  /** By `performance.now()`. */
  readonly until: number;
}

/**
 * Queues calls, and runs them in groups: first reads, then counts, then writes, each in their order. Calls are retried while
 * another process locks the file; other calls run meanwhile.
 * @param answer is called with the answers in the order in which the calls ran
 * @returns a function that queues calls
 */
export function createQueue(
  groups: Groups,
  answer: (answers: readonly WriterAnswer[]) => void,
): (calls: readonly NumberedCall[]) => void {
  const waiting: Record<'nothing' | 'count' | 'flush', QueuedCall[]> = { nothing: [], count: [], flush: [] };
  let due: 'no' | 'soon' | 'later' = 'no';
  let timer: NodeJS.Timeout | undefined;

  /** Runs the first group of a queue. @returns whether another process locks the file */
  const runGroup = (queue: QueuedCall[]): boolean => {
    const group = queue.splice(0, groupSize);
    const outcomes = groups(group.map(({ call }) => call));
    const now = performance.now();
    const again = group.filter(({ until }, i) => outcomes[i]!.kind === 'busy' && now < until);
    queue.unshift(...again);
    const answers = group.map(({ call: { number } }, i): WriterAnswer => ({ number, outcome: outcomes[i]! }));
    const done = answers.filter((_, i) => !again.includes(group[i]!));
    if (done.length > 0) answer(done);
    return again.length > 0;
  };
  const work = (): void => {
    due = 'no';
    const queues = Object.values(waiting).filter(({ length }) => length > 0);
    const busy = queues.map(runGroup).includes(true);
    if (queues.some(({ length }) => length > 0)) schedule(busy ? 'later' : 'soon');
  };
  const schedule = (when: 'soon' | 'later'): void => {
    if (due === 'soon' || due === when) return;
    clearTimeout(timer);
    due = when;
    if (when === 'soon') setImmediate(work);
    else timer = setTimeout(work, timeouts.retry);
  };
  return (calls) => {
    const until = performance.now() + timeouts.call;
    for (const call of calls) waiting[needs[call.name]].push({ call, until });
    schedule('soon');
  };
}
