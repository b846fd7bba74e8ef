import { computed, signal } from '@preact/signals';
import { changed, type History, historyOf, redone, settled, undone } from '../../../state/layout/history.js';
import { isObject } from '../../../state/layout/json.js';
import type { LayoutDocument } from '../../../state/layout/nodes.js';
import { isParsed, type JsonProblem, type ParsedJson, parseJson } from '../../../state/layout/parse.js';
import { printJson, rewrittenJson } from '../../../state/layout/print.js';

/** A state of the document: its text is the truth. */
export interface Entry {
  readonly text: string;
  /** What the text says, or what it said last when it was right. */
  readonly document: LayoutDocument;
  /** The text as it was read; null: it is wrong. */
  readonly parsed: ParsedJson | null;
  readonly problem: JsonProblem | null;
}

const empty: LayoutDocument = {};

export function entryOf(text: string, before: LayoutDocument = empty): Entry {
  const parsed = parseJson(text);
  if (!isParsed(parsed)) return { text, document: before, parsed: null, problem: parsed };
  if (!isObject(parsed.value))
    return { text, document: before, parsed: null, problem: { kind: 'value', at: parsed.node.offset } };
  return { text, document: parsed.value, parsed, problem: null };
}

/** A document that is printed. */
export function printedEntry(document: LayoutDocument): Entry {
  return entryOf(printJson(document));
}

export const history = signal<History<Entry>>(historyOf(printedEntry(empty)));
export const entry = computed(() => history.value.now);
export const document = computed(() => entry.value.document);

/** Changes the document. What does not change keeps the form that it has in the text. @returns whether it could: a broken text can't be changed so */
export function editDocument(next: LayoutDocument, kind = ''): boolean {
  const { text, parsed } = entry.peek();
  if (!parsed) return false;
  if (next === parsed.value) return true;
  history.value = changed(history.peek(), entryOf(rewrittenJson(text, parsed, next)), kind);
  return true;
}

/** Takes the text as it was typed. */
export function editText(text: string): void {
  if (text === entry.peek().text) return;
  history.value = changed(history.peek(), entryOf(text, document.peek()), 'typed');
}

/** Ends a run of changes that are undone together. */
export function settle(): void {
  history.value = settled(history.peek());
}

/** @returns whether there was something to undo */
export function undo(): boolean {
  const before = undone(history.peek());
  if (before) history.value = before;
  return before !== null;
}

export function redo(): boolean {
  const after = redone(history.peek());
  if (after) history.value = after;
  return after !== null;
}
