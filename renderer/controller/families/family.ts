import type { InkName } from '../../../devices/index.js';
import type { ReportDiagnostic } from './diagnostics.js';
import type { Cursor, Ram } from './ram.js';

export type FamilyId = 'ssd16xx' | 'uc81xx' | 'four-ink' | 'six-ink';

/** A controller chip, as far as it differs from others of its family. */
export interface Chip {
  readonly id: string;
  readonly family: FamilyId;
  /** Pixels and rows of the memory. Absent: no source states them, and the memory is as large as the panel. */
  readonly width?: number;
  readonly height?: number;
  /** Bits per pixel of each plane, where they differ from the family's. */
  readonly bits?: readonly number[];
  /** The code of each ink, for chips whose planes hold codes. */
  readonly codes?: Partial<Readonly<Record<InkName, number>>>;
  /** Two of these chips drive a panel, each its half of the columns and of the data, whatever 0x61 says. */
  readonly chips?: 2;
  /** The chip copies the new picture over the old one after a refresh; `n2ocp`: if a bit of 0x50 is set. Absent: unknown. */
  readonly copiesOld?: boolean | 'n2ocp';
}

export type UpdateKind = 'full' | 'partial' | 'window';

/** Pixels of the memory that a refresh drives. */
export interface RamArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A chip at work. Commands change it. */
export interface ChipState {
  readonly chip: Chip;
  readonly panel: { readonly width: number; readonly height: number; readonly inks: readonly InkName[] };
  readonly ram: readonly Ram[];
  /** The parameters of each command since the last reset. */
  readonly registers: Map<number, Uint8Array>;
  readonly cursor: Cursor;
  /** A waveform was loaded that no refresh has used. */
  newWaveform: boolean;
  /** The memory was written since the last refresh; and then an update ran that showed nothing. */
  dirty: boolean;
  unshown: boolean;
  powered: boolean;
  asleep: boolean;
  /** The partial mode of UC81xx: data and refreshes are limited to the window. */
  partial: RamArea | null;
  /** Refreshes the glass. `null`: all of it. */
  refresh(kind: UpdateKind, area: RamArea | null): void;
  /** Starts the time in which the chip takes no commands. */
  busy(us: number): void;
  report: ReportDiagnostic;
}

export interface Command {
  readonly name: string;
  /** The plane that the data goes to. */
  readonly plane?: number;
  /** Bytes before the picture, and what they do. */
  readonly header?: number;
  readonly begin?: (state: ChipState, header: Uint8Array) => void;
  /** Runs at the command byte. */
  readonly start?: (state: ChipState) => void;
  /** Runs when the next command, an edge of reset or a wait ends the parameters. */
  readonly apply?: (state: ChipState, parameters: Uint8Array) => void;
  /** What the chip answers when its host reads. */
  readonly read?: (state: ChipState) => readonly number[];
  /** Allowed while the chip is busy. */
  readonly whileBusy?: boolean;
}

/** What the chips of a family have in common. */
export interface Family {
  readonly id: FamilyId;
  readonly name: string;
  readonly planes: readonly string[];
  readonly bits: readonly number[];
  /** The level of BUSY while the chip works. */
  readonly busyLevel: 0 | 1;
  readonly wraps: boolean;
  readonly commands: Readonly<Record<number, Command>>;
  /** Commands that no other family has: they show that a driver was written for this one. */
  readonly signature: readonly number[];
  /** Sets the registers as after a reset. */
  readonly reset: (state: ChipState) => void;
  /** The ink of each combination of RAM codes: plane 0 in the low bits. */
  readonly inkTable: (state: ChipState, greys: readonly number[]) => Uint8Array;
  /** How the glass is scanned. */
  readonly flips: (state: ChipState) => { readonly x: boolean; readonly y: boolean };
}

/** The first bytes of a register, or its default. */
export function register(state: ChipState, command: number, ...defaults: number[]): Uint8Array {
  const set = state.registers.get(command);
  return set && set.length > 0 ? set : Uint8Array.from(defaults);
}

export const waveformLoaded = (state: ChipState): void => {
  // Bit 5 of the panel setting of UC81xx selects the loaded waveform.
  state.newWaveform = state.chip.family === 'ssd16xx' || !(register(state, 0x00, 0)[0]! & 0x20);
};

/** A register that only takes effect elsewhere, or not at all. */
export const setting = (name: string): Command => ({ name });
