import { computed, signal } from '@preact/signals';
import { changed, type History, historyOf, redone, settled, undone } from '../../../state/layout/history.js';
import { isObject } from '../../../state/layout/json.js';
import type { LayoutDocument } from '../../../state/layout/nodes.js';
import { isParsed, type JsonProblem, type ParsedJson, parseJson } from '../../../state/layout/parse.js';
import { printJson, rewrittenJson } from '../../../state/layout/print.js';

/** A state of the document. Its text is the source of truth. */
export interface DocumentEntry {
  readonly text: string;
  /** The parsed text, or the last one without errors. */
  readonly document: LayoutDocument;
  /** Null: the text has errors. */
  readonly parsed: ParsedJson | null;
  readonly problem: JsonProblem | null;
}

const empty: LayoutDocument = {};

export function entryOf(text: string, before: LayoutDocument = empty): DocumentEntry {
  const parsed = parseJson(text);
  if (!isParsed(parsed)) return { text, document: before, parsed: null, problem: parsed };
  if (!isObject(parsed.value))
    return { text, document: before, parsed: null, problem: { kind: 'value', at: parsed.node.offset } };
  return { text, document: parsed.value, parsed, problem: null };
}

export function printedEntry(document: LayoutDocument): DocumentEntry {
  return entryOf(printJson(document));
}

export const history = signal<History<DocumentEntry>>(historyOf(printedEntry(empty)));
export const entry = computed(() => history.value.now);
export const document = computed(() => entry.value.document);

/** Changes the document. Unchanged parts keep their text. @returns false if the text has errors */
export function editDocument(next: LayoutDocument, kind = ''): boolean {
  const { text, parsed } = entry.peek();
  if (!parsed) return false;
  if (next === parsed.value) return true;
  history.value = changed(history.peek(), entryOf(rewrittenJson(text, parsed, next)), kind);
  return true;
}

export function editText(text: string): void {
  if (text === entry.peek().text) return;
  history.value = changed(history.peek(), entryOf(text, document.peek()), 'typed');
}

/** Replaces the whole text, as a step to undo. */
export function replaceText(text: string): void {
  settle();
  editText(text);
  settle();
}

/** Ends a run of changes that are one step to undo. */
export function settle(): void {
  history.value = settled(history.peek());
}

/** Undoes or redoes a change. @returns whether there was one */
export function step(way: 'undo' | 'redo'): boolean {
  const next = (way === 'undo' ? undone : redone)(history.peek());
  if (next) history.value = next;
  return next !== null;
}
