import { signal } from '@preact/signals';
import { isObject, type Json, valueAt } from '../../../state/layout/json.js';
import { type LayoutNode, typeOf } from '../../../state/layout/nodes.js';
import { printJson } from '../../../state/layout/print.js';
import { add, remove } from './actions.js';
import { document } from './document.js';
import { selected } from './state.js';

/** The last copied node, in case the page may not read the system's clipboard. */
const copied = signal<LayoutNode | null>(null);

/** The selected node as JSON; null: nothing is selected. */
export function copyNode(): string | null {
  const path = selected.peek();
  const node = path ? valueAt(document.peek(), path) : undefined;
  if (!isObject(node)) return null;
  copied.value = node;
  return printJson(node);
}

export function cutNode(): string | null {
  const text = copyNode();
  if (text !== null) remove();
  return text;
}

/** Adds the node in a text, or the last copied one. @returns whether there was one */
export function pasteNode(text?: string): boolean {
  const node = text === undefined ? copied.peek() : nodeIn(text);
  return node !== null && add(node);
}

function nodeIn(text: string): LayoutNode | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && typeOf(value) !== '' ? value : null;
  } catch {
    return null;
  }
}

/** The clipboard events of the whole editor, except in fields. */
export const clipboardEvents = {
  onCopy: (event: ClipboardEvent) => {
    hand(event, copyNode);
  },
  onCut: (event: ClipboardEvent) => {
    hand(event, cutNode);
  },
  onPaste: (event: ClipboardEvent) => {
    if (!isField(event.target) && pasteNode(event.clipboardData?.getData('text/plain'))) event.preventDefault();
  },
};

function hand(event: ClipboardEvent, take: () => string | null): void {
  if (isField(event.target) || window.getSelection()?.toString()) return;
  const text = take();
  if (text === null) return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
}

/** Whether an element handles clipboard, arrows and undo itself. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [data-field]') !== null;
}
