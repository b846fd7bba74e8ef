import type { Dimensions } from '../fit.js';

/** The size of a panel's picture in CSS pixels. */
export interface PanelPiece extends Dimensions {
  readonly id: string;
}

export interface Tile extends PanelPiece {
  readonly x: number;
}

/** The name of a group, or labels on a rail. `top` and `height` in CSS pixels. */
export type ShelfRow = { readonly top: number; readonly height: number } & (
  | { readonly kind: 'group'; readonly name: string; readonly count: number }
  | { readonly kind: 'rail'; readonly tiles: readonly Tile[] }
);

/** CSS pixels: the case at each side, between labels, a rail with names, above a row, the name of a group, a line of a table. */
export const measures = { bezel: 4, gap: 14, rail: 24, above: 14, group: 36, line: 44 } as const;
/** The minimum width of a label with its name. */
const narrowest = 56;

/** The group of an id and its number: "dairy-7" is the seventh of "dairy". */
export function placeOf(id: string): { readonly group: string; readonly number: number } {
  const [, group = id, digits] = /^(.*?)[-_.]?(\d{1,9})$/.exec(id) ?? [];
  return { group, number: digits === undefined ? -1 : Number(digits) };
}

/** Groups of ids, each sorted by number. Ids without a group come last, under `''`. */
export function groupIds(ids: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, { readonly id: string; readonly number: number }[]>();
  for (const id of ids) {
    const { group, number } = placeOf(id);
    const known = groups.get(group);
    if (known) known.push({ id, number });
    else groups.set(group, [{ id, number }]);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  const alone = sorted.filter(([name, found]) => found.length === 1 || name === '').flatMap(([, found]) => found);
  const found = new Map<string, readonly string[]>();
  for (const [name, pieces] of sorted)
    if (pieces.length > 1 && name !== '')
      found.set(
        name,
        pieces.sort((a, b) => a.number - b.number).map(({ id }) => id),
      );
  if (alone.length > 0) found.set('', alone.map(({ id }) => id).sort());
  return found;
}

/** @param width of the shelf, in CSS pixels @param isTable whether each label has a line, below one for the names of the columns */
export function rowsOf(groups: ReadonlyMap<string, readonly PanelPiece[]>, width: number, isTable = false) {
  const rows: ShelfRow[] = [];
  let top = isTable ? measures.line : 0;
  for (const [name, pieces] of groups) {
    rows.push({ kind: 'group', top, height: measures.group, name, count: pieces.length });
    top += measures.group;
    let tiles: Tile[] = [];
    let x = 0;
    const close = (): void => {
      if (tiles.length === 0) return;
      const highest = Math.max(...tiles.map((tile) => tile.height));
      const height = isTable ? measures.line : highest + measures.above + measures.rail;
      rows.push({ kind: 'rail', top, height, tiles });
      top += height;
      [tiles, x] = [[], 0];
    };
    for (const piece of pieces) {
      const tile = framed(piece, width);
      if (x > 0 && (isTable || x + tile.width > width)) close();
      tiles.push({ ...tile, x });
      x += tile.width + measures.gap;
    }
    close();
  }
  return rows;
}

/** Scales a label down if it is wider than the shelf. */
function framed({ id, width, height }: PanelPiece, most: number): PanelPiece {
  const around = 2 * measures.bezel;
  const scale = Math.min(1, (most - around) / width);
  return { id, width: Math.max(narrowest, width * scale + around), height: height * scale + around };
}

/** The rows between two offsets in CSS pixels. */
export function rowsBetween(
  rows: readonly ShelfRow[],
  from: number,
  to: number,
): readonly [first: number, end: number] {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { top, height } = rows[middle]!;
    if (top + height < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < rows.length && rows[end]!.top < to) end++;
  return [low, end];
}

export function findTile(rows: readonly ShelfRow[], id: string): readonly [row: number, at: number] | null {
  for (const [row, one] of rows.entries()) {
    if (one.kind === 'group') continue;
    const at = one.tiles.findIndex((tile) => tile.id === id);
    if (at >= 0) return [row, at];
  }
  return null;
}

export type GridStep = 'left' | 'right' | 'up' | 'down' | 'home' | 'end';

/** The label that a key leads to; null: none. Up and down keep the horizontal position. */
export function neighbour(rows: readonly ShelfRow[], id: string, step: GridStep): string | null {
  const found = findTile(rows, id);
  if (!found) return null;
  const [row, at] = found;
  const tiles = tilesIn(rows[row]);
  if (step === 'home') return tiles[0]!.id;
  if (step === 'end') return tiles.at(-1)!.id;
  const by = step === 'left' || step === 'up' ? -1 : 1;
  const beside = step === 'left' || step === 'right' ? tiles[at + by] : undefined;
  if (beside) return beside.id;
  let next = row + by;
  while (rows[next]?.kind === 'group') next += by;
  const others = tilesIn(rows[next]);
  if (step === 'left') return others.at(-1)?.id ?? null;
  if (step === 'right') return others[0]?.id ?? null;
  const middle = tiles[at]!.x + tiles[at]!.width / 2;
  const nearest = [...others].sort(
    (a, b) => Math.abs(a.x + a.width / 2 - middle) - Math.abs(b.x + b.width / 2 - middle),
  );
  return nearest[0]?.id ?? null;
}

function tilesIn(row: ShelfRow | undefined): readonly Tile[] {
  return row?.kind === 'rail' ? row.tiles : [];
}
