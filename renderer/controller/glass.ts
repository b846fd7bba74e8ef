import { type ChipState, firstOf, type GlassPart, noInk, type RamArea, type UpdateKind } from './families/family.js';
import type { PanelDefinition } from './definition.js';
import { polarity } from './families/uc81xx.js';
import { greysOf, loadedWaveform } from './lookup-table.js';
import { drivenPixels, moveOldPicture, oldPictureMoves, oldPlane } from './old-picture.js';
import { codesOf, unknownBytes, visibleArea } from './picture.js';

export interface RefreshRequest {
  readonly kind: UpdateKind;
  readonly area: RamArea | null;
  /** The first visible column of the memory. */
  readonly ramX: number;
  /** The ink of each code of four greys. */
  readonly greys: readonly number[];
}

/** Where a panel's four greys come from. */
export interface Greys {
  readonly greys: readonly number[];
  readonly assumed: boolean;
  /** The order that the header states, where the loaded waveform has another one. */
  readonly contradicted: boolean;
}

export interface ShownRefresh {
  /** Only changed pixels are driven. */
  readonly isDifferential: boolean;
  /** Pixels outside the chip's window that changed. */
  readonly beyondWindow: number;
  /** Codes of shown pixels that are no ink's. */
  readonly undefinedCodes: readonly number[];
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

/**
 * The ink of each code of four greys: as the header of a trace states it, by the loaded waveform, as the profile states it, or
 * assumed.
 */
export function greysFor(state: ChipState, definition: PanelDefinition, kind: UpdateKind): Greys {
  const { greys: stated, profileGreys, polarity: polarities = [] } = definition;
  const inkOf = (level: number): number => Math.max(state.inks.indexOf(namedGreys[level]!), 0);
  const isSsd = state.chip.family === 'ssd16xx';
  const waveform = loadedWaveform(state);
  const loaded = waveform && greysOf(waveform)?.map(inkOf);
  if (stated) return { greys: stated, assumed: false, contradicted: !!loaded && loaded.join() !== stated.join() };
  if (loaded) return { greys: loaded, assumed: false, contradicted: false };
  // The waveforms in OTP for updates of changed pixels, or without the second plane, know black and white.
  if (isSsd && !state.registers.has(0x32) && (kind !== 'full' || firstOf(state, 0x21) & 0x40))
    return { greys: [3, 0, 3, 0].map(inkOf), assumed: false, contradicted: false };
  if (profileGreys) {
    // In the profile's polarity; 0x21 of SSD16xx is applied to codes.
    const flip = (isSsd ? 0 : (polarity(state) ^ (polarities[0] ?? polarity(state))) & 1) * 3;
    return { greys: profileGreys.map((_, code) => profileGreys[code ^ flip]!), assumed: false, contradicted: false };
  }
  const whiteIsOne = isSsd || (polarity(state) & 1) === 1;
  return { greys: (whiteIsOne ? [3, 2, 1, 0] : [0, 1, 2, 3]).map(inkOf), assumed: true, contradicted: false };
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
  const sent = codes(state.ram);
  const undefinedCodes = [...table.keys()].filter((code) => table[code] === noInk && sent.includes(code));
  for (const code of undefinedCodes) table[code] = 0;
  const inks = sent.map((code) => table[code]!);
  const window = visibleArea(windowOf(state), part, ramX, isUpsideDown);
  const beyondWindow = family.wraps ? changesBeyond(glass, part, inks, seen, window) : 0;
  for (let row = seen.y; row < seen.y + seen.height; row++) {
    const at = row * part.width + seen.x;
    glass.meant.set(inks.subarray(at, at + seen.width), row * glass.width + part.x + seen.x);
  }
  const drives = drivenPixels(state, kind);
  const isDifferential = drives === 'changes';
  const result = { isDifferential, beyondWindow, undefinedCodes };
  if (!state.moved) return { ...result, ghosts: { fewest: 0, most: 0, unknown: 0 } };
  const memories = [state.ram, state.moved] as const;
  // 0x21 inverts each plane of SSD16xx separately.
  const options = firstOf(state, 0x21);
  const inversion = ((options >> 3) ^ (options >> 7)) & 1;
  const oldCode = oldPlane(state) === 1 ? (code: number) => (code >> 1) ^ inversion : (code: number) => (code & 1) << 1;
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
  return { ...result, ghosts: { fewest, most, unknown } };
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

/** The window of a chip, in pixels of its memory. */
function windowOf({ cursor: { left, right, top, bottom } }: ChipState): RamArea {
  const [width, height] = [(Math.abs(right - left) + 1) * 8, Math.abs(bottom - top) + 1];
  return { x: Math.min(left, right) * 8, y: Math.min(top, bottom), width, height };
}

/** Changed pixels outside the window. */
function changesBeyond(
  { meant, width }: Glass,
  part: GlassPart,
  inks: Uint8Array,
  seen: RamArea,
  window: RamArea,
): number {
  const [right, bottom] = [window.x + window.width, window.y + window.height];
  let count = 0;
  each(part, width, seen, (at, pixel, x, y) => {
    const isInside = x >= window.x && x < right && y >= window.y && y < bottom;
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
