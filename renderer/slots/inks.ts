import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import type { LayoutInk } from '../layout/document.js';
import { isReadable, isDark, replacements, roles, type InkMix, type InkRole } from './ink-table.js';

export interface ChosenInk {
  /** Index of the panel's ink. */
  readonly ink: number;
  /** Index of the ink that takes every second pixel of a fill. */
  readonly mixed?: number;
  readonly warnings: readonly Warning[];
}

/** What an ink is for: a `fill` may be light, a `line` must be seen on paper, `text` must be readable. */
export type InkUse = 'fill' | 'line' | 'text';

/** The index of the panel's ink with this name. */
function indexOf(name: string, device: Device): number | undefined {
  const index = device.inks.findIndex((ink) => ink.name === name);
  return index < 0 ? undefined : index;
}

/** The ink that is readable on `backdrop`: white on dark inks, black on others. */
function contrast(backdrop: number, device: Device): number {
  const dark = isDark(device.inks[backdrop]!.name);
  return indexOf(dark ? 'white' : 'black', device) ?? (dark ? 0 : 1);
}

/**
 * The index of the ink that a layout names; without a name, of the one readable on `backdrop` (an ink's index). Another
 * ink, with a warning, replaces one that the panel lacks (see `replacements`) and one that text could not be read in.
 */
export function chooseInk(name: LayoutInk | undefined, use: InkUse, backdrop: number, device: Device): ChosenInk {
  const readable = contrast(backdrop, device);
  if (name === undefined) return { ink: readable, warnings: [] };
  const role = roles[name];
  if (role) return inRole(role, use, backdrop, device);
  const ink = indexOf(name, device);
  if (ink === undefined) {
    const other = firstOf(replacements[name]?.[use] ?? [], device);
    const isSeen = other && (use === 'fill' || other.ink !== backdrop) && isVisible(other.ink, use, backdrop, device);
    const shown = isSeen ? other : { ink: readable };
    return { ...shown, warnings: [warning(`The panel has no ${name} ink`, shown, device)] };
  }
  const on = device.inks[backdrop]!.name;
  if (use !== 'text' || isReadable(name, on)) return { ink, warnings: [] };
  return { ink: readable, warnings: [warning(`Text in ${name} can’t be read on ${on}`, { ink: readable }, device)] };
}

/** The ink of a role, which is without a warning. Text has it only on paper, and on other grounds the readable one. */
function inRole(role: InkRole, use: InkUse, backdrop: number, device: Device): ChosenInk {
  const readable: ChosenInk = { ink: contrast(backdrop, device), warnings: [] };
  if (use === 'text' && backdrop !== (indexOf('white', device) ?? 0)) return readable;
  const lacks = role.requires?.some((name) => indexOf(name, device) === undefined);
  const found = firstOf(lacks ? ['black'] : role[use], device);
  if (!found || !isVisible(found.ink, use, backdrop, device)) return readable;
  return found.ink === backdrop && found.mixed === undefined ? readable : { ...found, warnings: [] };
}

function isVisible(ink: number, use: InkUse, backdrop: number, { inks }: Device): boolean {
  return use !== 'text' || isReadable(inks[ink]!.name, inks[backdrop]!.name);
}

/** The first of these inks, or mixes of two, that the panel has. */
function firstOf(mixes: readonly InkMix[], device: Device): Omit<ChosenInk, 'warnings'> | undefined {
  for (const mix of mixes) {
    const names = typeof mix === 'string' ? [mix] : mix;
    const [ink, mixed] = names.map((name) => indexOf(name, device));
    if (ink === undefined || (names.length > 1 && mixed === undefined)) continue;
    return { ink, ...(mixed !== undefined && { mixed }) };
  }
  return undefined;
}

function warning(reason: string, { ink, mixed }: Omit<ChosenInk, 'warnings'>, device: Device): Warning {
  const shown = [ink, ...(mixed === undefined ? [] : [mixed])].map((each) => device.inks[each]!.name).join(' and ');
  const message = `${reason}; ${shown} ${mixed === undefined ? 'is' : 'are'} used instead`;
  return { code: 'INK_UNAVAILABLE', field: 'layout', message, shown };
}
