import { signal } from '@preact/signals';
import type { BindingFields } from '../../../../renderer/index.js';
import type { LabelView } from '../../../http/answers.js';
import { forEach } from '../../api/each.js';
import { bindLabel, deleteLabel, readLabel, sendUpdates } from '../../api/labels.js';
import { sleep, usualDelayS, type Wait, waitOf } from '../../api/pause.js';
import { ApiError, apiErrorFrom, ifThere, type Quota } from '../../api/request.js';
import { bindingOfLabel, type Showing, showingOf } from '../../state/binding.js';
import { texts } from '../../texts/index.js';
import { push, refuse } from '../bulk.js';
import type { RefusedAnswer } from '../words.js';
import type { Item } from './items.js';

export interface Target extends Showing {
  readonly item: Item;
  readonly id: string;
}

/** What became of rows that are put on the shelf, or of labels that are restored. */
export interface PutResult {
  readonly kind: 'putting' | 'put' | 'restoring' | 'restored';
  /** Labels to change, and those that were not there before and those that were. */
  readonly all: number;
  readonly added: number;
  readonly changed: number;
  /** Items by why the server refused them. */
  readonly refused: ReadonlyMap<string, readonly Item[]>;
  /** Null: the server takes more now. */
  readonly wait: Wait | null;
  /** Null while it runs, and where there is nothing to undo. */
  readonly undo: (() => unknown) | null;
}

export const result = signal<PutResult | null>(null);
let control = new AbortController();

/** Ends after the labels that were sent already. */
export function stop(): void {
  control.abort();
}

/** @param prefix of the ids of rows that name no label */
export function targetOf(item: Item, prefix: string): Target {
  const { product_name, price, unit, date: _date, view: _view, ...binding } = item.fields!;
  const id = item.label === '' ? `${prefix}${item.line}` : item.label;
  return { item, id, binding: binding as BindingFields, update: { product_name, price, unit } };
}

/** The labels before a change; null: there was none. */
type Before = Map<Target, LabelView | null>;

export async function putOnShelf(targets: readonly Target[]): Promise<void> {
  const before: Before = new Map();
  const done = await changeAll('putting', targets, before);
  const undo = done.length > 0 ? (): unknown => restoreAll(done, before) : null;
  result.value = { ...result.peek()!, kind: 'put', undo };
}

/** Makes the labels what they were: by an update where they showed fields, else by deleting the new one. */
async function restoreAll(done: readonly Target[], before: Before): Promise<void> {
  const former = done.flatMap((target) => {
    const label = before.get(target);
    const showing = label ? showingOf(label) : null;
    return showing ? [{ ...target, ...showing }] : [];
  });
  const others = done.filter((target) => !before.get(target)?.content);
  await changeAll('restoring', former, new Map(), others, async (target) => {
    const label = before.get(target);
    if (label && label.revision > 0) throw new ApiError(409, texts.peek().wall.pictureGone);
    await deleteLabel(target.id);
    if (label) await bindLabel(target.id, bindingOfLabel(label));
  });
  result.value = { ...result.peek()!, kind: 'restored' };
}

/** Labels in the first bulk, and in the largest. The usual budget is ten a minute. */
const [firstBulk, largestBulk] = [10, 200];

/** Targets that the server takes only later, when, and what is left of the budget. */
interface Rest {
  readonly late: readonly Target[];
  readonly waitMs: number;
  readonly quota: Quota | null;
}

/**
 * Binds labels and updates them, bulk by bulk, at most as many as the budget allows. A label whose update is refused, or
 * must wait, is bound as before: none stays blank.
 * @param others more labels, each changed by `changeOne`
 * @returns the changed labels
 */
