import { type Device, deviceSchema, type FromSchema } from '../../devices/index.js';
import type { Immutable } from '../../renderer/index.js';

const words = { type: 'string', minLength: 1, maxLength: 64 } as const;
const ink = deviceSchema.properties.inks.items.properties.name.enum.join('|');

/** What panels are searched by. All that is given must fit. */
export const deviceSearchSchema = {
  $id: 'DeviceSearch',
  type: 'object',
  properties: {
    vendor: { ...words, description: 'A part of the name of the vendor, in any case.', examples: ['waveshare'] },
    size: {
      type: 'string',
      pattern: '^[1-9][0-9]{1,3}[x×][1-9][0-9]{1,3}$',
      description: 'Pixels across and down, as the label hangs.',
      examples: ['296x128'],
    },
    inks: {
      type: 'string',
      pattern: `^(${ink})(,(${ink}))*$`,
      description: 'Inks that the panel has, beside others.',
      examples: ['red,yellow'],
    },
    colors: {
      type: 'integer',
      minimum: 2,
      maximum: 16,
      description: 'The number of its inks, the paper included.',
      examples: [3],
    },
    controller: { ...words, description: 'A part of the name of the controller, in any case.', examples: ['SSD1680'] },
  },
  additionalProperties: false,
} as const;

export type DeviceSearch = Immutable<FromSchema<typeof deviceSearchSchema>>;

/** The panels that fit, in the order of `devices`. */
export function searchDevices(devices: Iterable<Device>, search: DeviceSearch): readonly Device[] {
  const { vendor, size, inks, colors, controller } = search;
  const wanted = inks?.split(',') ?? [];
  return [...devices].filter(
    (device) =>
      holds(device.vendor, vendor) &&
      holds(device.controller ?? '', controller) &&
      (size === undefined || size.replace('×', 'x') === `${device.width}x${device.height}`) &&
      (colors === undefined || device.inks.length === colors) &&
      wanted.every((name) => device.inks.some((one) => one.name === name)),
  );
}

function holds(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}
