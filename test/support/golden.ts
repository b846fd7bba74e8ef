import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Device, loadDevices } from '../../devices/index.js';
import { createRenderer, encodePng, loadLayouts, unpack } from '../../renderer/index.js';
import { cases, contentOf } from './cases.js';

/** A golden case: a folder that a person can look at, `test/golden/<device>/<case>/`. */
export interface Golden {
  readonly folder: string;
  readonly device: Device;
  /** What `case.json` holds. */
  readonly facts: { readonly content: object; readonly sha256: string; readonly warnings: readonly object[] };
  readonly pixels: Uint8Array;
  readonly png: Buffer;
}

/** Renders every case on every shipped device. */
export async function renderGoldens(): Promise<Golden[]> {
  const renderer = await createRenderer();
  const layout = loadLayouts().get('standard')!;
  return [...loadDevices().values()].flatMap((device) =>
    Object.entries(cases).map(([name, example]) => {
      const content = contentOf(example, device);
      const { frame, warnings } = renderer.render(content, layout, device);
      const pixels = unpack(frame);
      const sha256 = createHash('sha256').update(pixels).digest('hex');
      return {
        folder: join('test', 'golden', device.id, name),
        device,
        facts: { content, sha256, warnings },
        pixels,
        png: encodePng(frame, device),
      };
    }),
  );
}

/** The golden folders that are in the repository. */
export function goldenFolders(): string[] {
  const root = join('test', 'golden');
  return readdirSync(root).flatMap((device) => readdirSync(join(root, device)).map((name) => join(root, device, name)));
}

/** The label at the top of the README, twice as large. */
export const readmePicture = {
  path: join('.github', 'label.png'),
  async draw(): Promise<Buffer> {
    const device = loadDevices().get('solum-m2-2.9-bwr')!;
    const update = { price: '3.50', product_name: 'Organic whole milk', unit: '1 L' };
    const { frame } = (await createRenderer()).render(
      contentOf({ update }, device),
      loadLayouts().get('standard')!,
      device,
    );
    return encodePng(frame, device, { scale: 2 });
  },
};
