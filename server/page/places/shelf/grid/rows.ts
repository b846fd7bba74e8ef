import { computed, signal } from '@preact/signals';
import { catalogue } from '../../../api/catalogue.js';
import { storedChoice } from '../../../browser/storage.js';
import { millimetresOf } from '../../../state/panels.js';
import { hasWords } from '../../../state/query.js';
import { markOf, type ShelfLabel } from '../../../state/shelf/label.js';
import { groupIds, type PanelPiece, type ShelfRow, rowsOf } from '../../../state/shelf/rows.js';
import { hidden } from '../change/undo.js';
import { contents, labelOf, standing } from '../live/labels.js';
import { state } from '../model.js';

/** How the labels are shown: CSS pixels per millimetre of a panel, as all labels have one scale; those of a table fit its lines. */
const scales = { large: 1.9, small: 1.1, table: 0.4 } as const;
export type Look = keyof typeof scales;
export const looks = Object.keys(scales) as readonly Look[];
export const look = storedChoice<Look>('shelf', looks);
export const isTable = computed(() => look.value === 'table');

/** CSS pixels of a label whose panel this server no longer has. */
const unknownSize = { width: 126, height: 56 };

export const shelfWidth = signal(0);

const sizes = computed(() => {
  const devices = catalogue.value?.devices ?? [];
  const perMm = scales[look.value];
  return new Map(
    devices.map((device) => {
      const { width, height } = millimetresOf(device);
      return [device.id, { width: width * perMm, height: height * perMm }] as const;
    }),
  );
});

/** The ids that match the search and the filter, with blanks between. */
const matching = computed(() => {
  const { q, filter } = state.value;
  const gone = hidden.value;
  // Without a search only arrivals and departures matter.
  const all = q.trim() !== '' || filter !== 'all' ? contents : standing;
  const fits = (label: ShelfLabel): boolean =>
    !gone.has(label.id) && (filter === 'all' || markOf(label) === filter) && hasWords(label.sought, q);
  return all.value
    .filter(fits)
    .map(({ id }) => id)
    .join(' ');
});

/** The array changes only when the ids do. */
export const found = computed<readonly string[]>(() => matching.value.match(/\S+/g) ?? []);

export const rows = computed<readonly ShelfRow[]>(() => {
  // The panel of a label sets its size.
  if (standing.value.length === 0) return [];
  const known = sizes.value;
  const pieceOf = (id: string): PanelPiece => ({ id, ...(known.get(labelOf(id)?.peek().device ?? '') ?? unknownSize) });
  const groups = [...groupIds(found.value)].map(([name, ids]) => [name, ids.map(pieceOf)] as const);
  return shelfWidth.value > 0 ? rowsOf(new Map(groups), shelfWidth.value, isTable.value) : [];
});
