import type { Call, Groups, Outcome } from './groups.js';
import { needOf } from './operations.js';

/** A call, and the number that its answer is given. */
export interface NumberedCall extends Call {
  readonly number: number;
}

export interface Answer {
  readonly number: number;
  readonly outcome: Outcome;
}

/** How long a call waits for another process that holds the file locked, and between two tries. In milliseconds. */
const patience = { call: 650, again: 2 };
/** Calls in a group. It bounds how long the file is locked, and how long a read waits for the writes before it. */
const groupSize = 256;

interface Waiting {
  readonly call: NumberedCall;
  /** By `performance.now()`. */
  readonly until: number;
}

/**
 * Gathers calls, and does all that wait at once: first what reads, then what counts, then what is flushed to the disk, each
 * in the order that it came. When another process holds the file locked, calls are tried again, and meanwhile whatever can
 * be done is done. The returned function takes calls; `answer` gets theirs in the order in which they were done.
 */
export function createQueue(
  groups: Groups,
  answer: (answers: readonly Answer[]) => void,
): (calls: readonly NumberedCall[]) => void {
  const waiting: Record<'nothing' | 'count' | 'flush', Waiting[]> = { nothing: [], count: [], flush: [] };
  let due: 'no' | 'soon' | 'later' = 'no';
  let timer: NodeJS.Timeout | undefined;

  /** Does the first of a queue. Returns whether another process holds the file locked. */
  const doGroup = (queue: Waiting[]): boolean => {
    const group = queue.splice(0, groupSize);
    const outcomes = groups(group.map(({ call }) => call));
    const now = performance.now();
    const again = group.filter(({ until }, i) => outcomes[i]!.kind === 'busy' && now < until);
    queue.unshift(...again);
    const answers = group.map(({ call: { number } }, i): Answer => ({ number, outcome: outcomes[i]! }));
    const done = answers.filter((_, i) => !again.includes(group[i]!));
    if (done.length > 0) answer(done);
    return again.length > 0;
  };
  const work = (): void => {
    due = 'no';
    const queues = Object.values(waiting).filter(({ length }) => length > 0);
    const busy = queues.map(doGroup).includes(true);
    if (queues.some(({ length }) => length > 0)) schedule(busy ? 'later' : 'soon');
  };
  const schedule = (when: 'soon' | 'later'): void => {
    if (due === 'soon' || due === when) return;
    clearTimeout(timer);
    due = when;
    if (when === 'soon') setImmediate(work);
    else timer = setTimeout(work, patience.again);
  };
  return (calls) => {
    const until = performance.now() + patience.call;
    for (const call of calls) waiting[needOf(call.name)].push({ call, until });
    schedule('soon');
  };
}