async function changeAll(
  kind: 'putting' | 'restoring',
  targets: readonly Target[],
  before: Before,
  others: readonly Target[] = [],
  changeOne: (target: Target) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly Target[]> {
  control = new AbortController();
  const { signal: end } = control;
  const isStopped = (): boolean => end.aborted;
  const run = Math.random();
  const done: Target[] = [];
  const refused = new Map<string, Item[]>();
  let left = targets;
  const settle = (target: Target): void => {
    left = left.filter((each) => each !== target);
  };
  const unsure = ({ id, item }: Target): void => {
    push(refused, texts.peek().preview.unsure({ label: id }), item);
  };
  /** Notes why the server refused a label, and makes it what it was. */
  const fail = async (target: Target, error: RefusedAnswer): Promise<void> => {
    settle(target);
    refuse(refused, target.item, error);
    await bindBack(target, before).catch(() => {
      unsure(target);
    });
  };
  const report = (wait: Wait | null = null): void => {
    const added = done.filter((target) => before.get(target) === null).length;
    const all = targets.length + others.length;
    result.value = { kind, all, added, changed: done.length - added, refused, wait, undo: null };
  };
  const pause = async (ms: number, quota: Quota | null): Promise<void> => {
    report(waitOf(left.length, new Date(Date.now() + ms), quota));
    await sleep(ms, end);
    report();
  };
  /** Binds labels until the server takes no more. */
  const bind = async (chosen: readonly Target[]) => {
    const bound = new Set<Target>();
    const limits: ApiError[] = [];
    const act = async (target: Target): Promise<void> => {
      if (limits.length > 0) return;
      if (!before.has(target)) before.set(target, (await ifThere(readLabel(target.id)))?.label ?? null);
      try {
        await bindLabel(target.id, target.binding);
        bound.add(target);
      } catch (error) {
        if (apiErrorFrom(error).status !== 429) throw error;
        limits.push(apiErrorFrom(error));
      }
    };
    await forEach(chosen, act, fail, { end });
    // In the order of the rows, whichever was bound first.
    return { bound: chosen.filter((target) => bound.has(target)), limit: limits[0] };
  };
  /** Sends updates, also again if it is unsure whether they arrived. */
  const update = async (sent: readonly Target[], round: number): Promise<Rest> => {
    const keyed = sent.map(({ id, item, update }) => ({
      ...update,
      label: id,
      key: `wall ${run} ${round} ${item.line}`,
    }));
    for (;;) {
      try {
        const { body, quota } = await sendUpdates(keyed);
        const late: Target[] = [];
        let waitS = quota?.left === 0 ? quota.resetS : 0;
        for (const [i, outcome] of body.outcomes.entries()) {
          const target = sent[i]!;
          if (!('problem' in outcome)) {
            settle(target);
            done.push(target);
          } else if (outcome.status === 429) {
            late.push(target);
            waitS = outcome.problem.retry_after ?? usualDelayS;
          } else await fail(target, { problem: outcome.problem, message: outcome.problem.detail });
        }
        return { late, waitMs: waitS * 1000, quota };
      } catch (error) {
        const failure = apiErrorFrom(error);
        const { quota } = failure;
        const waitMs = failure.retryMs(usualDelayS);
        if (failure.status === 429) return { late: sent, waitMs, quota };
        if (!failure.isTransient) {
          for (const target of sent) await fail(target, failure);
          return { late: [], waitMs: 0, quota };
        }
        await pause(waitMs, quota);
        if (isStopped()) return { late: sent, waitMs, quota };
      }
    }
  };

  report();
  await forEach(
    others,
    async (target) => {
      await changeOne(target);
      done.push(target);
    },
    ({ item }, error) => {
      refuse(refused, item, error);
    },
    {
      onWait: report,
      onDone: () => {
        report();
      },
      end,
    },
  );
  let size = firstBulk;
  for (let round = 0; left.length > 0 && !isStopped(); round++) {
    const { bound, limit } = await bind(left.slice(0, size));
    let rest: Rest = { late: [], waitMs: limit?.retryMs(usualDelayS) ?? 0, quota: limit?.quota ?? null };
    if (bound.length > 0) {
      const sent = await update(bound, round);
      const { quota } = sent;
      size = Math.min(largestBulk, size * 2, quota?.left === 0 ? quota.limit : (quota?.left ?? firstBulk));
      if (!limit || sent.waitMs > 0) rest = sent;
    }
    await forEach(
      rest.late,
      (target) => bindBack(target, before),
      (target) => {
        if (isStopped()) unsure(target);
      },
    );
    report();
    if (rest.waitMs > 0 && left.length > 0 && !isStopped()) await pause(rest.waitMs, rest.quota);
  }
  report();
  return done;
}

/** Binds a label as before, or deletes a new one. @throws {ApiError} */
async function bindBack(target: Target, before: Before): Promise<void> {
  const label = before.get(target);
  if (label) await bindLabel(target.id, bindingOfLabel(label));
  // Undefined: nothing was sent for it yet.
  else if (label === null) await ifThere(deleteLabel(target.id));
}
