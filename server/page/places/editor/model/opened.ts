import { computed, effect, signal } from '@preact/signals';
import { catalogue, refreshLayouts } from '../../../api/catalogue.js';
import { readLayout, saveLayout } from '../../../api/layouts.js';
import { ApiError, apiErrorFrom } from '../../../api/request.js';
import { forget, keep, recall } from '../../../browser/kept.js';
import { go } from '../../../browser/router.js';
import { writeEditorState } from '../../../state/editor-state.js';
import { historyOf } from '../../../state/layout/history.js';
import { firstEmpty, type LayoutDocument } from '../../../state/layout/nodes.js';
import { documentOf } from '../../../state/layout/offers.js';
import { document, entry, type Entry, entryOf, history, printedEntry } from './document.js';
import { state } from './state.js';

/** The layout that is edited. */
export interface Opened {
  readonly id: string;
  /** The version that was read; 0: one that comes with the server; null: it was never saved. */
  readonly version: number | null;
  /** How many labels were bound to it when it was read. */
  readonly usedBy: number;
  /** The text that was read or saved last; null: never. */
  readonly saved: string | null;
}

export const opened = signal<Opened | null>(null);
/** Whether the address names a layout that is neither on the server nor kept here. */
export const missing = signal(false);
/** When the unsaved changes were made that were found in this browser. */
export const found = signal<string | null>(null);

export const unsaved = computed(() => opened.value !== null && entry.value.text !== opened.value.saved);

/** What became of saving. */
export type Saving =
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'empty'; readonly pointer: string }
  | { readonly kind: 'broken' }
  /** Somebody else has saved this version meanwhile. */
  | { readonly kind: 'conflict'; readonly version: number }
  | { readonly kind: 'refused'; readonly error: ApiError };

export const saving = signal<Saving | null>(null);

interface Draft {
  readonly text: string;
  readonly version: number | null;
  readonly at: string;
}

const draftName = (id: string): string => `layout-draft:${id}`;

function draftOf(id: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(recall(draftName(id)) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'text' in kept ? (kept as Draft) : null;
  } catch {
    return null;
  }
}

/** Keeps a document in this browser under an id: it opens there, and is saved when the person says so. */
export function keepDraft(id: string, of: LayoutDocument): void {
  const { text } = printedEntry(of);
  keep(draftName(id), JSON.stringify({ text, version: null, at: new Date().toISOString() } satisfies Draft));
}

/** The ids of the layouts that have unsaved changes in this browser. */
export function drafts(): readonly string[] {
  try {
    const prefix = draftName('');
    return Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}

/** Opens a layout: as it is on the server, with the unsaved changes that this browser has kept. */
export async function openLayout(id: string): Promise<void> {
  opened.value = null;
  missing.value = false;
  saving.value = null;
  found.value = null;
  const draft = draftOf(id);
  const read = await find(id);
  const stored = read?.layout;
  if (!stored && !draft) {
    missing.value = true;
    return;
  }
  const base = stored && printedEntry(documentOf(stored));
  const now = draft ? entryOf(draft.text, base?.document) : base!;
  const past: readonly Entry[] = base && draft && base.text !== now.text ? [base] : [];
  history.value = { ...historyOf(now), past };
  const version = draft ? draft.version : (stored?.version ?? null);
  opened.value = { id, version, usedBy: read?.used_by ?? 0, saved: base?.text ?? null };
  if (draft && draft.version !== null && draft.text !== base?.text) found.value = draft.at;
}

async function find(id: string): Promise<Awaited<ReturnType<typeof readLayout>> | null> {
  try {
    return await readLayout(id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Keeps unsaved changes in this browser, so that a reload loses nothing. @returns ends that */
export function startKeeping(): () => void {
  return effect(() => {
    const now = opened.value;
    if (!now) return;
    const { text } = entry.value;
    const { id, version, saved } = now;
    if (text === saved) forget(draftName(id));
    else keep(draftName(id), JSON.stringify({ text, version, at: new Date().toISOString() } satisfies Draft));
  });
}

/** Lets the unsaved changes go; they can be undone as any change. */
export function discard(): void {
  const { saved } = opened.peek() ?? {};
  if (typeof saved !== 'string') return;
  const { past, now } = history.peek();
  history.value = { ...historyOf(entryOf(saved)), past: [...past, now] };
  found.value = null;
}

/** Whether the layout comes with the server, so that it is saved under an id of one's own. */
export const isShipped = computed(() => opened.value?.version === 0);

/**
 * Saves the layout.
 * @param over the version that somebody else has saved meanwhile, which may be replaced
 */
export async function save(over?: number): Promise<void> {
  const now = opened.peek();
  if (!now || saving.peek()?.kind === 'saving') return;
  const { text, problem } = entry.peek();
  const empty = firstEmpty(document.peek());
  if (problem) saving.value = { kind: 'broken' };
  else if (empty !== null) saving.value = { kind: 'empty', pointer: empty };
  if (problem || empty !== null) return;
  saving.value = { kind: 'saving' };
  try {
    const stored = (await find(now.id))?.layout;
    if (stored && stored.version !== now.version && stored.version !== over) {
      saving.value = { kind: 'conflict', version: stored.version };
      return;
    }
    const { version } = await saveLayout(now.id, document.peek());
    opened.value = { ...now, version, saved: text };
    found.value = null;
    saving.value = { kind: 'saved', version };
    await refreshLayouts();
  } catch (error) {
    saving.value = { kind: 'refused', error: apiErrorFrom(error) };
  }
}

/** Goes on with the document as a layout of another id, which is not saved yet. The changes of the one before are let go. */
export function continueAs(id: string, of: LayoutDocument): void {
  keepDraft(id, of);
  const before = opened.peek();
  if (before) forget(draftName(before.id));
  opened.value = null;
  go(`/layouts/${id}${writeEditorState(state.peek())}`);
}

/** Whether a layout of this id is there already, on the server or in this browser. */
export function isTaken(id: string): boolean {
  return catalogue.peek()?.layouts.some((layout) => layout.id === id) === true || draftOf(id) !== null;
}
