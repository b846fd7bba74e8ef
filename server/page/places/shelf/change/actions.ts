import { computed, signal } from '@preact/signals';
import type { BindingFields } from '../../../../../renderer/index.js';
import { findLayout } from '../../../api/catalogue.js';
import { forEach } from '../../../api/each.js';
import { bindLabel, deleteLabel, readLabel } from '../../../api/labels.js';
import type { Wait } from '../../../api/pause.js';
import { apiErrorFrom, ifThere } from '../../../api/request.js';
import { readStoredJson, removeStored, storeJson } from '../../../browser/storage.js';
import type { AnswerKind } from '../../../parts/controls/index.js';
import { bindingOfLabel } from '../../../state/binding.js';
import { texts } from '../../../texts/index.js';
import { refuse, type Refusals } from '../../bulk.js';
import { unpick } from '../grid/selection.js';
import { openLabel, state } from '../model.js';
import { hide, type UndoEntry, undoable, unhide } from './undo.js';

/** What became of labels that were changed together. */
interface EachResult {
  readonly done: readonly string[];
  readonly refused: Refusals<string>;
  /** Labels that were not sent, as the user stopped. */
  readonly left: number;
}

/** The result of a user's action. It stays until the next one, or until the user closes it. */
export interface ActionResult extends Partial<Omit<EachResult, 'done'>> {
  readonly kind: AnswerKind;
  readonly title: string;
  readonly undo?: UndoEntry | null;
  /** Does what was not done. */
  readonly again?: () => unknown;
  /** Present while it runs. */
  readonly progress?: { readonly wait: Wait | null; readonly stop: () => unknown };
}

export const outcome = signal<ActionResult | null>(null);

/** Milliseconds to undo a deletion. */
const graceMs = 6000;
/** Milliseconds until all events of a change have come. */
const eventsMs = 1000;
/** Requests that a browser still sends when the user leaves the page. */
const maxAtEnd = 10;
/** Labels of an action that shows its progress, even if it does not wait. */
const minShown = 20;

/** A deletion that waits. */
const deletion = signal<{ readonly ids: readonly string[]; readonly now: () => Promise<void> } | null>(null);
const running = signal(0);
export const isBusy = computed(() => running.value > 0);

/** The name under which the browser stores labels that were not deleted. */
const undeleted = 'undeleted';

// Leaving the page confirms a deletion of a few labels. More of them stay, all of them, and the next visit says so.
addEventListener('pagehide', () => {
  const ids = deletion.peek()?.ids ?? [];
  if (ids.length > maxAtEnd) storeJson(undeleted, ids);
  else for (const id of ids) deleteLabel(id).catch(apiErrorFrom);
});
addEventListener('beforeunload', (event) => {
  if (isBusy.peek() || (deletion.peek()?.ids.length ?? 0) > maxAtEnd) event.preventDefault();
});

/** Reports labels that were not deleted as the page was left. */
export function reportUndeleted(): void {
  const ids = (readStoredJson(undeleted) ?? []) as readonly string[];
  removeStored(undeleted);
  if (ids.length > 0)
    outcome.value = {
      kind: 'warning',
      title: texts.peek().shelf.undeleted({ count: ids.length }),
      again: () => removeLabels(ids),
    };
}

/** Removes labels from the shelf, and deletes them a few seconds later unless the user undoes that. */
export function removeLabels(ids: readonly string[]): ActionResult {
  const words = texts.peek().shelf;
  void deletion.peek()?.now();
  hide(ids);
  if (ids.includes(state.peek().label ?? '')) openLabel(null);
  const timer = setTimeout(() => void now(), graceMs);
  const now = async (): Promise<void> => {
    settle();
    const result = await each(ids, words.removing, (id) => ifThere(deleteLabel(id)));
    if (result.done.length < ids.length)
      outcome.value = outcomeOf(words.deletedSome({ done: result.done.length, ...named(ids) }), result);
    else if (ids.length > 1 || outcome.peek()?.progress) outcome.value = outcomeOf(words.deleted(named(ids)), result);
    const gone = new Set(result.done);
    unpick(result.done);
    unhide(ids.filter((id) => !gone.has(id)));
    // The events of their deletion come a moment later.
    setTimeout(() => {
      unhide(result.done);
    }, eventsMs);
  };
  const settle = (): void => {
    clearTimeout(timer);
    // A page that the browser kept goes on.
    removeStored(undeleted);
    if (deletion.peek()?.now === now) deletion.value = null;
    if (undoable.peek() === entry) undoable.value = null;
  };
  const entry = {
    undo() {
      settle();
      unhide(ids);
      outcome.value = { kind: 'good', title: words.kept(named(ids)) };
    },
  };
  deletion.value = { ids, now };
  undoable.value = entry;
  return (outcome.value =
    ids.length === 1
      ? { kind: 'good', title: words.deleted(named(ids)), undo: entry }
      : { kind: 'waiting', title: words.deleting({ count: ids.length }), undo: entry });
}

