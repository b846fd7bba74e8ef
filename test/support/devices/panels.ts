import { type Device, findDevices, readDevice } from '../../../devices/index.js';

/**
 * The panels on which tests pin layouts: labels and bare panels of two to four inks, square, wide and large. Every shipped
 * profile draws by the same rules, so what loops over panels loops over these.
 */
const ids = [
  'gicisky-2.9-bwry',
  'gooddisplay-gdey0213b74',
  'pricer-smarttag-hd-s-red',
  'solum-m2-2.9-bwr',
  'solum-m3-1.6-bwr',
  'solum-m3-2.9-bwr',
  'solum-m3-4.3-bwr',
  'waveshare-4.2-b',
  'waveshare-7.5-b-v2',
];

const paths = findDevices();

export const panels: readonly Device[] = ids.map((id) => readDevice(paths.get(id)!));

/** {@link panels} by id. */
export function loadPanels(): ReadonlyMap<string, Device> {
  return new Map(panels.map((panel) => [panel.id, panel]));
}
