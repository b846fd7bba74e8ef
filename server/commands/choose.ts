import type { Device } from '../../devices/index.js';
import { checkLayout, defaultBinding, type Layout, readLayout, suggestion } from '../../renderer/index.js';
import type { Shelf } from '../fields/content.js';
import { CommandError, exitCodes } from './io.js';

/** The panel of an id. `written`: it was not typed, but stands in data. @throws {CommandError} when there is none */
export function deviceNamed(id: unknown, { devices }: Shelf, written = false): Device {
  const device = typeof id === 'string' ? devices.get(id) : undefined;
  if (!device) throw unknown('device', id, devices.keys(), written);
  return device;
}

/**
 * The layout of an id, or of a file: one with a slash or .json in its name. Data may have a whole document.
 * @throws {CommandError} when there is none; {LayoutError} when it is wrong.
 */
export function layoutNamed(given: unknown = defaultBinding.layout, { layouts }: Shelf, written = false): Layout {
  if (written && typeof given === 'object' && given !== null) return inline(given);
  if (!written && typeof given === 'string' && /\/|\.json$/.test(given)) return readLayout(given);
  const layout = typeof given === 'string' ? layouts.get(given) : undefined;
  if (!layout) throw unknown('layout', given, layouts.keys(), written);
  return layout;
}

function inline(document: object): Layout {
  const checked = checkLayout(document, 'inline');
  if ('layout' in checked) return checked.layout;
  const lines = checked.problems.map(({ message }) => `layout: ${message}`);
  throw new CommandError(exitCodes.invalid, lines.join('\n'));
}

function unknown(what: 'device' | 'layout', given: unknown, known: Iterable<string>, written: boolean): CommandError {
  const guess = typeof given === 'string' ? suggestion(given, known) : '';
  const field = written ? what : `--${what}`;
  const message = `Expected one of \`esl-sim ${what}s\` for ${field} but received ${JSON.stringify(given)}${guess}`;
  return new CommandError(written ? exitCodes.invalid : exitCodes.usage, message);
}
