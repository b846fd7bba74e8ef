import type { Device, Encoding } from '../../devices/index.js';

/** What an access point knows of a kind of tag: a file `tagtypes/XX.json`, named after the number of its hardware. */
export interface TagType {
  readonly version: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Quarter turns counter-clockwise, by which the picture is turned before it is sent. */
  readonly rotatebuffer: number;
  /** 1: a plane; 2: one for black and one for the colour; 3, 4: so many bits a pixel; 5: 2 bits a pixel. */
  readonly bpp: number;
  /** Red, green and blue of each colour, in the order of their codes. */
  readonly colortable: Readonly<Record<string, readonly number[]>>;
  readonly shortlut: number;
  readonly options: readonly string[];
  readonly contentids: readonly number[];
}

/** A panel that OpenEPaperLink's tags have. */
export interface TagDevice {
  readonly device: Device;
  /** The number of the hardware. */
  readonly hwType: number;
  /** What the access point sends to it. */
  readonly encoding: Encoding;
}

/** The contents that a client may set: a static picture, one that was uploaded, one of Home Assistant's. */
export const pictureModes = [22, 24, 25] as const;

/** The panel as one of a tag; null when it has no such hardware. */
export function tagDeviceOf(device: Device | undefined): TagDevice | null {
  const encoding = device?.encodings.find(({ id }) => id === 'oepl');
  if (!device || !encoding || typeof device.oepl_type !== 'number') return null;
  return { device, hwType: device.oepl_type, encoding };
}

/** The tag types of all panels, by number. Of two with one number, the first counts. */
export function tagTypesOf(devices: Iterable<Device>): ReadonlyMap<number, TagType> {
  const types = new Map<number, TagType>();
  for (const device of devices) {
    const tag = tagDeviceOf(device);
    if (tag && !types.has(tag.hwType)) types.set(tag.hwType, tagTypeOf(tag));
  }
  return types;
}

function tagTypeOf({ device, encoding }: TagDevice): TagType {
  const { model, width, height, features } = device;
  return {
    version: 1,
    name: model,
    width,
    height,
    rotatebuffer: ((360 - encoding.rotation) / 90) % 4,
    bpp: bitsOf(encoding),
    colortable: coloursOf(device, encoding),
    shortlut: 0,
    options: features.filter((feature) => feature === 'button' || feature === 'led'),
    contentids: pictureModes,
  };
}

function bitsOf({ planes }: Encoding): number {
  if (planes.length > 1) return 2;
  const bits = planes[0]!.bits_per_pixel;
  return bits === 2 ? 5 : bits;
}

/** The first plane of several has the code 1 for black, the second for the other colour: codes are numbers of two bits. */
function coloursOf({ inks }: Device, { planes }: Encoding): TagType['colortable'] {
  const code = (name: string) => planes.reduceRight((sum, { codes }) => sum * 2 + codes[name]!, 0);
  const sorted = [...inks].sort((a, b) => code(a.name) - code(b.name));
  return Object.fromEntries(sorted.map(({ name, device }) => [name, [...Buffer.from(device.slice(1), 'hex')]]));
}
