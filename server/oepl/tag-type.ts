import type { Device, Encoding } from '../../devices/index.js';
import { tagColours } from '../../renderer/index.js';

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

/** The codes of the contents that a client may set. */
export const contents = { template: 19, static: 22, uploaded: 24, homeAssistant: 25 } as const;

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
    colortable: coloursOf(device),
    shortlut: 0,
    options: features.filter((feature) => feature === 'button' || feature === 'led'),
    contentids: Object.values(contents),
  };
}

function bitsOf({ planes }: Encoding): number {
  if (planes.length > 1) return 2;
  const bits = planes[0]!.bits_per_pixel;
  return bits === 2 ? 5 : bits;
}

/** The colours in the order of their codes, and those that clients find in the published type but no panel shows. */
function coloursOf(device: Device): TagType['colortable'] {
  const colours = tagColours(device);
  const codes = colours.map(({ code, name, rgb }) => ({ code, name, rgb }));
  // Clients count the colours to find a code.
  const missing = colours.at(-1)!.code >= colours.length ? unshown : [];
  return Object.fromEntries([...codes, ...missing].sort((a, b) => a.code - b.code).map(({ name, rgb }) => [name, rgb]));
}

/** The codes of Spectra 6 leave out that of the orange of earlier panels. */
const unshown = [{ code: 4, name: 'orange', rgb: [255, 128, 0] }] as const;
