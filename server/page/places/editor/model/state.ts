import { computed, signal } from '@preact/signals';
import type { DeviceView } from '../../../../http/answers.js';
import { catalogue } from '../../../api/catalogue.js';
import { address, go, retype } from '../../../browser/router.js';
import { type EditorState, firstEditorState, readEditorState, writeEditorState } from '../../../state/editor-state.js';
import { valueAt } from '../../../state/layout/edit.js';
import { isObject, type Path, pointerOf } from '../../../state/layout/json.js';
import type { LayoutNode } from '../../../state/layout/nodes.js';
import { boxName, pathOfBox } from '../../../state/layout/selection.js';
import { rootFor } from '../../../state/layout/variants.js';
import { document } from './document.js';

/** What the editor shows, as its address says it. Read only: {@link change} and the like change it. */
export const state = signal<EditorState>(readEditorState(address.peek().search));

/** The panel on which the label is drawn large; the usual one for one that this server does not have. */
export const device = computed<DeviceView | undefined>(() => {
  const all = catalogue.value?.devices ?? [];
  return (
    all.find(({ id }) => id === state.value.device) ?? all.find(({ id }) => id === firstEditorState.device) ?? all[0]
  );
});

/** Where the root is that the panel is drawn from. */
export const root = computed<Path>(() => (device.value ? rootFor(document.value, device.value) : ['root']));

/** The path of what is selected; null: the layout itself. */
export const selected = computed<Path | null>(() => {
  const { box } = state.value;
  return box === null ? null : pathOfBox(box, document.value, root.value);
});
export const selectedPointer = computed(() => (selected.value ? pointerOf(selected.value) : null));
export const selectedNode = computed<LayoutNode | null>(() => {
  const node = selected.value ? valueAt(document.value, selected.value) : undefined;
  return isObject(node) ? node : null;
});

export function change(patch: Partial<EditorState>): void {
  state.value = { ...state.peek(), ...patch };
  retype(writeEditorState(state.peek()));
}

/** Selects a node, or the layout itself. */
export function select(path: Path | null): void {
  const box = path && boxName(path, root.peek());
  if (path === null || box !== null) change({ box });
}

/** Chooses the panel: an entry in the history. */
export function chooseDevice(id: string): void {
  state.value = { ...state.peek(), device: id };
  go(`${address.peek().path}${writeEditorState(state.peek())}`);
}

/** What a screen reader says next. */
export const said = signal('');
