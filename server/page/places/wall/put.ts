import { signal } from '@preact/signals';
import type { BindingFields, Update } from '../../../../renderer/index.js';
import type { LabelView } from '../../../http/answers.js';
import { forEach } from '../../api/each.js';
import { bindLabel, deleteLabel, readLabel, sendUpdates } from '../../api/labels.js';
import { sleep, usualDelayS } from '../../api/pause.js';
import { ApiError, apiErrorFrom, ifThere } from '../../api/request.js';
import { bindingOfLabel } from '../../state/binding.js';
import { texts } from '../../texts/index.js';
import { push, refuse } from '../bulk.js';
import type { RefusedAnswer } from '../words.js';
import type { Item } from './items.js';

/** What a label is to show. */
export interface Target {
  readonly item: Item;
  readonly id: string;
  readonly binding: BindingFields;
  readonly update: Update;
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
  /** When the server takes more updates; null: it takes them now. */
  readonly resumesAt: Date | null;
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
    if (!label?.content) return [];
    const { product_name, price, unit } = label.content;
    return [{ ...target, binding: bindingOfLabel(label), update: { product_name, price, unit } }];
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

/**
 * Binds labels and updates them, bulk by bulk. A label whose update is refused is bound as before.
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
  /** Notes why the server refused a label, and makes it what it was. */
  const fail = async (target: Target, error: RefusedAnswer): Promise<void> => {
    refuse(refused, target.item, error);
    if (!(await bindBack(target, before))) push(refused, texts.peek().preview.unsure(target.id), target.item);
  };
  const report = (resumesAt: Date | null = null): void => {
    const added = done.filter((target) => before.get(target) === null).length;
    const all = targets.length + others.length;
    result.value = { kind, all, added, changed: done.length - added, refused, resumesAt, undo: null };
  };
  const bind = async (target: Target): Promise<void> => {
    before.set(target, (await ifThere(readLabel(target.id)))?.label ?? null);
    await bindLabel(target.id, target.binding);
  };
  /** Sends updates. @returns those that the server takes only later, and in how many milliseconds */
  const update = async (sent: readonly Target[]): Promise<readonly [late: readonly Target[], waitMs: number]> => {
    try {
      const keyed = sent.map(({ id, item, update }) => ({ ...update, label: id, key: `wall ${run} ${item.line}` }));
      const { outcomes } = await sendUpdates(keyed);
      const late: Target[] = [];
      let waitS = 0;
      for (const [i, outcome] of outcomes.entries()) {
        if (!('problem' in outcome)) done.push(sent[i]!);
        else if (outcome.status === 429) {
          late.push(sent[i]!);
          waitS = outcome.problem.retry_after ?? usualDelayS;
        } else await fail(sent[i]!, { problem: outcome.problem, message: outcome.problem.detail });
      }
      return [late, waitS * 1000];
    } catch (error) {
      const failure = apiErrorFrom(error);
      if (failure.isTransient) return [sent, failure.retryMs(usualDelayS)];
      for (const target of sent) await fail(target, failure);
      return [[], 0];
    }
  };

  const waits = { onWait: report, end };
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
    waits,
  );
  let [left, size] = [targets, firstBulk];
  while (left.length > 0 && !isStopped()) {
    const chosen = left.slice(0, size);
    const isBound = new Set<Target>();
    await forEach(chosen, (target) => bind(target).then(() => isBound.add(target)), fail, waits);
    let bound: readonly Target[] = chosen.filter((target) => isBound.has(target));
    left = left.slice(size);
    size = Math.min(largestBulk, size * 2);
    while (bound.length > 0) {
      const [late, waitMs] = await update(bound);
      bound = late;
      if (late.length === 0) break;
      size = firstBulk;
      report(new Date(Date.now() + waitMs));
      await sleep(waitMs, end);
      if (!isStopped()) continue;
      for (const target of late) await bindBack(target, before);
      break;
    }
    report();
  }
  report();
  return done;
}

/** Binds a label as before, or deletes a new one. @returns whether it is as before */
function bindBack(target: Target, before: Before): Promise<boolean> {
  const label = before.get(target);
  // Nothing was sent for it yet.
  if (label === undefined) return Promise.resolve(true);
  const done: Promise<unknown> = label ? bindLabel(target.id, bindingOfLabel(label)) : ifThere(deleteLabel(target.id));
  return done.then(
    () => true,
    () => false,
  );
}
