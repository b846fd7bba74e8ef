import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listen } from '../../../browser/ends.js';
import { Said } from '../../../parts/controls/index.js';
import { useSize } from '../../../parts/label/use-size.js';
import { findTile, measures, neighbour, type ShelfRow, rowsBetween, type GridStep } from '../../../state/shelf/rows.js';
import { texts } from '../../../texts/index.js';
import { fieldName } from '../../words.js';
import { ready } from '../live/labels.js';
import { state } from '../model.js';
import { isTable, rows, shelfWidth } from './rows.js';
import { isPicked, isPicking, pick } from './selection.js';
import { Tile } from './tile.js';

/** CSS pixels: rows are drawn this far beyond the visible ones, and scrolling is noticed in these steps. */
const [beyond, notice] = [300, 100];

const steps: Readonly<Partial<Record<string, GridStep>>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'home',
  End: 'end',
};

/** The label at the keyboard's cursor; null: the first visible one. */
const at = signal<string | null>(null);

/** All labels on their rails. Only visible rows are mounted. Arrows move, Enter opens, Space selects. */
export function Grid() {
  const words = texts.value.shelf;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const [from, setFrom] = useState(0);
  const all = rows.value;
  const last = all.at(-1);
  const [first, end] = rowsBetween(all, from - beyond, from + size.height + notice + beyond);
  const current = currentOf(all, first);
  const currentRow = current === null ? null : findTile(all, current)?.[0];

  useLayoutEffect(() => {
    const style = getComputedStyle(scroller.current!);
    const margin = Number.parseFloat(style.getPropertyValue('--margin')) || 0;
    shelfWidth.value = Math.max(0, size.width - 2 * margin);
  }, [size.width]);
  useEffect(() => {
    // The bar below takes room when labels are selected.
    scroller.current!.querySelector('.tile :focus')?.scrollIntoView({ block: 'nearest' });
  }, [size.height]);
  useOpenLabel(scroller, all, size.height > 0);
  useArrows(scroller, all, current);
  const drawn = all.map((row, index) => [row, index] as const).slice(first, end);
  if (currentRow != null && (currentRow < first || currentRow >= end)) drawn.push([all[currentRow]!, currentRow]);
  return (
    <div
      ref={scroller}
      class="scroller"
      onScroll={({ currentTarget }) => {
        setFrom(Math.floor(currentTarget.scrollTop / notice) * notice);
      }}
    >
      {all.length === 0 && <Said look="nothing soft" text={ready.value ? words.nothing : texts.value.loading} />}
      {all.length > 0 && (
        <div
          role="grid"
          aria-label={words.heading}
          aria-rowcount={all.length + headings()}
          aria-readonly="true"
          aria-multiselectable="true"
          class="rails"
          data-table={isTable.value || undefined}
          data-picking={isPicking.value || undefined}
          style={{ height: `${last ? last.top + last.height + 16 : 0}px` }}
          onFocusIn={({ target }) => {
            const id = target instanceof HTMLElement ? target.dataset.id : undefined;
            if (id !== undefined) at.value = id;
          }}
        >
          {isTable.value && <Columns />}
          {drawn.map(([row, index]) => (
            <RowOf key={keyOf(row)} row={row} index={index} current={current} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The arrow keys, Home and End move the cursor, and the focus with it, unless something outside of the grid has it. */
function useArrows(scroller: RefObject<HTMLDivElement | null>, all: readonly ShelfRow[], current: string | null): void {
  const focusing = useRef(false);
  // Not after the next frame: the next key may come before it.
  useLayoutEffect(() => {
    if (!focusing.current) return;
    focusing.current = false;
    scroller.current!.querySelector<HTMLElement>(`a[data-id="${CSS.escape(at.peek() ?? '')}"]`)?.focus();
  });
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    if (target !== document.body && !(target instanceof Node && scroller.current!.contains(target))) return;
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement && current !== null) {
      event.preventDefault();
      pick(current, event.shiftKey || !isPicked(current), event.shiftKey);
      return;
    }
    const step = steps[event.key];
    if (!step || current === null || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = neighbour(all, current, step);
    if (next === null) return;
    focusing.current = true;
    at.value = next;
    if (event.shiftKey) pick(next, true, true, current);
    reveal(scroller.current!, all[findTile(all, next)![0]]!);
  };
  useLayoutEffect(() => listen(document, 'keydown', press));
}

/** Scrolls to a label that a link or the browser's buttons open. Closing its page returns the focus to the label. */
function useOpenLabel(scroller: RefObject<HTMLDivElement | null>, all: readonly ShelfRow[], isVisible: boolean): void {
  const open = state.value.label;
  const isThere = open !== null && findTile(all, open) !== null;
  useEffect(() => {
    const found = open === null ? null : findTile(rows.peek(), open);
    if (found && isVisible) reveal(scroller.current!, rows.peek()[found[0]]!);
  }, [open, isThere, isVisible]);
  const wasOpen = useRef(open);
  useLayoutEffect(() => {
    const closed = wasOpen.current !== null && open === null;
    wasOpen.current = open;
    if (closed && document.activeElement === document.body)
      scroller.current!.querySelector<HTMLElement>('.tile a[tabindex="0"]')?.focus();
  }, [open]);
}

/** The label in the tab order: at the cursor, the open one, or the first visible one. */
function currentOf(all: readonly ShelfRow[], first: number): string | null {
  const open = state.value.label;
  if (at.value !== null && findTile(all, at.value)) return at.value;
  if (open !== null && findTile(all, open)) return open;
  const rail = all.slice(first).find((row) => row.kind === 'rail') ?? all.find((row) => row.kind === 'rail');
  return rail?.kind === 'rail' ? (rail.tiles[0]?.id ?? null) : null;
}

function keyOf(row: ShelfRow): string {
  return row.kind === 'group' ? `group ${row.name}` : `rail ${row.tiles[0]?.id ?? ''}`;
}

/** Rows above those of {@link rows}. */
function headings(): number {
  return isTable.value ? 1 : 0;
}

function Columns() {
  const { state: columnOfState } = texts.value.shelf;
  const names = (['label', 'product_name', 'price', 'device', 'layout'] as const).map(fieldName);
  return (
    <div role="row" aria-rowindex={1} class="columns">
      {[...names, columnOfState].map((name) => (
        <span key={name} role="columnheader" class="clip">
          {name}
        </span>
      ))}
    </div>
  );
}

function reveal(scroller: HTMLElement, { top, height }: ShelfRow): void {
  const { scrollTop, clientHeight } = scroller;
  const covered = headings() * measures.line;
  if (top < scrollTop + covered) scroller.scrollTop = Math.max(0, top - covered - 40);
  else if (top + height > scrollTop + clientHeight) scroller.scrollTop = top + height - clientHeight + 16;
}

interface ShelfRowProps {
  readonly row: ShelfRow;
  readonly index: number;
  readonly current: string | null;
}

function RowOf({ row, index, current }: ShelfRowProps) {
  const words = texts.value.shelf;
  const style = { top: `${row.top}px`, height: `${row.height}px` };
  if (row.kind === 'group')
    return (
      <div role="row" aria-rowindex={index + headings() + 1} class="group fine" style={style}>
        <div role="rowheader">
          <b>{row.name === '' ? words.others : row.name.charAt(0).toUpperCase() + row.name.slice(1)}</b>{' '}
          <span class="soft">{words.count({ count: row.count })}</span>
        </div>
      </div>
    );
  return (
    <div role="row" aria-rowindex={index + headings() + 1} class="rail" style={style}>
      {row.tiles.map((tile) => (
        <Tile key={tile.id} place={tile} current={tile.id === current} />
      ))}
    </div>
  );
}
