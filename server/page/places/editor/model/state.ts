import { computed, effect, signal } from '@preact/signals';
import type { DeviceView } from '../../../../http/answers.js';
import { catalogue, findDevice } from '../../../api/catalogue.js';
import { readLayoutSchema } from '../../../api/layouts.js';
import { createAddressState } from '../../../browser/address-state.js';
import { withContent } from '../../../parts/place-address.js';
import { type EditorState, firstEditorState, readEditorState, writeEditorState } from '../../../state/editor-state.js';
import { isObject, type Path, pathOf, pointerOf, valueAt } from '../../../state/layout/json.js';
import { type DropGap, startsWith } from '../../../state/layout/moves.js';
import { type LayoutNode, treeRows } from '../../../state/layout/nodes.js';
import type { Schema } from '../../../state/layout/schema.js';
import { boxName, pathOfBox } from '../../../state/layout/selection.js';
import { rootFor } from '../../../state/layout/variants.js';
import { document, type DocumentEntry, entry } from './document.js';

export const { state, change, set, choose, follow } = createAddressState<EditorState>(readEditorState, (now) =>
  withContent(writeEditorState(now), ['device', 'lint']),
);

/** The panel of the large label; the default if this server does not have it. */
export const device = computed<DeviceView | undefined>(
  () => findDevice(state.value.device) ?? findDevice(firstEditorState.device) ?? catalogue.value?.devices[0],
);

/** A selection of panels: two to four inks, square, wide and large. */
const stripIds = [
  'waveshare-7.5-b-v2',
  'waveshare-4.2-b',
  'solum-m3-4.3-bwr',
  'solum-m2-2.9-bwr',
  'solum-m3-2.9-bwr',
  'gicisky-2.9-bwry',
  'gooddisplay-gdey0213b74',
  'pricer-smarttag-hd-s-red',
  'solum-m3-1.6-bwr',
];

export const stripPanels = computed<readonly DeviceView[]>(() => stripIds.flatMap((id) => findDevice(id) ?? []));

/** The path of the root for the shown panel. */
export const root = computed<Path>(() => (device.value ? rootFor(document.value, device.value) : ['root']));

/** Null: the layout itself. */
export const selected = computed<Path | null>(() => {
  const { box } = state.value;
  return box === null ? null : pathOfBox(box, document.value, root.value);
});
export const selectedPointer = computed(() => (selected.value ? pointerOf(selected.value) : null));
export const selectedNode = computed<LayoutNode | null>(() => {
  const node = selected.value ? valueAt(document.value, selected.value) : undefined;
  return isObject(node) ? node : null;
});

/** More nodes that are selected beside the one of the address, as long as that is `main`. */
const more = signal<{ readonly main: string; readonly pointers: readonly string[] }>({ main: '', pointers: [] });

const selectedPointers = computed<readonly string[]>(() => {
  const main = selectedPointer.value;
  if (main === null) return [];
  return more.value.main === main ? [main, ...more.value.pointers] : [main];
});

export const isSelected = (pointer: string): boolean => selectedPointers.value.includes(pointer);

/** The selected nodes in the order of the tree, without those inside another one. */
export const chosen = computed<readonly Path[]>(() => {
  const rows = treeRows(document.value, root.value).filter(({ pointer }) => isSelected(pointer));
  return rows
    .map(({ path }) => path)
    .filter((path) => !rows.some((row) => row.path !== path && startsWith(path, row.path)));
});

/** Selects a node and others, or the layout itself. @returns whether the shown panel is drawn from it */
export function select(path: Path | null, others: readonly Path[] = []): boolean {
  const box = path && boxName(path, root.peek());
  if (path !== null && box === null) return false;
  // Keeps the words that are typed before their input leaves.
  const focused = window.document.activeElement;
  if (typing.peek() && focused instanceof HTMLElement) focused.blur();
  more.value = { main: path ? pointerOf(path) : '', pointers: others.map(pointerOf) };
  change({ box });
  return true;
}

function selectPointers(pointers: readonly string[]): void {
  const [first = null, ...others] = pointers.map((pointer) => pathOf(pointer, document.peek()));
  select(first, others);
}

export function toggleSelected(path: Path): void {
  const pointer = pointerOf(path);
  const others = selectedPointers.peek().filter((each) => each !== pointer);
  if (!isSelected(pointer)) selectPointers([pointer, ...others]);
  else if (others.length > 0) selectPointers(others);
}

/** The last selection in each state of the document. */
const lastSelected = new WeakMap<DocumentEntry, readonly string[]>();
effect(() => void lastSelected.set(entry.value, selectedPointers.value));

/** Selects what was selected last in this state of the document. */
export function reselect(): void {
  selectPointers(lastSelected.get(entry.peek()) ?? selectedPointers.peek());
}

/** How many times the label is larger on the screen than fitting the window. */
export const zoom = signal(1);

/** @param factor 0: it fits again @returns the new size */
export function zoomBy(factor: number): number {
  return (zoom.value = factor === 0 ? 1 : Math.min(8, Math.max(0.5, zoom.peek() * factor)));
}

/** A picture of a paper label over the paper, half transparent, to build after it. */
export const model = signal<string | null>(null);

/** The next text for screen readers. */
export const announcement = signal('');

/** Whether the dialogs are open that choose a picture, that list the keys, and that name a layout. */
export const choosingPicture = signal<{ readonly gap: DropGap | undefined } | null>(null);
export const showingKeys = signal(false);
export const naming = signal(false);
export const showingVersions = signal(false);
/** Whether the words of the selected text are typed on the label. */
export const typing = signal(false);

export const schema = signal<Schema>({});

export const schemaIsRead = computed(() => 'properties' in schema.value);

/** @throws {ApiError} */
export async function loadSchema(): Promise<void> {
  if (!schemaIsRead.peek()) schema.value = (await readLayoutSchema()) as Schema;
}
