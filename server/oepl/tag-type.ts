import type { Device, Encoding } from '../../devices/index.js';

/** A kind of tag, as a file `tagtypes/XX.json` describes it; XX is the number of its hardware. */
export interface TagType {
  readonly version: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Counter-clockwise quarter turns of the picture before it is sent. */
  readonly rotatebuffer: number;
  /** 1: one plane; 2: planes for black and for the colour; 3, 4: bits per pixel; 5: 2 bits per pixel. */
  readonly bpp: number;
  /** RGB by colour, in the order of the codes. */
  readonly colortable: Readonly<Record<string, readonly number[]>>;
  readonly shortlut: number;
  readonly options: readonly string[];
  readonly contentids: readonly number[];
}

/** A panel of a tag that OpenEPaperLink supports. */
export interface TagDevice {
  readonly device: Device;
  /** The number of the hardware. */
  readonly hwType: number;
  /** The format of the bytes that the access point sends. */
  readonly encoding: Encoding;
}

/** The contents that a client may set: a static picture, an uploaded one, one from Home Assistant. */
export const pictureModes = [22, 24, 25] as const;

/** The panel as that of a tag; null: OpenEPaperLink does not support it. */
export function tagDeviceOf(device: Device | undefined): TagDevice | null {
  const encoding = device?.encodings.find(({ id }) => id === 'oepl');
  if (!device || !encoding || typeof device.oepl_type !== 'number') return null;
  return { device, hwType: device.oepl_type, encoding };
}

/** The tag types of all panels by number; the first of two with the same number. */
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

/** With two planes, a colour's code has two bits: the first plane has the lower one. */
function coloursOf({ inks }: Device, { planes }: Encoding): TagType['colortable'] {
  const code = (name: string) => planes.reduceRight((sum, { codes }) => sum * 2 + codes[name]!, 0);
  const sorted = [...inks].sort((a, b) => code(a.name) - code(b.name));
  return Object.fromEntries(sorted.map(({ name, device }) => [name, [...Buffer.from(device.slice(1), 'hex')]]));
}
