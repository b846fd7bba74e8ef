import { computed, effect, signal } from '@preact/signals';
import type { DeviceView } from '../../../../http/answers.js';
import { catalogue, refreshLayouts } from '../../../api/catalogue.js';
import { readLayout, saveLayout } from '../../../api/layouts.js';
import { type ApiError, apiErrorFrom, ifThere } from '../../../api/request.js';
import { attempt, readStoredJson, removeStored, storeJson } from '../../../browser/storage.js';
import { go } from '../../../browser/router.js';
import { placeAddress } from '../../../parts/place-address.js';
import { writeEditorState } from '../../../state/editor-state.js';
import { historyOf } from '../../../state/layout/history.js';
import { firstEmpty, type LayoutDocument } from '../../../state/layout/nodes.js';
import { documentOf } from '../../../state/layout/offers.js';
import { entry, type DocumentEntry, entryOf, history, printedEntry } from './document.js';
import { panelsWithoutRoom } from './drawing.js';
import { naming, state } from './state.js';
import { keepVersion } from './versions.js';

export interface OpenedLayout {
  readonly id: string;
  /** The version when it was read; 0: a layout of the server; null: never saved. */
  readonly version: number | null;
  /** The number of labels that were bound to it when it was read. */
  readonly usedBy: number;
  /** The text when it was read or saved last; null: never. */
  readonly saved: string | null;
}

export const opened = signal<OpenedLayout | null>(null);
/** Whether the layout in the address is neither on the server nor a draft. */
export const missing = signal(false);
/** The time of the draft that was found. */
export const found = signal<string | null>(null);

export const unsaved = computed(() => opened.value !== null && entry.value.text !== opened.value.saved);

export type Saving =
  | { readonly kind: 'saving' }
  /** Labels of `undrawn` can't show it. */
  | { readonly kind: 'saved'; readonly version: number; readonly undrawn: readonly DeviceView[] }
  /** It can't be drawn on these panels. */
  | { readonly kind: 'undrawn'; readonly panels: readonly DeviceView[]; readonly over: number | undefined }
  | { readonly kind: 'empty'; readonly pointer: string }
  | { readonly kind: 'broken' }
  /** Another user has saved this version meanwhile. */
  | { readonly kind: 'conflict'; readonly version: number }
  /** The answer was lost. */
  | { readonly kind: 'unsure' }
  | { readonly kind: 'refused'; readonly error: ApiError };

export const saving = signal<Saving | null>(null);

interface LayoutDraft {
  readonly text: string;
  readonly version: number | null;
  readonly at: string;
}

const draftName = (id: string): string => `layout-draft:${id}`;

function draftOf(id: string): LayoutDraft | null {
  const kept = readStoredJson(draftName(id));
  return typeof kept === 'object' && kept !== null && 'text' in kept ? (kept as LayoutDraft) : null;
}

export function keepDraft(id: string, of: LayoutDocument): void {
  writeDraft(id, printedEntry(of).text, null);
}

function writeDraft(id: string, text: string, version: number | null): void {
  storeJson(draftName(id), { text, version, at: new Date().toISOString() } satisfies LayoutDraft);
}

