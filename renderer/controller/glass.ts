import { type RamArea, type ChipState, type Family, register, type UpdateKind } from './families/family.js';
import { drivesOnlyChanges, greysOf, loadedPhases } from './lookup-table.js';
import type { OldPicture } from './old-picture.js';
import { codesOf, type GlassPart, visibleArea } from './picture.js';
import { isRed, polarity } from './families/uc81xx.js';

/** A chip and its part of the glass. */
export interface Driven {
  readonly family: Family;
  readonly state: ChipState;
  readonly part: GlassPart;
  readonly oldPicture: OldPicture | null;
}

export interface GlassState {
  readonly differential: boolean;
  /** Pixels whose old plane says that they already have their new ink, though the glass shows another. */
  readonly ghosts: Ghosts;
  /** Pixels outside the chip's window that changed. */
  readonly beyondWindow: number;
}

export interface Ghosts {
  /** In the way of treating the old picture that fits best. */
  readonly fewest: number;
  /** In the other way, where nothing decides between both. */
  readonly most: number;
  /** Whether these pixels keep their ink: not where the loaded waveform drives all pixels. */
  readonly stay: boolean;
  /** Bytes of the old plane that were never written. */
  readonly unknown: number;
}

const noGhosts: Ghosts = { fewest: 0, most: 0, stay: false, unknown: 0 };

/** The pixels of the panel, in the order of the memory, before the placement. */
export interface Glass {
  readonly meant: Uint8Array;
  /** The glass as driven, in the way that fits best. null: equal to `meant`. */
  driven(): Uint8Array | null;
  show(chip: Driven, kind: UpdateKind, area: RamArea | null, ramX: number, greys: readonly number[]): GlassState;
}

const namedGreys = ['white', 'light_gray', 'dark_gray', 'black'] as const;

/** The ink of each code of four greys, and whether a source states it. */
export function greysFor(
  state: ChipState,
  stated: readonly number[] | null,
): { readonly greys: readonly number[]; readonly assumed: boolean } {
  if (stated) return { greys: stated, assumed: false };
  const phases = loadedPhases(state);
  const loaded = phases && greysOf(phases);
  const whiteIsOne = state.chip.family === 'ssd16xx' || (polarity(state) & 1) === 1;
  const levels = loaded ?? (whiteIsOne ? [3, 2, 1, 0] : [0, 1, 2, 3]);
  return { greys: levels.map((level) => Math.max(state.panel.inks.indexOf(namedGreys[level]!), 0)), assumed: !loaded };
}

