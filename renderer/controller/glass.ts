import { type Area, type ChipState, type Family, register, type RefreshKind } from './family.js';
import { drivesOnlyChanges, greysOf, loadedPhases } from './lookup-table.js';
import type { OldPicture } from './old-picture.js';
import { codesOf, type Part, visibleArea } from './picture.js';
import { isRed, polarity } from './uc81xx.js';

/** A chip and its part of the glass. */
export interface Driven {
  readonly family: Family;
  readonly state: ChipState;
  readonly part: Part;
  readonly oldPicture: OldPicture | null;
}

export interface Shown {
  readonly differential: boolean;
  /** Pixels that kept another ink than the new picture has, in the way that fits best. */
  readonly ghosts: number;
  /** Pixels outside the chip's window that changed. */
  readonly beyondWindow: number;
}

/** The pixels of the panel, in the order of the memory, before the placement. */
export interface Glass {
  readonly meant: Uint8Array;
  /** The glass as driven, in the way that fits best. null: equal to `meant`. */
  driven(): Uint8Array | null;
  show(chip: Driven, kind: RefreshKind, area: Area | null, ramX: number, greys: readonly number[]): Shown;
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
  const levels = loaded ?? (state.chip.family === 'ssd16xx' ? [3, 2, 1, 0] : [0, 1, 2, 3]);
  return { greys: levels.map((level) => Math.max(state.panel.inks.indexOf(namedGreys[level]!), 0)), assumed: !loaded };
}

export function createGlass(width: number, height: number): Glass {
  const meant = new Uint8Array(width * height);
  const ways = { stays: new Uint8Array(meant.length), moves: new Uint8Array(meant.length) };
  let best: Uint8Array = meant;

  /** Drives the pixels of an area in one way of treating the old picture. Returns the ghosts. */
  function drive(way: Uint8Array, inks: Uint8Array, old: Uint8Array | null, { part }: Driven, area: Area): number {
    let ghosts = 0;
    each(part, width, area, (at, pixel) => {
      if (!old || old[at] !== inks[at]) way[pixel] = inks[at]!;
      if (way[pixel] !== meant[pixel]) ghosts++;
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
      const differential = isDifferential(chip, kind);
      if (!oldPicture) return { differential, ghosts: 0, beyondWindow };
      const decided = oldPicture.decided(state);
      const other = codesOf({ ram: oldPicture.planes() }, part, ramX, flip);
      const ghosts = (['stays', 'moves'] as const).map((name) => {
        const used = name === 'stays' ? codes : other;
        const old = differential ? newInks(used, table, family) : null;
        return drive(ways[name], used.map((code) => table[code]!), old, chip, seen);
      });
      const choice = decided ?? (ghosts[0]! <= ghosts[1]! ? 'stays' : 'moves');
      best = ways[choice];
      oldPicture.afterRefresh(kind !== 'full' && differential);
      return { differential, ghosts: ghosts[choice === 'stays' ? 0 : 1]!, beyondWindow };
    },
  };

  function changesBeyond({ state, part }: Driven, ramX: number, codes: Uint8Array, table: Uint8Array, seen: Area) {
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
  part: Part,
  width: number,
  { x, y, width: across, height: down }: Area,
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

/** Whether a refresh drives changed pixels only. The loaded waveform says so, or the mode. */
function isDifferential({ state, oldPicture }: Driven, kind: RefreshKind): boolean {
  if (!oldPicture || kind === 'full') {
    if (!oldPicture || state.chip.family === 'ssd16xx') return false;
  }
  if (state.chip.family === 'ssd16xx') return (register(state, 0x21, 0)[0]! & 0x40) === 0 && (drivesOnlyChanges(state) ?? true);
  const loaded = register(state, 0x00, 0)[0]! & 0x20 ? drivesOnlyChanges(state) : null;
  return loaded ?? kind !== 'full';
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
