import type { Direction } from '../../../state/layout/moves.js';
import {
  duplicate,
  moveInTree,
  nudge,
  pressKind,
  redoStep,
  remove,
  selectParent,
  step,
  undoStep,
  wrap,
} from '../model/actions.js';
import { pressSave } from '../model/opened.js';
import { isField } from '../model/clipboard.js';
import { showingKeys, typing, zoomBy } from '../model/state.js';
import { startTyping } from './typing.js';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Handles the keys of the whole editor, except in fields. @returns whether the key was one */
export function pressKey(event: KeyboardEvent): boolean {
  if (isField(event.target) || typing.peek()) return false;
  const taken = withControl(event) || changeWithArrow(event) || alone(event);
  if (taken) event.preventDefault();
  return taken;
}

/** The arrows alone: on the label they nudge; in the tree they walk. */
export function nudgeKey(event: KeyboardEvent): boolean {
  const direction = arrows[event.key];
  if (!direction || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
  event.preventDefault();
  const back = direction === 'left' || direction === 'up';
  nudge(direction === 'left' || direction === 'right' ? 'x' : 'y', back ? -1 : 1);
  return true;
}

/** Escape goes back. */
function toProperties(): void {
  document.querySelector<HTMLElement>('.inspector :is(select, input, textarea, .property button)')?.focus();
}

export function leaveProperties(event: KeyboardEvent): void {
  const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
  if (event.key !== 'Escape' || event.defaultPrevented || isInDialog) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('.tree [tabindex="0"]')?.focus();
}

/** Ctrl+S or ⌘S saves wherever the focus is, except in dialogs. */
export function saveKey(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, key } = event;
  if (ctrlKey === metaKey || key.toLowerCase() !== 's') return;
  event.preventDefault();
  if (document.querySelector('dialog[open]')) return;
  // Keeps the words that are typed on the label.
  if (typing.peek() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  pressSave();
}

function withControl({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): boolean {
  if (!ctrlKey && !metaKey) return false;
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) redoStep();
  else if (letter === 'z') undoStep();
  else if (letter === 'd') duplicate();
  else if (letter === 'g') wrap(shiftKey ? 'column' : 'row');
  else return false;
  return true;
}

function changeWithArrow({ key, shiftKey, altKey }: KeyboardEvent): boolean {
  const direction = arrows[key];
  if (!direction || shiftKey === altKey) return false;
  if (altKey) moveInTree(direction);
  else {
    const side = direction === 'left' || direction === 'right' ? 'width' : 'height';
    step(side, direction === 'right' || direction === 'down' ? 1 : -1);
  }
  return true;
}

/** The letters that add a node. */
export const kindKeys = { t: 'text', p: 'price', c: 'code', s: 'shape', i: 'picture', b: 'box' } as const;

const zooms: Readonly<Record<string, number>> = { '+': 2, '=': 2, '-': 0.5, 0: 0 };

function alone({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  if (key === '?') showingKeys.value = true;
  if (shiftKey && key !== '+') return key === '?';
  const kind = Object.hasOwn(kindKeys, key) ? kindKeys[key as keyof typeof kindKeys] : undefined;
  if (kind) pressKind(kind);
  else if (zooms[key] !== undefined) zoomBy(zooms[key]);
  else if (key === 'Delete' || key === 'Backspace') remove();
  else if (key === 'Escape') selectParent();
  else if (key === 'Enter') toProperties();
  else if (key === 'F2') startTyping();
  else return false;
  return true;
}
