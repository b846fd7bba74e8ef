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

/** All tag types by number; of two panels with the same number, that of the first. */
export function tagTypesOf(devices: Iterable<Device>): ReadonlyMap<number, TagType> {
  const types = new Map(Object.entries(withoutPanel).map(([number, type]) => [Number(number), type]));
  for (const device of devices) {
    const tag = tagDeviceOf(device);
    if (tag && !types.has(tag.hwType)) types.set(tag.hwType, tagTypeOf(tag));
  }
  return types;
}

function tagTypeOf(tag: TagDevice): TagType {
  const { device, encoding } = tag;
  const { model, width, height, features } = device;
  return {
    version: 1,
    name: model,
    width,
    height,
    rotatebuffer: ((360 - encoding.rotation) / 90) % 4,
    bpp: bitsOf(encoding),
    colortable: coloursOf(tag),
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

/** The colours in the order of their codes, with those that no panel of this type shows: clients count colours to find a code. */
function coloursOf({ device, hwType }: TagDevice): TagType['colortable'] {
  const colours = [...tagColours(device), ...(unshown[hwType] ?? [])].sort((a, b) => a.code - b.code);
  return Object.fromEntries(colours.map(({ name, rgb }) => [name, rgb]));
}

/** Colours of published types that their panels do not have, such as the orange of the panels before Spectra 6. */
const unshown: Readonly<Record<number, readonly { code: number; name: string; rgb: readonly number[] }[]>> = {
  0x58: [{ code: 2, name: 'red', rgb: [255, 0, 0] }],
  0x59: [{ code: 3, name: 'gray', rgb: [150, 150, 150] }],
  0xc2: [{ code: 4, name: 'orange', rgb: [255, 128, 0] }],
};

const none = { shortlut: 0, options: [], contentids: [] } as const;
const screen = { white: [255, 255, 255], black: [0, 0, 0], red: [255, 0, 0] } as const;

/**
 * The published types without e-paper: displays of access points, a thermometer, a segmented tag and the mode of configuration
 * (OpenEPaperLink cdd1cfa9, `resources/tagtypes/`). FF is that of a tag that has not said what it is.
 */
const withoutPanel: Readonly<Record<number, TagType>> = {
  0xbe: otherType('ATC MiThermometer BLE', 6, 8, 1, 1, {}),
  0xe0: otherType('TFT 320x172', 320, 172, 0, 16, screen),
  0xe1: otherType('TFT 160x80', 160, 80, 1, 16, screen),
  0xe2: otherType('LILYGO TPANEL 4"', 480, 480, 0, 16, screen),
  0xe5: otherType('TFT 240x320', 320, 172, 0, 16, screen),
  0xf0: otherType('SLT‐EM007 Segmented', 0, 0, 0, 1, {}),
  0xfa: otherType('ConfigMode', 0, 0, 0, 1, {}),
  0xff: otherType('unknown id FF', 0, 0, 0, 0, {}),
};

function otherType(
  name: string,
  width: number,
  height: number,
  rotatebuffer: number,
  bpp: number,
  colortable: TagType['colortable'],
): TagType {
  return { version: 1, name, width, height, rotatebuffer, bpp, colortable, ...none };
}