export function drafts(): readonly string[] {
  const prefix = draftName('');
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

/** The layout that was asked for last: an answer for another one comes too late. */
let wanted = '';

/** Opens a layout of the server, with the draft of this browser. */
export async function openLayout(id: string): Promise<void> {
  wanted = id;
  opened.value = null;
  missing.value = false;
  saving.value = null;
  found.value = null;
  const draft = draftOf(id);
  const read = await ifThere(readLayout(id));
  if (wanted !== id) return;
  const stored = read?.layout;
  if (!stored && !draft) {
    missing.value = true;
    return;
  }
  const base = stored && printedEntry(documentOf(stored));
  const now = draft ? entryOf(draft.text, base?.document) : base!;
  if (stored) keepVersion(id, stored.version, base!.text);
  const past: readonly DocumentEntry[] = base && draft && base.text !== now.text ? [base] : [];
  history.value = { ...historyOf(now), past };
  const version = draft ? draft.version : (stored?.version ?? null);
  opened.value = { id, version, usedBy: read?.used_by ?? 0, saved: base?.text ?? null };
  if (draft && draft.version !== null && draft.text !== base?.text) found.value = draft.at;
}

/** Stores changes as a draft, so that a reload loses nothing. @returns ends that */
export function startKeeping(): () => void {
  return effect(() => {
    const now = opened.value;
    if (!now) return;
    const { text } = entry.value;
    const { id, version, saved } = now;
    if (text === saved) removeStored(draftName(id));
    else writeDraft(id, text, version);
  });
}

/** Discards the draft. The user can undo that. */
export function discard(): void {
  const { saved } = opened.peek() ?? {};
  if (typeof saved !== 'string') return;
  const { past, now } = history.peek();
  history.value = { ...historyOf(entryOf(saved)), past: [...past, now] };
  found.value = null;
}

/** Whether the layout is one of the server, which is saved under a new id. */
export const isShipped = computed(() => opened.value?.version === 0);

export const canSave = computed(() => saving.value?.kind !== 'saving' && (unsaved.value || isShipped.value));

/** Saves, or says that nothing is to be saved: another user may have deleted or replaced what is here. */
export function pressSave(): void {
  if (isShipped.peek()) naming.value = true;
  else void save();
}

/** @param over the version of another user that may be replaced @param asked whether the user knows on which panels it can't be drawn */
export async function save(over?: number, asked = false): Promise<void> {
  const now = opened.peek();
  if (!now || saving.peek()?.kind === 'saving') return;
  // Later changes are not saved.
  const { text, document: made, problem } = entry.peek();
  const empty = firstEmpty(made);
  if (problem) saving.value = { kind: 'broken' };
  else if (empty !== null) saving.value = { kind: 'empty', pointer: empty };
  if (problem || empty !== null) return;
  saving.value = { kind: 'saving' };
  // The user may leave the layout meanwhile.
  const isHere = (): boolean => opened.peek()?.id === now.id;
  const say = (said: Saving): void => {
    if (isHere()) saving.value = said;
  };
  let isSent = false;
  try {
    const stored = (await ifThere(readLayout(now.id)))?.layout;
    // As after an answer that was lost.
    const isThere = stored !== undefined && printedEntry(documentOf(stored)).text === printedEntry(made).text;
    if (stored && !isThere && stored.version !== now.version && stored.version !== over) {
      say({ kind: 'conflict', version: stored.version });
      return;
    }
    const undrawn = await panelsWithoutRoom(made);
    if (undrawn.length > 0 && !asked) {
      say({ kind: 'undrawn', panels: undrawn, over });
      return;
    }
    isSent = true;
    const { version } = isThere ? stored : await saveLayout(now.id, made);
    keepVersion(now.id, version, text);
    refreshLayouts().catch(apiErrorFrom);
    if (!isHere()) {
      if (draftOf(now.id)?.text === text) removeStored(draftName(now.id));
      return;
    }
    opened.value = { ...now, version, saved: text };
    found.value = null;
    saving.value = { kind: 'saved', version, undrawn };
  } catch (error) {
    const refusal = apiErrorFrom(error);
    say(isSent && refusal.status === 0 ? { kind: 'unsure' } : { kind: 'refused', error: refusal });
  }
}

/** Continues with the document as an unsaved layout of another id. The old draft is deleted. */
export function continueAs(id: string, of: LayoutDocument): void {
  keepDraft(id, of);
  const before = opened.peek();
  if (before) removeStored(draftName(before.id));
  opened.value = null;
  go(placeAddress(`/layouts/${id}`, writeEditorState(state.peek())));
}

export function isTaken(id: string): boolean {
  return catalogue.peek()?.layouts.some((layout) => layout.id === id) === true || draftOf(id) !== null;
}
