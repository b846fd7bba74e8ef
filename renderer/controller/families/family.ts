import type { InkName } from '../../../devices/index.js';
import type { ReportDiagnostic } from './diagnostics.js';
import type { Cursor, Ram } from './ram.js';

export type FamilyId = 'ssd16xx' | 'uc81xx' | 'four-ink' | 'six-ink';

export type InkCodes = Partial<Readonly<Record<InkName, number>>>;

/** A controller chip, as far as it differs from others of its family. */
export interface Chip {
  readonly id: string;
  readonly family: FamilyId;
  /** Pixels and rows of the memory. Absent: no source states them, and the memory is as large as the panel. */
  readonly width?: number;
  readonly height?: number;
  /** Bits per pixel of each plane, where they differ from the family's. */
  readonly bits?: readonly number[];
  /** Bit 4 of 0x00 of UC81xx does not select black and white. */
  readonly hasNoModes?: true;
  /** The code of each ink, for chips whose planes hold codes. */
  readonly codes?: InkCodes;
  /** Two of these chips drive a panel, each its half of the columns and of the data, whatever 0x61 says. */
  readonly chips?: 2;
  /** The chip copies the new picture over the old one after a refresh; `n2ocp`: if a bit of 0x50 is set. Absent: unknown. */
  readonly copiesOld?: boolean | 'n2ocp';
}

export type UpdateKind = 'full' | 'partial' | 'window';

/** `assumed`: the seconds of the refresh are assumed, and it may have ended. */
export type Busyness = 'idle' | 'busy' | 'assumed';

/** Pixels of the memory that a refresh drives. */
export interface RamArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Part of the glass that one chip drives. Columns are those of the memory side by side, before the placement. */
export interface GlassPart {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** The chip counts its columns from the other side. */
  readonly mirrored: boolean;
}

/** Where a chip is, and what it does beyond its memory. */
export interface ChipWires {
  readonly chip: Chip;
  readonly family: Family;
  readonly part: GlassPart;
  readonly inks: readonly InkName[];
  /** The pin that selects it. */
  readonly line: number;
  readonly report: ReportDiagnostic;
  /** Called before data goes to the memory. */
  readonly onData: (state: ChipState) => void;
  /** Refreshes the glass. `null`: all of it. */
  readonly refresh: (kind: UpdateKind, area: RamArea | null) => void;
  /** Starts the time in which the chip takes no commands. */
  readonly busy: (us: number) => void;
  readonly busyness: () => Busyness;
}

/** A chip at work. Commands change it. */
export interface ChipState extends ChipWires {
  readonly ram: readonly Ram[];
  /**
   * The memory if the old picture moves after a refresh: SSD16xx exchange both planes, UC81xx copy the new one over the old
   * one. Whether they do is often in the OTP, which no driver reads, so both ways are followed. null: there is no old picture.
   */
  readonly moved: Ram[] | null;
  /** The parameters of each command since the last reset. */
  readonly registers: Map<number, Uint8Array>;
  readonly cursor: Cursor;
  /** The command whose parameters or data come. */
  current: CurrentCommand | null;
  /** Commands that the family does not have. */
  readonly foreign: Set<number>;
  /** A waveform was loaded that no refresh has used. */
  newWaveform: boolean;
  /** A waveform was loaded from OTP since the chip was switched on. */
  waveformKnown: boolean;
  /** The memory was written since the last refresh; and then an update ran that showed nothing. */
  dirty: boolean;
  unshown: boolean;
  powered: boolean;
  asleep: boolean;
  /** The partial mode of UC81xx: data and refreshes are limited to the window. */
  partial: RamArea | null;
}

/** What a command does, beyond keeping its parameters as a register. */
export interface Command {
  /** The plane that the data goes to. */
  readonly plane?: number;
  /** Parameters before the data of the plane. */
  readonly header?: number;
  /** Runs at the command byte. */
  readonly start?: (state: ChipState) => void;
  /** Runs when the parameters are complete: at the next command, a wait or an edge of reset, or before the data. */
  readonly apply?: (state: ChipState, parameters: Uint8Array) => void;
  /** What the chip answers when its host reads; zeros follow. */
  readonly read?: (state: ChipState) => readonly number[];
  /** Allowed while the chip is busy. */
  readonly whileBusy?: boolean;
}

/** A command whose parameters or data come. */
export interface CurrentCommand {
  readonly byte: number;
  /** Undefined: it is ignored. */
  readonly command: Command | undefined;
  readonly parameters: number[];
  /** Parameters that were applied. */
  applied: number;
  /** Bytes of data, and bytes that the host has read. */
  written: number;
  read: number;
}

export type Commands = Readonly<Record<number, Command>>;

/** What the chips of a family have in common. */
export interface Family {
  readonly id: FamilyId;
  readonly name: string;
  readonly planes: readonly number[];
  readonly bits: readonly number[];
  /** The level of BUSY while the chip works. */
  readonly busyLevel: 0 | 1;
  readonly wraps: boolean;
  /** The command for deep sleep. */
  readonly sleep: number;
  readonly commands: Commands;
  /** Sets the registers as after a reset. */
  readonly reset: (state: ChipState) => void;
  /** The ink of each combination of RAM codes: plane 0 in the low bits. `noInk`: none has the code. */
  readonly inkTable: (state: ChipState, greys: readonly number[]) => Uint8Array;
  /**
   * Whether the rows are scanned from the last to the first. Absent: never. UD and SHL of 0x00 of UC81xx are not modelled: how
   * they turn a picture depends on the panel's wiring, which no source states.
   */
  readonly isUpsideDown?: (state: ChipState) => boolean;
}

/** The first bytes of a register, or its default. */
export function register(state: ChipState, command: number, ...defaults: number[]): Uint8Array {
  const set = state.registers.get(command);
  return set && set.length > 0 ? set : Uint8Array.from(defaults);
}

/** The first byte of a register. */
export const firstOf = (state: ChipState, command: number, byDefault = 0): number =>
  state.registers.get(command)?.[0] ?? byDefault;

export const waveformLoaded = (state: ChipState): void => {
  // Bit 5 of the panel setting of UC81xx selects the loaded waveform.
  state.newWaveform = state.chip.family === 'ssd16xx' || !(firstOf(state, 0x00) & 0x20);
};

/** Registers that other commands read, or that only change how pixels are driven. */
export const settings = (...commands: readonly number[]): Commands =>
  Object.fromEntries(commands.map((command) => [command, {}]));

/** In a table of inks: no source states the code. It is shown as paper. */
export const noInk = 255;

export function inkOfCode(inks: readonly InkName[], codes: InkCodes, code: number): number {
  const ink = inks.findIndex((name) => codes[name] === code);
  return ink < 0 ? noInk : ink;
}
