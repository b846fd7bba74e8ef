import { isObject, type Json, valueAt } from '../../../state/layout/json.js';
import { type LayoutNode, typeOf } from '../../../state/layout/nodes.js';
import { printJson } from '../../../state/layout/print.js';
import { add, remove } from './actions.js';
import { document } from './document.js';
import { selected } from './state.js';

/** What was copied last, where the page may not read the system's clipboard. */
let copied: LayoutNode | null = null;

/** The selected node as JSON text, which other programs can take as well; null: nothing is selected. */
export function copyNode(): string | null {
  const path = selected.peek();
  const node = path ? valueAt(document.peek(), path) : undefined;
  if (!isObject(node)) return null;
  copied = node;
  return printJson(node);
}

export function cutNode(): string | null {
  const text = copyNode();
  if (text !== null) remove();
  return text;
}

/** Adds the node that a text is; what was copied last, without a text. @returns whether it was one */
export function pasteNode(text?: string): boolean {
  const node = text === undefined ? copied : nodeIn(text);
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

/** The events of the system's clipboard, in all of the editor but its fields. */
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

/** Whether something has a clipboard, arrows and an undo of its own. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [data-field]') !== null;
}
