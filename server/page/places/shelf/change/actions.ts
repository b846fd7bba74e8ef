import { signal } from '@preact/signals';
import type { BindingFields } from '../../../../../renderer/index.js';
import { forEach } from '../../../api/each.js';
import { bindLabel, deleteLabel } from '../../../api/labels.js';
import { ApiError, apiErrorFrom } from '../../../api/request.js';
import type { AnswerKind } from '../../../parts/controls/index.js';
import { language, texts } from '../../../texts/index.js';
import { refusalWords } from '../../words.js';
import { openLabel, state } from '../model.js';
import { hide, undoable, unhide } from './undo.js';

/** The result of a user's action. It stays until the next one, or until the user closes it. */
export interface ActionResult {
  readonly kind: AnswerKind;
  readonly title: string;
  readonly notes?: readonly string[];
}

export const outcome = signal<ActionResult | null>(null);

/** Milliseconds to undo a deletion. */
const graceMs = 6000;
const maxListed = 5;

/** Deletes the label that waits to be deleted; null: none waits. */
const commit = signal<(() => Promise<void>) | null>(null);
// Leaving the page confirms the deletion.
addEventListener('pagehide', () => void commit.peek()?.());

/** Removes a label from the shelf, and deletes it a few seconds later unless the user undoes that. */
export function removeLabel(id: string): ActionResult {
  const words = texts.peek().shelf;
  void commit.peek()?.();
  hide(id);
  if (state.peek().label === id) openLabel(null);
  const timer = setTimeout(() => void now(), graceMs);
  const now = async (): Promise<void> => {
    settle();
    try {
      await deleteLabel(id);
    } catch (error) {
      const failure = apiErrorFrom(error);
      if (failure.status !== 404) outcome.value = refusal(words.notDeleted(id), failure);
    }
    unhide(id);
  };
  const settle = (): void => {
    clearTimeout(timer);
    if (commit.peek() === now) commit.value = null;
    if (undoable.peek() === entry) undoable.value = null;
  };
  const entry = {
    undo() {
      settle();
      unhide(id);
      outcome.value = { kind: 'good', title: words.kept(id) };
    },
  };
  commit.value = now;
  undoable.value = entry;
  return (outcome.value = { kind: 'good', title: words.deleted(id) });
}

/** Adds labels with one binding. Failures are listed. */
export async function addLabels(ids: readonly string[], binding: BindingFields): Promise<void> {
  const words = texts.peek().shelf;
  const done: string[] = [];
  const failed = await each(ids, words.adding, async (id) => {
    await bindLabel(id, binding);
    done.push(id);
  });
  const title = failed.length > 0 ? words.addedSome(done.length, ids.length) : words.added(done.length, ids[0] ?? '');
  outcome.value = resultOf(title, failed);
  if (done.length > 0) undoable.value = { undo: () => takeBack(done) };
}

async function takeBack(ids: readonly string[]): Promise<void> {
  const words = texts.peek().shelf;
  const failed = await each(ids, words.removing, deleteLabel);
  outcome.value = resultOf(words.addedNoMore(ids.length), failed);
}

/** @throws {ApiError} */
export async function rebind(id: string, binding: BindingFields, before: BindingFields): Promise<void> {
  const words = texts.peek().shelf;
  await bindLabel(id, binding);
  outcome.value = { kind: 'good', title: words.bound(id) };
  undoable.value = {
    undo: () =>
      bindLabel(id, before).then(
        () => (outcome.value = { kind: 'good', title: words.boundBack(id) }),
        (error: unknown) => (outcome.value = refusal(words.notBound(id), apiErrorFrom(error))),
      ),
  };
}

function refusal(title: string, error: ApiError): ActionResult {
  return resultOf(title, refusalWords(error, language.peek()));
}

function resultOf(title: string, notes: readonly string[]): ActionResult {
  return { kind: notes.length > 0 ? 'refused' : 'good', title, notes };
}

/** Calls `act` for each id. @returns the failures */
async function each(
  ids: readonly string[],
  progress: (done: number, all: number) => string,
  act: (id: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  await forEach(
    ids,
    act,
    (id, failure) => failed.push(`${id}: ${refusalWords(failure, language.peek())[0] ?? ''}`),
    (done) => {
      if (ids.length > 20) outcome.value = { kind: 'waiting', title: progress(done, ids.length) };
    },
  );
  const more = failed.length - maxListed;
  return more > 0 ? [...failed.slice(0, maxListed), texts.peek().shelf.more(more)] : failed;
}
