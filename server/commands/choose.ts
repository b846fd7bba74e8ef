import type { Device } from '../../devices/index.js';
import { type Layout, readLayout, refusalOf, suggestion } from '../../renderer/index.js';
import { readFolders } from '../config.js';
import { type Catalogue, openCatalogue } from '../fields/catalogue.js';
import { CommandError, type Io, usage } from './io.js';

/** The panels and layouts of the user's environment. */
export function catalogueOf({ env }: Io): Catalogue {
  return openCatalogue(readFolders(env));
}

/** The panel of `--device`. @throws {CommandError} for an unknown id */
export function deviceNamed(id: string, { devices }: Catalogue): Device {
  const device = devices.get(id);
  if (!device) throw unknown('device', id, devices.keys());
  return device;
}

/** The panel of `--device`, to be emulated. @throws {CommandError} for an unknown id, or where no source states its wiring */
export function emulatedDevice(id: string, catalogue: Catalogue): Device {
  const device = deviceNamed(id, catalogue);
  const refusal = refusalOf(device, catalogue.devices.values());
  if (refusal !== null) throw usage(refusal);
  return device;
}

/** Whether `--layout` is a file: it contains a slash or ends in .json. */
export function isLayoutFile(given: string): boolean {
  return /\/|\.json$/.test(given);
}

/**
 * The layout of `--layout`, an id or a file.
 * @throws {CommandError} for an unknown id; {LayoutError} for an invalid file
 */
export function layoutNamed(given: string, { layouts }: Catalogue): Layout {
  if (isLayoutFile(given)) return readLayout(given);
  const layout = layouts.get(given);
  if (!layout) throw unknown('layout', given, layouts.keys());
  return layout;
}

function unknown(what: 'device' | 'layout', given: string, known: Iterable<string>): CommandError {
  const received = `${JSON.stringify(given)}${suggestion(given, known)}`;
  return usage(`Expected one of \`esl-sim ${what}s\` for --${what} but received ${received}`);
}
