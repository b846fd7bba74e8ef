import { join } from 'node:path';
import { plainRenderer } from '../rulers/renderers.js';
import { type Device, loadDevices } from '../../../devices/index.js';
import { encodePng, loadLayouts } from '../../../renderer/index.js';
import { productContent } from '../labels/products.js';

export const devicePictureFolder = join('devices', 'pictures');

/** One label on each of the given profiles, in the colours as people see them: PNGs by the id of the profile. */
export async function devicePictures(
  devices: readonly Device[] = [...loadDevices().values()],
): Promise<ReadonlyMap<string, Uint8Array>> {
  // Without fonts that another machine may lack.
  const renderer = await plainRenderer();
  const layout = loadLayouts().get('promotion')!;
  return new Map(
    devices.map((device) => {
      const { frame } = renderer.render(productContent('en-US', layout, device), layout, device);
      return [device.id, encodePng(frame, device, { view: 'panel' })];
    }),
  );
}
