import type { ChipState, Family, RamArea, UpdateKind } from './families/family.js';
import { polarity } from './families/uc81xx.js';
import { greysOf, loadedWaveform } from './lookup-table.js';
import { drivenPixels, moveOldPicture, oldPictureMoves, oldPlane } from './old-picture.js';
import { codesOf, type GlassPart, unknownBytes, visibleArea } from './picture.js';

/** A chip and its part of the glass. */
export interface Driven {
  readonly family: Family;
  readonly state: ChipState;
  readonly part: GlassPart;
}

export interface ShownRefresh {
  /** Only changed pixels are driven. */
  readonly isDifferential: boolean;
  /** Pixels outside the chip's window that changed. */
  readonly beyondWindow: number;
  readonly ghosts: Ghosts;
}

/** Pixels whose old plane says that they already have their new ink, though the glass shows another. */
export interface Ghosts {
  /** In the way of treating the old picture that fits best. */
  readonly fewest: number;
  /** In the other way, where nothing decides between both. */
  readonly most: number;
  /** Bytes of the old plane that were never written. */
  readonly unknown: number;
}

/** The pixels of the panel, in the order of the memory, before the placement. */
export interface Glass {
  readonly meant: Uint8Array;
  /** The glass as driven, in the way that fits best. null: equal to `meant`. */
  driven(): Uint8Array | null;
  show(chip: Driven, kind: UpdateKind, area: RamArea | null, ramX: number, greys: readonly number[]): ShownRefresh;
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
  return { greys: levels.map((level) => Math.max(state.panel.inks.indexOf(namedGreys[level]!), 0)), assumed: !loaded };
}

export function createGlass(width: number, height: number, hasOldPicture: boolean): Glass {
  const meant = new Uint8Array(width * height);
  // As driven if the old picture stays after a refresh, and if it moves.
  const ways = [0, 1].map(() => new Uint8Array(hasOldPicture ? meant.length : 0));
  let best: Uint8Array = meant;

  return {
    meant,
    driven: () => (best === meant || best.every((ink, i) => ink === meant[i]) ? null : best),
    show({ family, state, part }, kind, area, ramX, greys) {
      const isUpsideDown = family.isUpsideDown?.(state) ?? false;
      const seen = visibleArea(area, part, ramX, isUpsideDown);
      const table = family.inkTable(state, greys);
      const inks = codesOf(state.ram, part, ramX, isUpsideDown).map((code) => table[code]!);
      const beyondWindow = family.wraps ? changesBeyond(state, part, ramX, inks, seen) : 0;
      for (let row = seen.y; row < seen.y + seen.height; row++) {
        const at = row * part.width + seen.x;
        meant.set(inks.subarray(at, at + seen.width), row * width + part.x + seen.x);
      }
      const drives = drivenPixels(state, kind);
      const isDifferential = drives === 'changes';
      if (!state.moved) return { isDifferential, beyondWindow, ghosts: { fewest: 0, most: 0, unknown: 0 } };
      const memories = [state.ram, state.moved] as const;
      const ghosts = memories.map((ram, i) => {
        const codes = codesOf(ram, part, ramX, isUpsideDown);
        const oldCode = oldPlane(state) === 1 ? (code: number) => code >> 1 : (code: number) => (code & 1) << 1;
        const old = drives === null ? null : codes.map((code) => table[oldCode(code)]!);
        return drive(
          ways[i]!,
          codes.map((code) => table[code]!),
          old,
          part,
          seen,
          isDifferential,
        );
      }) as [number, number];
      const moves = oldPictureMoves(state);
      const way = (moves ?? ghosts[1] < ghosts[0]) ? 1 : 0;
      best = ways[way]!;
      const fewest = ghosts[way];
      const most = moves === null ? Math.max(...ghosts) : fewest;
      const unknown = drives === null ? 0 : unknownBytes(memories[way][oldPlane(state)]!, seen, ramX).unknown;
      moveOldPicture(state, kind !== 'full' && isDifferential);
      return { isDifferential, beyondWindow, ghosts: { fewest, most, unknown } };
    },
  };

  /** Drives pixels in one way. Returns how many the old picture wrongly takes to be right, or has otherwise. */
  function drive(
    way: Uint8Array,
    inks: Uint8Array,
    old: Uint8Array | null,
    part: GlassPart,
    area: RamArea,
    isDifferential: boolean,
  ) {
    let ghosts = 0;
    each(part, width, area, (at, pixel) => {
      const ink = inks[at]!;
      const isTaken = old?.[at] === ink && way[pixel] !== ink;
      if (isTaken || ink !== meant[pixel]) ghosts++;
      if (!isTaken || !isDifferential) way[pixel] = ink;
    });
    return ghosts;
  }

  function changesBeyond({ cursor }: ChipState, part: GlassPart, ramX: number, inks: Uint8Array, seen: RamArea) {
    const [left, right] = [cursor.left, cursor.right].sort((a, b) => a - b).map((byte) => byte * 8 - ramX) as [
      number,
      number,
    ];
    const [top, bottom] = [cursor.top, cursor.bottom].sort((a, b) => a - b) as [number, number];
    let count = 0;
    each(part, width, seen, (at, pixel, x, y) => {
      const isInside = x >= left && x < right + 8 && y >= top && y <= bottom;
      if (!isInside && meant[pixel] !== inks[at]) count++;
    });
    return count;
  }
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
