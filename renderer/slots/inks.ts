import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import type { LayoutInk } from '../layout/document.js';

export interface ChosenInk {
  /** Index of the panel's ink. */
  readonly ink: number;
  readonly warnings: readonly Warning[];
}

/** What an ink is for: a `fill` may be light, `text` must be readable. */
export type InkUse = 'fill' | 'text';

/** The index of the panel's ink with this name. */
function indexOf(name: string, device: Device): number | undefined {
  const index = device.inks.findIndex((ink) => ink.name === name);
  return index < 0 ? undefined : index;
}

/** The ink that is readable on `backdrop`: black on white and yellow, white on black and red. */
function contrast(backdrop: number, device: Device): number {
  const dark = ['black', 'red'].includes(device.inks[backdrop]!.name);
  return indexOf(dark ? 'white' : 'black', device) ?? (dark ? 0 : 1);
}

/**
 * The index of the ink that a layout names; without a name, of the one readable on `backdrop` (an ink's index). The
 * readable one, with a warning, also replaces an ink that the panel lacks and one that text could not be read in: text on
 * white is never yellow.
 */
export function chooseInk(name: LayoutInk | undefined, use: InkUse, backdrop: number, device: Device): ChosenInk {
  const readable = contrast(backdrop, device);
  if (name === undefined) return { ink: readable, warnings: [] };
  const paper = indexOf('white', device) ?? 0;
  if (name === 'accent') {
    // Text has the accent only on paper, as red on black is hard to read, and is never yellow.
    if (use === 'text' && backdrop !== paper) return { ink: readable, warnings: [] };
    const accent = indexOf('red', device) ?? (use === 'fill' ? indexOf('yellow', device) : undefined);
    const ink = accent ?? indexOf('black', device) ?? 1;
    return { ink: ink === backdrop ? readable : ink, warnings: [] };
  }
  const ink = indexOf(name, device);
  if (ink === undefined)
    return { ink: readable, warnings: [warning(`The panel has no ${name} ink`, readable, device)] };
  const unread = use === 'text' && (ink === backdrop || (name === 'yellow' && backdrop === paper));
  if (!unread) return { ink, warnings: [] };
  const on = device.inks[backdrop]!.name;
  return { ink: readable, warnings: [warning(`Text in ${name} can’t be read on ${on}`, readable, device)] };
}

function warning(reason: string, ink: number, device: Device): Warning {
  const { name } = device.inks[ink]!;
  return { code: 'INK_UNAVAILABLE', field: 'layout', message: `${reason}; ${name} is used instead`, shown: name };
}