export function createGlass(width: number, height: number): Glass {
  const meant = new Uint8Array(width * height);
  const ways = { stays: new Uint8Array(meant.length), moves: new Uint8Array(meant.length) };
  let best: Uint8Array = meant;

  /** Drives the pixels of an area in one way of treating the old picture. Returns those that it wrongly takes to be right. */
  function drive(
    way: Uint8Array,
    inks: Uint8Array,
    old: Uint8Array | null,
    { part }: Driven,
    area: RamArea,
    stay: boolean,
  ) {
    let ghosts = 0;
    each(part, width, area, (at, pixel) => {
      const ink = inks[at]!;
      const taken = old?.[at] === ink && way[pixel] !== ink;
      if (taken || ink !== meant[pixel]) ghosts++;
      if (!taken || !stay) way[pixel] = ink;
    });
    return ghosts;
  }

  return {
    meant,
    driven: () => (best === meant || best.every((ink, i) => ink === meant[i]) ? null : best),
    show(chip, kind, area, ramX, greys) {
      const { family, state, part, oldPicture } = chip;
      const flip = family.flips(state);
      const seen = visibleArea(area, part, ramX, flip);
      const table = family.inkTable(state, greys);
      const codes = codesOf(state, part, ramX, flip);
      const beyondWindow = family.wraps ? changesBeyond(chip, ramX, codes, table, seen) : 0;
      each(part, width, seen, (at, pixel) => {
        meant[pixel] = table[codes[at]!]!;
      });
      const drives = drivenPixels(chip, kind);
      const differential = drives === 'changes';
      if (!oldPicture) return { differential, ghosts: noGhosts, beyondWindow };
      const decided = oldPicture.decided(state);
      const other = codesOf({ ram: oldPicture.planes() }, part, ramX, flip);
      const ghosts = (['stays', 'moves'] as const).map((name) => {
        const used = name === 'stays' ? codes : other;
        const old = drives === null ? null : newInks(used, table, family);
        return drive(
          ways[name],
          used.map((code) => table[code]!),
          old,
          chip,
          seen,
          differential,
        );
      });
      const choice = decided ?? (ghosts[0]! <= ghosts[1]! ? 'stays' : 'moves');
      best = ways[choice];
      const unknown = drives === null ? 0 : unknownOld(chip, choice, seen, ramX);
      oldPicture.afterRefresh(kind !== 'full' && differential);
      const fewest = ghosts[choice === 'stays' ? 0 : 1]!;
      const most = decided ? fewest : Math.max(...ghosts);
      return { differential, ghosts: { fewest, most, stay: differential, unknown }, beyondWindow };
    },
  };

  function changesBeyond({ state, part }: Driven, ramX: number, codes: Uint8Array, table: Uint8Array, seen: RamArea) {
    const { left, right, top, bottom } = state.cursor;
    const first = Math.min(left, right) * 8 - ramX;
    const last = Math.max(left, right) * 8 + 7 - ramX;
    let count = 0;
    each(part, width, seen, (at, pixel, x, y) => {
      const inside = x >= first && x <= last && y >= Math.min(top, bottom) && y <= Math.max(top, bottom);
      if (!inside && meant[pixel] !== table[codes[at]!]) count++;
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

/** The inks of the old picture: those that the new one would have with the old plane's bits. */
function newInks(codes: Uint8Array, table: Uint8Array, { id }: Family): Uint8Array {
  const old = id === 'ssd16xx' ? (code: number) => code >> 1 : (code: number) => (code & 1) << 1;
  return codes.map((code) => table[old(code)]!);
}

/** Which pixels a refresh drives by the old picture: changed ones, or all by a loaded waveform. null: the old one has no say. */
function drivenPixels({ state, oldPicture }: Driven, kind: UpdateKind): 'changes' | 'all' | null {
  if (!oldPicture) return null;
  const loaded = drivesOnlyChanges(state);
  if (state.chip.family === 'ssd16xx') {
    // Bit 6 of 0x21 bypasses the old plane.
    if (kind === 'full' || register(state, 0x21, 0)[0]! & 0x40) return null;
    return loaded === false ? null : 'changes';
  }
  if (register(state, 0x00, 0)[0]! & 0x20 && loaded !== null) return loaded ? 'changes' : 'all';
  return kind === 'full' ? null : 'changes';
}

/** Bytes of the old plane in the area that were never written. */
function unknownOld(
  { state, family, oldPicture }: Driven,
  way: 'stays' | 'moves',
  seen: RamArea,
  ramX: number,
): number {
  const plane = family.id === 'ssd16xx' ? 1 : 0;
  const { stride, known, rows } = (way === 'stays' ? state.ram : oldPicture!.planes())[plane]!;
  let unknown = 0;
  for (let y = seen.y; y < Math.min(seen.y + seen.height, rows); y++)
    for (let x = (seen.x + ramX) >> 3; x << 3 < seen.x + ramX + seen.width && x < stride; x++)
      if (!known[y * stride + x]) unknown++;
  return unknown;
}

/** The planes that decide what the glass shows. */
export function shownPlanes({ family, state }: Pick<Driven, 'family' | 'state'>): readonly number[] {
  if (state.ram.length === 1 || state.chip.codes) return [0];
  if (state.panel.inks.length === 4 || isRed(state)) return [0, 1];
  if (family.id === 'ssd16xx') return state.panel.inks.length > 2 ? [0, 1] : [0];
  return [1];
}

/** The polarity that the registers set, in the terms of the family. */
export const polarityOf = ({ family, state }: Pick<Driven, 'family' | 'state'>): number =>
  family.id === 'ssd16xx' ? register(state, 0x21, 0)[0]! & 0x88 : polarity(state);
