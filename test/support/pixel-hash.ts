/** Prints the sha256 of the pixels of every golden case and of text that no shipped font has: a process for determinism.test.ts. */
import { createHash } from 'node:crypto';
import { loadDevices } from '../../devices/index.js';
import { createRenderer, loadLayouts, unpack } from '../../renderer/index.js';
import { cases, contentOf } from './cases.js';

const renderer = await createRenderer();
const layout = loadLayouts().get('standard')!;
const hash = createHash('sha256');
const strange = { update: { product_name: 'Ḧ 𐎀 🧀 ﷽ न्त्रि กำ أهلا 中文 \u{f0000}', price: '1.00', unit: '🥛' } };
for (const device of loadDevices().values()) {
  for (const example of [...Object.values(cases), strange])
    hash.update(unpack(renderer.render(contentOf(example, device), layout, device).frame));
}
process.stdout.write(hash.digest('hex'));
