import { signal } from '@preact/signals';
import { listen, together } from '../../../browser/ends.js';
import { isList, isObject, type Json } from '../../../state/layout/json.js';
import { gapBeside, nodesAt } from '../../../state/layout/moves.js';
import { type LayoutNode, typeOf } from '../../../state/layout/nodes.js';
import { printJson } from '../../../state/layout/print.js';
import { add, remove } from './actions.js';
import { document } from './document.js';
import { keeps } from './own-keys.js';
import { chosen, root, selected } from './state.js';

/** The last copied nodes, in case the page may not read the system's clipboard. */
const copied = signal<readonly LayoutNode[]>([]);

/** The selected nodes as JSON; null: nothing is selected. */
export function copyNodes(): string | null {
  const nodes = nodesAt(document.peek(), chosen.peek());
  if (nodes.length === 0) return null;
  copied.value = nodes;
  return printJson(nodes.length === 1 ? nodes[0]! : nodes);
}

export function cutNodes(): string | null {
  const text = copyNodes();
  if (text !== null) remove();
  return text;
}

/** Adds the nodes in a text, or the last copied ones, after the selected node. @returns whether there were any */
export function pasteNodes(text?: string): boolean {
  const nodes = text === undefined ? copied.peek() : nodesIn(text);
  return nodes.length > 0 && add(gapBeside(document.peek(), selected.peek() ?? root.peek()), ...nodes);
}

function nodesIn(text: string): readonly LayoutNode[] {
  try {
    const value = JSON.parse(text) as Json;
    const nodes = (isList(value) ? value : [value]).filter(isObject);
    return nodes.every((node) => typeOf(node) !== '') ? nodes : [];
  } catch {
    return [];
  }
}

/** Handles the clipboard events of the whole page, unless the element with the focus does. @returns ends that */
export function startClipboard(): () => void {
  return together(
    listen(window.document, 'copy', (event) => {
      hand(event, 'Mod+c', copyNodes);
    }),
    listen(window.document, 'cut', (event) => {
      hand(event, 'Mod+x', cutNodes);
    }),
    listen(window.document, 'paste', (event) => {
      if (keeps(event.target, 'Mod+v')) return;
      if (pasteNodes(event.clipboardData?.getData('text/plain'))) event.preventDefault();
    }),
  );
}

function hand(event: ClipboardEvent, chord: string, take: () => string | null): void {
  if (keeps(event.target, chord) || window.getSelection()?.toString()) return;
  const text = take();
  if (text === null) return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
}
