import { chordOf, keyCommands } from '../../../state/editor-keys.js';
import {
  duplicate,
  moveInTree,
  nudge,
  pressKind,
  redoStep,
  remove,
  selectAll,
  selectParent,
  step,
  undoStep,
  wrap,
} from '../model/actions.js';
import { opened, pressSave } from '../model/opened.js';
import { keeps } from '../model/own-keys.js';
import { selected, showingKeys, typing, zoomBy } from '../model/state.js';
import { startTyping } from './typing.js';

const actions: Readonly<Record<string, (...parameters: never[]) => unknown>> = {
  save: pressSave,
  undo: undoStep,
  redo: redoStep,
  selectAll,
  duplicate,
  wrap,
  remove,
  goBack,
  toProperties() {
    document.querySelector<HTMLElement>('.inspector :is(select, input, textarea, .property button)')?.focus();
  },
  type: startTyping,
  showKeys: () => (showingKeys.value = true),
  zoom: zoomBy,
  add: pressKind,
  nudge,
  resize: step,
  move: moveInTree,
};

/** From the properties to the tree; else to what is around the selection. */
function goBack(): void {
  if (document.activeElement?.closest('.side')) document.querySelector<HTMLElement>('.tree [tabindex="0"]')?.focus();
  else selectParent();
}

/** Runs the command of a key, wherever the focus is, unless the element with the focus handles the key itself. */
export function pressKey(event: KeyboardEvent): void {
  const chord = chordOf(event);
  const command = keyCommands.get(chord);
  if (!command || event.defaultPrevented || event.isComposing || !opened.peek()) return;
  const [name, ...parameters] = command;
  // Without a selection, arrows scroll.
  const isOther = keeps(event.target, chord) || (chord.includes('Arrow') && selected.peek() === null);
  if (!isOther || name === 'save') event.preventDefault();
  if (isOther) return;
  // Keeps the words that are typed on the label.
  if (typing.peek() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  actions[name]!(...(parameters as never[]));
}
