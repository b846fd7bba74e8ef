/** Prints the sha256 of the pixels of every golden case and of text that no shipped font has, on the smallest and the largest panel: a process for determinism.test.ts. */
import { createHash } from 'node:crypto';
import { loadPanels as loadDevices } from '../devices/panels.js';
import { createRenderer, loadLayouts, unpack } from '../../../renderer/index.js';
import { cases, contentOf } from './cases.js';

const renderer = await createRenderer();
const layout = loadLayouts().get('standard')!;
const hash = createHash('sha256');
const strange = { update: { product_name: 'Ḧ 𐎀 🧀 ﷽ न्त्रि กำ أهلا 中文 \u{f0000}', price: '1.00', unit: '🥛' } };
const devices = loadDevices();
for (const id of ['solum-m3-1.6-bwr', 'waveshare-7.5-b-v2']) {
  const device = devices.get(id)!;
  for (const example of [...Object.values(cases), strange])
    hash.update(unpack(renderer.render(contentOf(example, device), layout, device).frame));
}
process.stdout.write(hash.digest('hex'));
