import { StoreBusy } from '../index.js';
import { deadline } from './database.js';

/** Lines of what waits, one for each key, so that what is written to one label does not fight for its row. */
export interface Lines<Item, Result> {
  /** Does an item after all that was asked for before with the same key: together with others that wait behind each other. */
  ask(key: string, item: Item): Promise<Result>;
  /** Does something else after all that was asked for before with the same key. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** What is done of a line at once: results for all items, and what helps with those after them. */
export interface Done<Result, State> {
  readonly results: readonly Result[];
  readonly state: State | null;
}

interface Asked<Item, Result> {
  readonly item: Item;
  /** By `performance.now()`; after that it is refused. */
  readonly until: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** A line: items, or whatever is done alone. */
type Line<Item, Result> = (Asked<Item, Result> | (() => Promise<void>))[];

/** What waits in all lines: above that it is refused at once. It bounds the memory. */
const mostWaiting = 2000;

/**
 * @param together how many of the items that wait, the first ones, are done together: 1 at least
 * @param work what is done with them before `until`, by `performance.now()`; `state` is of those before them
 */
export function createLines<Item, Result, State>(
  together: (items: readonly Item[]) => number,
  work: (items: readonly Item[], state: State | null, until: number) => Promise<Done<Result, State>>,
): Lines<Item, Result> {
  const lines = new Map<string, Line<Item, Result>>();
  let waiting = 0;

  const doTogether = async (asked: readonly Asked<Item, Result>[], state: State | null): Promise<State | null> => {
    try {
      const { until } = asked[0]!;
      if (until < performance.now()) throw new StoreBusy('Too many wait for this label');
      const items = asked.map(({ item }) => item);
      const done = await work(items, state, until);
      for (const [i, { resolve }] of asked.entries()) resolve(done.results[i]!);
      return done.state;
    } catch (error) {
      const refusal = error as Error;
      for (const { reject } of asked) reject(refusal);
      return null;
    }
  };
  const serve = async (key: string, line: Line<Item, Result>): Promise<void> => {
    let state: State | null = null;
    while (line.length > 0) {
      const [first] = line;
      const end = line.findIndex((one) => typeof one === 'function');
      const items = line.slice(0, end < 0 ? undefined : end) as Asked<Item, Result>[];
      const count = typeof first === 'function' ? 1 : together(items.map(({ item }) => item));
      line.splice(0, count);
      state =
        typeof first === 'function' ? await first().then(() => null) : await doTogether(items.slice(0, count), state);
      waiting -= count;
    }
    lines.delete(key);
  };
  const queue = (key: string, one: Line<Item, Result>[number]): void => {
    if (waiting >= mostWaiting) throw new StoreBusy('Too many wait for the store');
    waiting++;
    const line = lines.get(key);
    if (line) {
      line.push(one);
      return;
    }
    const begun = [one];
    lines.set(key, begun);
    void serve(key, begun);
  };
  return {
    ask: (key, item) =>
      new Promise((resolve, reject) => {
        queue(key, { item, until: deadline(), resolve, reject });
      }),
    alone: (key, task) =>
      new Promise((resolve, reject) => {
        queue(key, () => task().then(resolve, reject));
      }),
  };
}
