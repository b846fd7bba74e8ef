import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { catalogue, findDevice, findLayout } from '../../api/catalogue.js';
import { createQueue } from '../../api/previews.js';
import { ApiError } from '../../api/request.js';
import { createAddressState } from '../../browser/address-state.js';
import { together } from '../../browser/ends.js';
import { attempt } from '../../browser/storage.js';
import { isShown } from '../../state/panels.js';
import type { FileChoices } from '../../state/wall/table.js';
import { readWall, type WallState, type WallKind, writeWall } from '../../state/wall/wall-state.js';
import { hasFinding } from '../lint.js';
import { missingFrom, type MissingName } from '../missing.js';
import { file, readAgain, takeFile } from './file.js';
import { type Item, itemsOf, ofRows } from './items.js';
import { findingsOf, severityOf } from './words.js';

export const { state, change, set, choose, follow } = createAddressState<WallState>(readWall, writeWall);

const content = computed(() => state.value.content);
const by = computed(() => state.value.by);

/** Undefined if this server does not have them. */
export const panel = computed(() => findDevice(content.value.device));
export const layout = computed(() => findLayout(content.value.layout));

export const missing = computed(() => {
  const varied: Readonly<Record<WallKind, readonly MissingName[]>> = {
    panels: ['device'],
    layouts: ['layout'],
    languages: ['locale', 'currency'],
    rows: [],
  };
  return missingFrom(content.value).filter((name) => !varied[by.value].includes(name));
});

/** Including those that the filters hide. */
export const items = computed<readonly Item[]>(() => {
  const known = catalogue.value;
  if (!known || missing.value.length > 0) return [];
  const [first, other] = [known.devices[0]!, known.layouts[0]!];
  const basis = {
    known,
    content: content.value,
    panel: panel.value ?? first,
    layout: layout.value ?? other,
  };
  return by.value === 'rows' ? ofRows(basis, file.value?.read.rows ?? []) : itemsOf(by.value, basis);
});

/** The labels after the filters. These are drawn. */
export const chosen = computed<readonly Item[]>(() =>
  by.value === 'panels' ? items.value.filter(({ panel: own }) => isShown(own, state.value)) : items.value,
);

/** The number of answers, and whether all came. */
export const done = computed(() => chosen.value.filter(({ outcome }) => outcome.value !== null).length);
export const complete = computed(() => done.value === chosen.value.length);
/** Whether the user stopped the drawing. */
export const stopped = signal(false);

/** The labels after all filters. */
export const shown = computed<readonly Item[]>(() => {
  const { found, warned } = state.value;
  if (found !== '') return chosen.value.filter((each) => hasFinding(findingsOf(each), found));
  return warned ? chosen.value.filter((each) => severityOf(each) !== 'none') : chosen.value;
});

/** Four pictures at the same time: no one types here. */
const draw = createQueue(4);

async function drawItem(item: Item, end: AbortSignal): Promise<void> {
  const { fields, outcome } = item;
  if (fields === null) {
    outcome.value = { kind: 'refused', error: null };
    return;
  }
  const answer = await draw(fields, end, () => (item.near ? 0 : 1));
  if (answer === null) return;
  outcome.value = answer instanceof ApiError ? { kind: 'refused', error: answer } : { kind: 'drawn', answer };
}

export async function showRows(given: File): Promise<void> {
  if (await takeFile(given, dayShown())) showThem();
}

/** Reads the last file as a person chose. */
export async function showRowsAs(choices: FileChoices): Promise<void> {
  if (await readAgain(choices, dayShown())) showThem();
}

/** The day on the labels, YYYY-MM-DD. */
function dayShown(): string {
  const { date, time_zone } = content.peek();
  if (date !== '') return date;
  const now = new Date();
  // Swedes write days so. The server reports an unknown time zone.
  return attempt(() => now.toLocaleDateString('sv-SE', { timeZone: time_zone })) ?? now.toISOString().slice(0, 10);
}

function showThem(): void {
  if (state.peek().by !== 'rows') choose({ by: 'rows', warned: false });
}

export function startModel(): () => void {
  return together(
    follow((path) => path === '/wall'),
    effect(() => {
      const wanted = stopped.value ? [] : chosen.value;
      const end = new AbortController();
      untracked(() => {
        batch(() => {
          for (const item of wanted) if (item.outcome.peek() === null) void drawItem(item, end.signal);
        });
      });
      return () => {
        end.abort();
      };
    }),
    effect(() => {
      // Other pictures are drawn.
      void chosen.value;
      stopped.value = false;
    }),
  );
}
