import { computed, signal } from '@preact/signals';
import type { DeviceView } from '../../../../http/answers.js';
import { catalogue, findDevice } from '../../../api/catalogue.js';
import { readLayoutSchema } from '../../../api/layouts.js';
import { createAddressState } from '../../../browser/address-state.js';
import { type EditorState, firstEditorState, readEditorState, writeEditorState } from '../../../state/editor-state.js';
import { isObject, type Path, pointerOf, valueAt } from '../../../state/layout/json.js';
import type { LayoutNode } from '../../../state/layout/nodes.js';
import type { Schema } from '../../../state/layout/schema.js';
import { boxName, pathOfBox } from '../../../state/layout/selection.js';
import { rootFor } from '../../../state/layout/variants.js';
import { document } from './document.js';

export const { state, change, set, choose, follow } = createAddressState<EditorState>(
  readEditorState,
  writeEditorState,
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

/** Selects a node, or the layout itself. @returns whether the shown panel is drawn from it */
export function select(path: Path | null): boolean {
  const box = path && boxName(path, root.peek());
  const isHere = path === null || box !== null;
  if (isHere) change({ box });
  return isHere;
}
/** The next text for screen readers. */
export const announcement = signal('');

/** Whether the dialogs are open that choose a picture, that list the keys, and that name a layout. */
export const choosingPicture = signal(false);
export const showingKeys = signal(false);
export const naming = signal(false);
/** Whether the words of the selected text are typed on the label. */
export const typing = signal(false);

export const schema = signal<Schema>({});

export const schemaIsRead = computed(() => 'properties' in schema.value);

/** @throws {ApiError} */
export async function loadSchema(): Promise<void> {
  if (!schemaIsRead.peek()) schema.value = (await readLayoutSchema()) as Schema;
}
