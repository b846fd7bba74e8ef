/**
 * `npm run bench [-- PART…]`: content → PNG bytes on one core, this renderer beside the plain way and the floor,
 * interleaved. The parts are "memory" and the ids of layouts; all when none is named, which takes some minutes.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Device } from '../../devices/index.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import {
  compose,
  type Content,
  createRenderer,
  defaultBinding,
  encodePng,
  type Layout,
  loadLayouts,
} from '../../renderer/index.js';
import { checkDigit } from '../../renderer/codes/barcode.js';
import { arrangedBytes } from '../../renderer/slots/filled.js';
import { cacheBytes } from '../../renderer/typeset/typesetter.js';
import { createFloor } from './floor.js';
import { createPlain } from './plain.js';
import { median } from './process.js';
import { createUpdates } from './vocabulary.js';

const rounds = 15;
const perRound = 100;
/** Enough for all common words; one word in twenty is always new. Other renderers cache little between labels. */
const warmUp = { ours: 3000, others: 100 };
const renderer = await createRenderer();
const layouts = loadLayouts();
const devices = loadDevices();

const named = process.argv.slice(2);
const asked = (part: string) => named.length === 0 || named.includes(part);
for (const id of ['solum-m2-2.9-bwr', 'waveshare-7.5-b-v2'])
  for (const name of ['standard', 'promotion', 'barcode', 'qr'])
    if (asked(name)) await compare(devices.get(id)!, layouts.get(name)!);
if (asked('memory')) await grow(devices.get('solum-m2-2.9-bwr')!, layouts.get('standard')!);

interface Way {
  readonly contents: () => Content;
  readonly draw: (content: Content) => number;
  readonly warmUp: number;
}

async function compare(device: Device, layout: Layout): Promise<void> {
  const ours = (level: number) => (content: Content) =>
    encodePng(renderer.render(content, layout, device).frame, device, { level }).length;
  const plain = createPlain(device);
  const others = createContents(device, 2);
  const drawn = Array.from({ length: perRound }, () => renderer.render(others(), layout, device).frame.rows);
  const floor = createFloor(device, drawn);
  const contents = createContents(device, 1);
  const ways: Record<string, Way> = {
    plain: { contents, draw: (content) => plain(content).length, warmUp: warmUp.others },
    floor: { contents, draw: () => floor().length, warmUp: warmUp.others },
    'ours, level 1': { contents, draw: ours(1), warmUp: warmUp.ours },
    'ours, level 7': { contents, draw: ours(7), warmUp: warmUp.ours },
    'level 1, and another code each': { contents: createContents(device, 4, true), draw: ours(1), warmUp: warmUp.ours },
  };
  for (const { contents, draw, warmUp } of Object.values(ways)) for (let i = 0; i < warmUp; i++) draw(contents());
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  const bytes = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, { contents, draw }] of Object.entries(ways)) {
      const batch = Array.from({ length: perRound }, contents);
      const start = performance.now();
      for (const content of batch) bytes.set(name, draw(content));
      times.get(name)!.push(((performance.now() - start) * 1000) / perRound);
      await turn();
    }
  }
  const middle = (name: string) => median(times.get(name)!);
  console.log(
    `\n${device.width}×${device.height}, ${layout.id}: µs a label, median of ${rounds} rounds (fastest–slowest), bytes of the last PNG`,
  );
  for (const name of Object.keys(ways)) {
    const sorted = times.get(name)!.sort((a, b) => a - b);
    console.log(
      `  ${name.padEnd(29)} ${middle(name).toFixed(1).padStart(8)} (${sorted[0]!.toFixed(1)}–${sorted.at(-1)!.toFixed(1)})  ${bytes.get(name)} B` +
        `  ${(middle('plain') / middle(name)).toFixed(1)} × plain's speed, ${(middle(name) / middle('floor')).toFixed(2)} × the floor's time`,
    );
  }
}

/** Contents with different names and prices; with `codes`, also different SKUs and addresses. */
function createContents(device: Device, seed: number, codes = false): () => Content {
  const updates = createUpdates(seed);
  let article = seed * 1_000_000;
  return () => {
    const update = updates();
    const previous_price = `${Math.ceil(Number(update.price) * 1.25)}.99`;
    const digits = `400${String(article).padStart(9, '0')}`;
    if (codes) article++;
    const binding = {
      ...defaultBinding,
      device: device.id,
      sku: digits + checkDigit(digits),
      data: { previous_price, url: `https://shop.example/p/${digits}` },
    };
    return compose(update, binding, device, '2026-11-20');
  };
}

/** Memory after 200,000 labels of random words, compared with the bound of caches. */
async function grow(device: Device, layout: Layout): Promise<void> {
  const contents = createContents(device, 3, true);
  const memory = async () => {
    for (let i = 0; i < 3; i++) {
      await turn();
      globalThis.gc?.();
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    return { resident: rss / 2 ** 20, held: (heapUsed + external) / 2 ** 20 };
  };
  const draw = async (labels: number) => {
    for (let i = 0; i < labels; i++) {
      encodePng(renderer.render(contents(), layout, device).frame, device, { level: 1 });
      if (i % 100 === 0) await turn();
    }
  };
  await draw(warmUp.ours);
  const before = await memory();
  const start = performance.now();
  await draw(200_000);
  const seconds = (performance.now() - start) / 1000;
  const after = await memory();
  const bound = Object.values(cacheBytes).reduce((sum, bytes) => sum + bytes, arrangedBytes) / 2 ** 20;
  console.log(
    `\n200,000 labels: ${Math.round(200_000 / seconds)}/s; memory held grew by ${(after.held - before.held).toFixed(1)} MB, ` +
      `resident by ${(after.resident - before.resident).toFixed(1)} MB (caches are bound to ${bound} MB)`,
  );
}
