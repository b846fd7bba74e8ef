import type { Change, ChangeListener } from '../index.js';

/** What a process tells others: who it is, how much it had told before, how much with this, and what has changed. */
type Hint = readonly [
  from: string,
  before: number,
  told: number,
  changed: readonly (readonly [string, string])[] | null,
];

/** The row of another process: how much it has told. `gone`: it was not seen for long, and what it told last may be missing. */
export interface Teller {
  readonly id: string;
  readonly told: number;
  readonly gone: boolean;
}

/** Changes that are told one by one at once: when there are more, others are told that it may be anything. */
const mostTold = 2000;
/** Bytes of a notification; PostgreSQL's limit is 8000. */
const hintBytes = 7900;

/** Gathers what this process tells others. */
export interface Outgoing {
  /** How much was told, to be compared by others with what they heard. */
  told(): number;
  waits(): boolean;
  add(change: Change): void;
  /** The notifications for all that waits, which is then told. */
  take(): readonly string[];
  /** What was taken may not have arrived. */
  missed(): void;
}

export function createOutgoing(me: string): Outgoing {
  let waiting = new Map<string, readonly [string, string]>();
  let anything = false;
  let told = 0;
  return {
    told: () => told,
    waits: () => anything || waiting.size > 0,
    add({ tenant, id }) {
      if (waiting.size < mostTold) waiting.set(`${tenant}\0${id}`, [tenant, id]);
      else anything = true;
    },
    take() {
      const before = told++;
      const hint = (changed: Hint[3]) => JSON.stringify([me, before, told, changed] satisfies Hint);
      const hints = anything ? [hint(null)] : partsOf([...waiting.values()]).map(hint);
      waiting = new Map();
      anything = false;
      return hints;
    },
    missed() {
      anything = true;
    },
  };
}

/** Parts of changes that fit into a notification each. No name in JSON has more bytes than six for each of its characters. */
function partsOf(changes: readonly (readonly [string, string])[]): readonly (readonly (readonly [string, string])[])[] {
  const parts: (readonly [string, string])[][] = [];
  let room = 0;
  for (const change of changes) {
    const bytes = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes > room) {
      parts.push([]);
      room = hintBytes - 200;
    }
    room -= bytes;
    parts.at(-1)!.push(change);
  }
  return parts;
}

/** Hears what other processes tell, and finds out what was missed. */
export interface Incoming {
  /** A notification. */
  hear(payload: string): void;
  /** Compares what was heard with how much others have told. */
  compare(tellers: readonly Teller[]): void;
}

/** @param say gets what others have changed, as far as it is known */
export function createIncoming(me: string, say: ChangeListener): Incoming {
  /** How much was heard of each. */
  const heard = new Map<string, number>();
  /** How much each had told when it was looked last: its notification may come a little later than its row. */
  let due: ReadonlyMap<string, number> | null = null;
  return {
    hear(payload) {
      const [from, before, told, changed] = JSON.parse(payload) as Hint;
      if (from === me) return;
      const missed = (heard.get(from) ?? 0) < before;
      heard.set(from, Math.max(told, heard.get(from) ?? 0));
      say(changed === null || missed ? 'anything' : changed.map(([tenant, id]) => ({ tenant, id })));
    },
    compare(tellers) {
      let missed = false;
      for (const { id, told, gone } of tellers) {
        // What was told before this process looked for the first time, it does not miss.
        if (!due) heard.set(id, told);
        const behind = (heard.get(id) ?? 0) < (due?.get(id) ?? 0);
        if (behind) heard.set(id, due!.get(id)!);
        if (gone) heard.delete(id);
        missed ||= behind || gone;
      }
      due = new Map(tellers.filter(({ gone }) => !gone).map(({ id, told }) => [id, told]));
      if (missed) say('anything');
    },
  };
}
