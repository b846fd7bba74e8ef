import { type Device, findDevices, readDevice } from '../../devices/index.js';
import { findLayouts, type Layout, readLayout } from '../../renderer/index.js';
import { FileMap } from '../files/file-map.js';

/** The panels and layouts that there are: the shipped ones, and those of `DEVICES_DIR` and `LAYOUTS_DIR`. */
export interface Catalogue {
  readonly devices: ReadonlyMap<string, Device>;
  readonly layouts: ReadonlyMap<string, Layout>;
}

/** Where further panels and layouts are; null: nowhere. */
interface Folders {
  readonly devicesDir: string | null;
  readonly layoutsDir: string | null;
}

/**
 * Finds the files. Each is read and checked when it is first asked for, and a broken one throws then.
 * @throws {DeviceError | LayoutError} for an id that comes twice.
 */
export function openCatalogue({ devicesDir, layoutsDir }: Folders): Catalogue {
  return {
    devices: new FileMap(findDevices(devicesDir === null ? [] : [devicesDir]), readDevice),
    layouts: new FileMap(findLayouts(layoutsDir === null ? [] : [layoutsDir]), readLayout),
  };
}
