import { join } from 'node:path';
import { loadDevices } from '../../../devices/index.js';
import { createRenderer, encodePng, loadLayouts } from '../../../renderer/index.js';
import { productContent } from '../labels/products.js';

/** Where the pictures of the profiles are, a PNG each, named by its id. */
export const devicePictureFolder = join('devices', 'pictures');

/** One label on every shipped profile, in the colours as people see them: PNGs by the id of the profile. */
export async function devicePictures(): Promise<ReadonlyMap<string, Uint8Array>> {
  // Without fonts that may be missing on another machine.
  const renderer = await createRenderer({ optionalFonts: false });
  const layout = loadLayouts().get('promotion')!;
  return new Map(
    [...loadDevices()].map(([id, device]) => {
      const { frame } = renderer.render(productContent('en-US', layout, device), layout, device);
      return [id, encodePng(frame, device, { view: 'panel' })];
    }),
  );
}
