import type { ChipState, GlassPart, RamArea, UpdateKind } from './families/family.js';
import { polarity } from './families/uc81xx.js';
import { greysOf, loadedWaveform } from './lookup-table.js';
import { drivenPixels, moveOldPicture, oldPictureMoves, oldPlane } from './old-picture.js';
import { codesOf, unknownBytes, visibleArea } from './picture.js';

/** What a refresh is to show. */
export interface RefreshRequest {
  readonly kind: UpdateKind;
  readonly area: RamArea | null;
  /** The first visible column of the memory. */
  readonly ramX: number;
  /** The ink of each code of four greys. */
  readonly greys: readonly number[];
}

export interface ShownRefresh {
  /** Only changed pixels are driven. */
  readonly isDifferential: boolean;
  /** Pixels outside the chip's window that changed. */
  readonly beyondWindow: number;
  /** Pixels whose old plane says that they already have their new ink, though the glass shows another. */
  readonly ghosts: {
    /** In the way of treating the old picture that fits best. */
    readonly fewest: number;
    /** In the other way, where nothing decides between both. */
    readonly most: number;
    /** Bytes of the old plane that were never written. */
    readonly unknown: number;
  };
}

/** The pixels of the panel, in the order of the memory, before the placement. */
export interface Glass {
  readonly width: number;
  readonly meant: Uint8Array;
  /** As driven if the old picture stays after a refresh, and if it moves. */
  readonly ways: readonly Uint8Array[];
  /** The one of them that fits best, or `meant`. */
  best: Uint8Array;
}

const namedGreys = ['white', 'light_gray', 'dark_gray', 'black'] as const;

/** The ink of each code of four greys, and whether a source states it. */
export function greysFor(
  state: ChipState,
  stated: readonly number[] | null,
): { readonly greys: readonly number[]; readonly assumed: boolean } {
  if (stated) return { greys: stated, assumed: false };
  const waveform = loadedWaveform(state);
  const loaded = waveform && greysOf(waveform);
  const whiteIsOne = state.chip.family === 'ssd16xx' || (polarity(state) & 1) === 1;
  const levels = loaded ?? (whiteIsOne ? [3, 2, 1, 0] : [0, 1, 2, 3]);
  return { greys: levels.map((level) => Math.max(state.inks.indexOf(namedGreys[level]!), 0)), assumed: !loaded };
}

export function createGlass(width: number, height: number, hasOldPicture: boolean): Glass {
  const meant = new Uint8Array(width * height);
  const ways = [0, 1].map(() => new Uint8Array(hasOldPicture ? meant.length : 0));
  return { width, meant, ways, best: meant };
}

/** The glass as driven, in the way that fits best. null: equal to `meant`. */
export const drivenGlass = ({ best, meant }: Glass): Uint8Array | null =>
  best === meant || best.every((ink, i) => ink === meant[i]) ? null : best;

/** Shows the memory of a chip on its part of the glass. */
export function showOn(glass: Glass, state: ChipState, request: RefreshRequest): ShownRefresh {
  const { family, part } = state;
  const { kind, area, ramX, greys } = request;
  const isUpsideDown = family.isUpsideDown?.(state) ?? false;
  const seen = visibleArea(area, part, ramX, isUpsideDown);
  const table = family.inkTable(state, greys);
  const codes = (ram: ChipState['ram']): Uint8Array => codesOf(ram, part, ramX, isUpsideDown);
  const inks = codes(state.ram).map((code) => table[code]!);
  const beyondWindow = family.wraps ? changesBeyond(glass, state, ramX, inks, seen) : 0;
  for (let row = seen.y; row < seen.y + seen.height; row++) {
    const at = row * part.width + seen.x;
    glass.meant.set(inks.subarray(at, at + seen.width), row * glass.width + part.x + seen.x);
  }
  const drives = drivenPixels(state, kind);
  const isDifferential = drives === 'changes';
  if (!state.moved) return { isDifferential, beyondWindow, ghosts: { fewest: 0, most: 0, unknown: 0 } };
  const memories = [state.ram, state.moved] as const;
  const oldCode = oldPlane(state) === 1 ? (code: number) => code >> 1 : (code: number) => (code & 1) << 1;
  const counts = memories.map((ram, i) => {
    const both = codes(ram);
    const old = drives === null ? null : both.map((code) => table[oldCode(code)]!);
    const wanted = both.map((code) => table[code]!);
    return drive(glass, glass.ways[i]!, { part, seen, inks: wanted, old, isDifferential });
  }) as [number, number];
  const moves = oldPictureMoves(state);
  const way = (moves ?? counts[1] < counts[0]) ? 1 : 0;
  glass.best = glass.ways[way]!;
  const fewest = counts[way];
  const most = moves === null ? Math.max(...counts) : fewest;
  const unknown = drives === null ? 0 : unknownBytes(memories[way][oldPlane(state)]!, seen, ramX).unknown;
  moveOldPicture(state, kind !== 'full' && isDifferential);
  return { isDifferential, beyondWindow, ghosts: { fewest, most, unknown } };
}

/** Pixels of a part that are driven, and their old ink where it decides. */
interface Drive {
  readonly part: GlassPart;
  readonly seen: RamArea;
  readonly inks: Uint8Array;
  readonly old: Uint8Array | null;
  readonly isDifferential: boolean;
}

/** Drives pixels in one way. Returns how many the old picture wrongly takes to be right, or has otherwise. */
function drive({ meant, width }: Glass, way: Uint8Array, { part, seen, inks, old, isDifferential }: Drive): number {
  let ghosts = 0;
  each(part, width, seen, (at, pixel) => {
    const ink = inks[at]!;
    const isTaken = old?.[at] === ink && way[pixel] !== ink;
    if (isTaken || ink !== meant[pixel]) ghosts++;
    if (!isTaken || !isDifferential) way[pixel] = ink;
  });
  return ghosts;
}

/** Changed pixels outside the window. */
function changesBeyond(
  { meant, width }: Glass,
  { cursor, part }: ChipState,
  ramX: number,
  inks: Uint8Array,
  seen: RamArea,
): number {
  const left = Math.min(cursor.left, cursor.right) * 8 - ramX;
  const end = Math.max(cursor.left, cursor.right) * 8 - ramX + 8;
  const [top, bottom] = [Math.min(cursor.top, cursor.bottom), Math.max(cursor.top, cursor.bottom)];
  let count = 0;
  each(part, width, seen, (at, pixel, x, y) => {
    const isInside = x >= left && x < end && y >= top && y <= bottom;
    if (!isInside && meant[pixel] !== inks[at]) count++;
  });
  return count;
}

/** Calls `visit` for each pixel of an area: its place in the part and on the glass. */
function each(
  part: GlassPart,
  width: number,
  { x, y, width: across, height: down }: RamArea,
  visit: (at: number, pixel: number, x: number, y: number) => void,
): void {
  for (let row = y; row < y + down; row++) {
    const at = row * part.width;
    const pixel = row * width + part.x;
    for (let column = x; column < x + across; column++) visit(at + column, pixel + column, column, row);
  }
}
