import { type Device, findDevices, readDevice } from '../../devices/index.js';
import { findLayouts, type Layout, readLayout } from '../../renderer/index.js';
import { FileMap } from '../files/file-map.js';

/** All panels and layouts by id: the shipped ones, and those in `DEVICES_DIR` and `LAYOUTS_DIR`. */
export interface Catalogue {
  readonly devices: ReadonlyMap<string, Device>;
  readonly layouts: ReadonlyMap<string, Layout>;
}

/** Folders with more panels and layouts; null: none. */
interface Folders {
  readonly devicesDir: string | null;
  readonly layoutsDir: string | null;
}

/**
 * Lists the files. Each is read and checked on its first lookup, which throws when the file is broken.
 * @throws {DeviceError | LayoutError} for an id that two files share
 */
export function openCatalogue({ devicesDir, layoutsDir }: Folders): Catalogue {
  return {
    devices: new FileMap(findDevices(devicesDir === null ? [] : [devicesDir]), readDevice),
    layouts: new FileMap(findLayouts(layoutsDir === null ? [] : [layoutsDir]), readLayout),
  };
}
