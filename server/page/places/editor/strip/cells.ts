import { computed, effect, signal } from '@preact/signals';
import { warningGrades } from '../../../../../renderer/warnings.js';
import type { DeviceView, PreviewAnswer } from '../../../../http/answers.js';
import type { ApiError } from '../../../api/request.js';
import { startAfter, together } from '../../../browser/ends.js';
import { type ContentKind, stripContents } from '../../../state/layout/contents.js';
import { document, entry } from '../model/document.js';
import { drawSmall, fieldsFor } from '../model/drawing.js';
import { state, stripPanels } from '../model/state.js';

/** A picture stays until the next one is drawn. */
export interface Cell {
  readonly answer: PreviewAnswer | null;
  readonly error: ApiError | null;
}

export type Flag = 'refused' | 'cut' | 'note' | null;

const cells = signal<ReadonlyMap<string, Cell>>(new Map());

function keyOf(panel: string, row: ContentKind): string {
  return `${panel} ${row}`;
}

export function cellOf(panel: string, row: ContentKind): Cell | undefined {
  return cells.value.get(keyOf(panel, row));
}

export function flagOf(cell: Cell | undefined): Flag {
  if (cell?.error) return 'refused';
  const grades = gradesOf(cell);
  if (grades.includes('cut') || grades.includes('lost')) return 'cut';
  return grades.includes('hidden') || grades.includes('smaller') ? 'note' : null;
}

function gradesOf(cell: Cell | undefined) {
  return cell?.answer?.warnings.map(({ code }) => warningGrades[code]) ?? [];
}

const weights: Readonly<Record<NonNullable<Flag>, number>> = { refused: 10, cut: 3, note: 1 };

function badness(panel: string): number {
  return stripContents.reduce((sum, row) => {
    const flag = flagOf(cells.peek().get(keyOf(panel, row)));
    return sum + (flag ? weights[flag] : 0);
  }, 0);
}

/** The ids of the panels, most problems first, sorted after all were drawn, so that none moves before. */
const worstIds = signal<readonly string[]>([]);

/** The worst come first if they do not all fit. */
export function panelsIn(order: 'usual' | 'worst'): readonly DeviceView[] {
  const ids = order === 'worst' ? worstIds.value : [];
  return ids.length === 0
    ? stripPanels.value
    : [...stripPanels.value].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

function worstFirst(): readonly string[] {
  return stripPanels
    .peek()
    .map(({ id }) => id)
    .sort((a, b) => badness(b) - badness(a));
}

/** Whether texts are cut, but no barcode. */
function isCutOnly(cell: Cell | undefined): boolean {
  const grades = gradesOf(cell);
  return !cell?.error && grades.includes('cut') && !grades.includes('lost');
}

export function isDrawn(of: readonly ContentKind[]): boolean {
  return stripPanels.value.every(({ id }) => of.every((row) => cellOf(id, row)));
}

/** The number of pictures with problems, and whether all of those are cut texts. */
export const broken = computed(() => {
  const flags = stripPanels.value.flatMap(({ id }) => stripContents.map((row) => flagOf(cellOf(id, row))));
  const broken = flags.filter((flag) => flag === 'refused' || flag === 'cut').length;
  const texts = stripPanels.value.flatMap(({ id }) => stripContents.filter((row) => isCutOnly(cellOf(id, row)))).length;
  return { broken, of: flags.length, onlyTexts: broken === texts };
});

export function brokenIn(row: ContentKind): number {
  return stripPanels.value.filter(({ id }) => ['refused', 'cut'].includes(flagOf(cellOf(id, row)) ?? '')).length;
}

/** Milliseconds without a change before other panels are drawn: the edited one goes first. */
const patienceMs = 500;

/** Draws the latest document on all panels after each pause in editing. @returns ends that */
export function startStrip(): () => void {
  return together(
    effect(() => {
      const of = document.value;
      const { locale } = state.value;
      const all = stripPanels.value;
      if (entry.value.problem || !('root' in of)) return undefined;
      return startAfter(patienceMs, async (signal) => {
        const pictures = all.flatMap(({ id }) =>
          stripContents.map(async (row) => {
            const drawn = await drawSmall(of, (each) => fieldsFor(each, id, row, locale), signal);
            if (drawn && !signal.aborted) take(keyOf(id, row), drawn);
          }),
        );
        await Promise.all(pictures);
        if (!signal.aborted) worstIds.value = worstFirst();
      });
    }),
    () => {
      cells.value = new Map();
      worstIds.value = [];
    },
  );
}

function take(key: string, { answer, error }: Cell): void {
  const before = cells.peek().get(key)?.answer ?? null;
  cells.value = new Map(cells.peek()).set(key, { answer: answer ?? before, error });
}
