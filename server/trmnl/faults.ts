import type { TrmnlModel } from './models.js';

/** A picture that a server sent: its header, and how light its pixels are, 0 to 255. */
export interface ReceivedPng {
  /** The bits of a pixel in its header, of all channels. */
  readonly bits: number;
  readonly light: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A mistake of a server that a device shows without a word. */
export interface PictureFault {
  readonly code: 'WRONG_DEPTH' | 'DITHERED_TWICE';
  readonly message: string;
}

/** From this difference on, two pixels are black and white. */
const contrast = 160;
/** Greys that are neither. */
const [darkest, lightest] = [40, 215];
/** Shares of the pixels: dots of a grain in black and white, and greys between them. */
const least = { dots: 0.005, greys: 0.02 } as const;

/** The faults that users report most. */
export function faultsOf(png: ReceivedPng, model: TrmnlModel): readonly PictureFault[] {
  const faults: PictureFault[] = [];
  if (png.bits > model.bits && model.grey) {
    const shown = 2 ** Math.min(model.bits, 4);
    faults.push({
      code: 'WRONG_DEPTH',
      message: `The picture has ${png.bits} bits a pixel, and ${model.name} takes ${model.bits}: the device cuts them to ${shown} greys without dithering`,
    });
  }
  const { dots, greys } = grainOf(png);
  if (dots > least.dots && greys > least.greys)
    faults.push({
      code: 'DITHERED_TWICE',
      message: `${percent(dots)} of the picture are single dots of black in white or white in black, and ${percent(greys)} are greys: it was dithered to two colours, then scaled or dithered again`,
    });
  return faults;
}

/** The shares of pixels that differ from all four neighbours as black from white, and of greys. */
function grainOf({ light, width, height }: ReceivedPng): { readonly dots: number; readonly greys: number } {
  let [dots, greys] = [0, 0];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const value = light[i]!;
      if (value > darkest && value < lightest) greys++;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
      const around = [light[i - 1]!, light[i + 1]!, light[i - width]!, light[i + width]!];
      if (around.every((other) => value - other >= contrast) || around.every((other) => other - value >= contrast))
        dots++;
    }
  const pixels = width * height;
  return { dots: dots / pixels, greys: greys / pixels };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