/** Adds labels with one binding. @returns whether the server took all */
export async function addLabels(ids: readonly string[], binding: BindingFields): Promise<boolean> {
  const words = texts.peek().shelf;
  const result = await each(ids, words.adding, (id) => bindLabel(id, binding));
  finish(words.added(named(result.done)), result, async () => {
    const back = await each(result.done, words.removing, deleteLabel);
    outcome.value = outcomeOf(words.addedNoMore({ count: back.done.length }), back);
  });
  return result.done.length === ids.length;
}

/** @throws {ApiError} */
export async function rebind(id: string, binding: BindingFields, before: BindingFields): Promise<void> {
  await bindLabel(id, binding);
  finishBinding({ done: [id], refused: new Map(), left: 0 }, new Map([[id, before]]));
}

/** The parts of a binding that a user changed. */
export type BindingChanges = Partial<Pick<BindingFields, 'device' | 'layout' | 'locale' | 'currency'>>;

/** Changes the bindings of labels. What the user did not change stays, for each label. */
export async function rebindAll(ids: readonly string[], changes: BindingChanges): Promise<void> {
  const known = changes.layout === undefined ? undefined : findLayout(changes.layout)?.data;
  const before = new Map<string, BindingFields>();
  const result = await each(ids, texts.peek().shelf.binding, async (id) => {
    const former = bindingOfLabel((await readLabel(id)).label);
    const data = Object.entries(former.data ?? {}).filter(([name]) => changes.layout === undefined || known?.[name]);
    await bindLabel(id, { ...former, data: Object.fromEntries(data), ...changes });
    before.set(id, former);
  });
  finishBinding(result, before);
}

function finishBinding(result: EachResult, before: ReadonlyMap<string, BindingFields>): void {
  const words = texts.peek().shelf;
  finish(words.bound(named(result.done)), result, async () => {
    const back = await each(result.done, words.binding, (id) => bindLabel(id, before.get(id)!));
    outcome.value = outcomeOf(words.boundBack(named(back.done)), back);
  });
}

function finish(title: string, result: EachResult, undo: () => unknown): void {
  const entry = result.done.length > 0 ? { undo } : null;
  if (entry) undoable.value = entry;
  outcome.value = { ...outcomeOf(title, result), undo: entry };
}

/** Labels in a text: the only one by its id, several by their number. */
function named(ids: readonly string[]) {
  return { count: ids.length, id: ids[0] ?? '' };
}

export function outcomeOf(title: string, { refused, left }: EachResult): ActionResult {
  return { kind: refused.size > 0 || left > 0 ? 'refused' : 'good', title, refused, left };
}

/** Ends with the action before. */
let last: Promise<unknown> = Promise.resolve();

/** Calls `act` for each label, after all earlier actions. Says how far it is, and waits when the server wants it. */
export function each(
  ids: readonly string[],
  progress: (values: { readonly done: number; readonly all: number }) => string,
  act: (id: string) => Promise<unknown>,
): Promise<EachResult> {
  const control = new AbortController();
  const done: string[] = [];
  const refused = new Map<string, string[]>();
  let count = 0;
  const report = (wait: Wait | null): void => {
    const stop = (): void => {
      control.abort();
    };
    if (wait || ids.length > minShown)
      outcome.value = { kind: 'waiting', title: progress({ done: count, all: ids.length }), progress: { wait, stop } };
  };
  const run = last.then(async (): Promise<EachResult> => {
    running.value++;
    report(null);
    const ended = forEach(
      ids,
      async (id) => {
        await act(id);
        done.push(id);
      },
      (id, error) => {
        refuse(refused, id, error);
      },
      {
        end: control.signal,
        onWait: report,
        onDone(now) {
          count = now;
          report(null);
        },
      },
    );
    await ended.finally(() => running.value--);
    return { done, refused, left: ids.length - count };
  });
  last = run.catch(() => undefined);
  return run;
}
