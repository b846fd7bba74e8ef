import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plainRenderer } from '../rulers/renderers.js';
import type { Device } from '../../../devices/index.js';
import { loadPanels as loadDevices } from '../devices/panels.js';
import { createRenderer, encodePng, loadLayouts, pixelHash, unpack } from '../../../renderer/index.js';
import { cases, contentOf } from './cases.js';
import { sheetsFolder } from '../sheets/sheets.js';

/** A golden case: the folder `test/golden/<device>/<case>/`, for people to look at. */
export interface Golden {
  readonly folder: string;
  readonly device: Device;
  readonly facts: { readonly content: object; readonly sha256: string; readonly warnings: readonly object[] };
  readonly pixels: Uint8Array;
  readonly png: Buffer;
}

export async function renderGoldens(): Promise<Golden[]> {
  // Without fonts that another machine may lack.
  const renderer = await plainRenderer();
  const layout = loadLayouts().get('standard')!;
  return [...loadDevices().values()].flatMap((device) =>
    Object.entries(cases).map(([name, example]) => {
      const content = contentOf(example, device);
      const { frame, warnings } = renderer.render(content, layout, device);
      return {
        folder: join('test', 'golden', device.id, name),
        device,
        facts: { content, sha256: pixelHash(frame), warnings },
        pixels: unpack(frame),
        png: encodePng(frame, device),
      };
    }),
  );
}

export function goldenFolders(): string[] {
  const root = join('test', 'golden');
  const devices = readdirSync(root).filter((name) => join(root, name) !== sheetsFolder);
  return devices.flatMap((device) => readdirSync(join(root, device)).map((name) => join(root, device, name)));
}

interface ReadmePicture {
  readonly path: string;
  readonly draw: () => Promise<Buffer>;
}

/** A label of the README, twice as large. */
function readmePicture(name: string, layoutId: string, data: Readonly<Record<string, string>>): ReadmePicture {
  return {
    path: join('.github', `${name}.png`),
    async draw() {
      const device = loadDevices().get('solum-m2-2.9-bwr')!;
      const price = layoutId === 'standard' ? '3.50' : '5.49';
      const update = { price, product_name: 'Organic whole milk', unit: '1 L' };
      const content = contentOf({ update, binding: { data } }, device);
      const { frame } = (await createRenderer()).render(content, loadLayouts().get(layoutId)!, device);
      return encodePng(frame, device, { scale: 2 });
    },
  };
}

export const readmePictures = [
  readmePicture('label', 'standard', {}),
  readmePicture('promotion', 'promotion', {
    previous_price: '6.99',
    promotion: 'Week 48 offer',
    valid_until: '30 Nov',
  }),
] as const;
