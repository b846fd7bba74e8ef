import { computed, effect, signal } from '@preact/signals';
import type { DeviceView, PreviewAnswer } from '../../../../http/answers.js';
import { catalogue } from '../../../api/catalogue.js';
import { drawQueued } from '../../../api/previews.js';
import { ApiError } from '../../../api/request.js';
import type { ContentKind } from '../../../state/layout/contents.js';
import { document, entry } from '../model/document.js';
import { fieldsFor } from '../model/drawing.js';
import { state } from '../model/state.js';

/** The panels on which a layout is looked at: labels and bare panels of two to four inks, square, wide and large. */
const panelIds = [
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

export const rows = ['long', 'short', 'foreign'] as const satisfies readonly ContentKind[];

/** What became of a small picture. An answer stays until the next one is there. */
export interface Cell {
  readonly answer: PreviewAnswer | null;
  readonly error: ApiError | null;
}

/** How bad it is: refused, cut, hidden or made smaller, or nothing. */
export type Flag = 'refused' | 'cut' | 'note' | null;

const cells = signal<ReadonlyMap<string, Cell>>(new Map());

function keyOf(panel: string, row: ContentKind): string {
  return `${panel} ${row}`;
}

export function cellOf(panel: string, row: ContentKind): Cell | undefined {
  return cells.value.get(keyOf(panel, row));
}

export function flagOf(cell: Cell | undefined): Flag {
  if (!cell) return null;
  if (cell.error) return 'refused';
  const codes = cell.answer?.warnings.map(({ code }) => code) ?? [];
  if (codes.includes('TEXT_TRUNCATED') || codes.includes('BARCODE_OMITTED')) return 'cut';
  return codes.includes('FIELD_HIDDEN') || codes.includes('TEXT_SHRUNK') ? 'note' : null;
}

const weights: Readonly<Record<NonNullable<Flag>, number>> = { refused: 10, cut: 3, note: 1 };

function badness(panel: string): number {
  return rows.reduce((sum, row) => {
    const flag = flagOf(cells.peek().get(keyOf(panel, row)));
    return sum + (flag ? weights[flag] : 0);
  }, 0);
}

/** The panels that this server has. */
const known = computed<readonly DeviceView[]>(() =>
  panelIds.flatMap((id) => catalogue.value?.devices.find((device) => device.id === id) ?? []),
);

/** The ids of the panels, those first on which most breaks, as it was when the last of them was drawn: none moves before. */
const worstIds = signal<readonly string[]>([]);

/** The panels in their order; the worst first where not all of them are in sight. */
export function panelsIn(order: 'usual' | 'worst'): readonly DeviceView[] {
  const ids = order === 'worst' ? worstIds.value : [];
  return ids.length === 0 ? known.value : [...known.value].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

function worstFirst(): readonly string[] {
  return known
    .peek()
    .map(({ id }) => id)
    .sort((a, b) => badness(b) - badness(a));
}

/** Whether texts are cut, and nothing worse. */
function isCutOnly(cell: Cell | undefined): boolean {
  const codes = cell?.error ? [] : (cell?.answer?.warnings.map(({ code }) => code) ?? []);
  return codes.includes('TEXT_TRUNCATED') && !codes.includes('BARCODE_OMITTED');
}

/** Whether all pictures of a row, or of all rows, were drawn once. */
export function isDrawn(of: readonly ContentKind[]): boolean {
  return known.value.every(({ id }) => of.every((row) => cellOf(id, row)));
}

/** On how many of how many pictures something breaks, and whether it is texts alone. */
export const broken = computed(() => {
  const flags = known.value.flatMap(({ id }) => rows.map((row) => flagOf(cellOf(id, row))));
  const broken = flags.filter((flag) => flag === 'refused' || flag === 'cut').length;
  const texts = known.value.flatMap(({ id }) => rows.filter((row) => isCutOnly(cellOf(id, row)))).length;
  return { broken, of: flags.length, onlyTexts: broken === texts };
});

/** How many pictures of a row break. */
export function brokenIn(row: ContentKind): number {
  return known.value.filter(({ id }) => ['refused', 'cut'].includes(flagOf(cellOf(id, row)) ?? '')).length;
}

/** Milliseconds without a change before other panels are drawn: the one that is edited goes first. */
const patience = 500;

/** Draws the layout on all other panels, whenever it rests. The newest document wins. @returns ends that */
export function startStrip(): () => void {
  let last = new AbortController();
  let timer = 0;
  const end = effect(() => {
    const of = document.value;
    const { locale } = state.value;
    const all = known.value;
    last.abort();
    clearTimeout(timer);
    if (entry.value.problem || !('root' in of)) return;
    const control = new AbortController();
    last = control;
    timer = setTimeout(() => {
      const pictures = all.flatMap(({ id }) =>
        rows.map(async (row) => {
          const drawn = await drawQueued(fieldsFor(of, id, row, locale), control.signal);
          if (drawn && !control.signal.aborted) take(keyOf(id, row), drawn);
        }),
      );
      void Promise.all(pictures).then(() => {
        if (!control.signal.aborted) worstIds.value = worstFirst();
      });
    }, patience);
  });
  return () => {
    end();
    clearTimeout(timer);
    last.abort();
    cells.value = new Map();
    worstIds.value = [];
  };
}

function take(key: string, drawn: PreviewAnswer | ApiError): void {
  const before = cells.peek().get(key)?.answer ?? null;
  const cell = drawn instanceof ApiError ? { answer: before, error: drawn } : { answer: drawn, error: null };
  cells.value = new Map(cells.peek()).set(key, cell);
}
