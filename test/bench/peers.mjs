// `npm start [-- rounds]`: the same label by other renderers, interleaved in one process. Writes .github/bench.svg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Renderer as Takumi } from '@takumi-rs/core';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import sharp from 'sharp';
import { loadDevices } from '../../dist/devices/index.js';
import { openFonts } from '../../dist/fonts/index.js';
import { compose, createRenderer, defaultBinding, encodePng, loadLayouts } from '../../dist/renderer/index.js';
import { createFloor } from '../../dist/test/bench/floor.js';
import { createPlain } from '../../dist/test/bench/plain.js';
import { createUpdates } from '../../dist/test/bench/vocabulary.js';

const rounds = Number(process.argv[2] ?? 9);
/** Duration of a round in ms: long enough to outlive the caches and garbage of other renderers. */
const perRound = 300;
/** Duration of the warm-up in ms: fills caches and compiles hot code. */
const warmUp = 1000;
/** Labels for the floor's rows. */
const samples = 200;

const fonts = ['inter-500', 'inter-700', 'roboto-condensed-700'].map((name) => {
  const { path } = openFonts().get(name);
  return { name, path, data: readFileSync(path), weight: Number(name.slice(-3)) };
});

/** The content for every renderer: text, left edge, top and size in px, font, colour; placed like in `plain.ts`. */
function texts({ product_name, price, unit, sku, date, model_line }, { width, height }) {
  const small = { size: 12, font: 'inter-500', colour: '#000', x: 5 };
  return [
    { text: product_name, x: 5, y: height * 0.05, size: Math.round(height * 0.145), font: 'inter-700', colour: '#000' },
    { text: `per ${unit}`, x: 5, y: height * 0.42, size: Math.round(height * 0.13), font: 'inter-500', colour: '#000' },
    { ...small, text: `SKU ${sku}`, y: height * 0.62 },
    { ...small, text: date, y: height * 0.74 },
    { ...small, text: model_line, y: height * 0.87 },
    {
      text: `$${price}`,
      x: width * 0.55,
      y: height * 0.45,
      size: Math.round(height * 0.5),
      font: 'roboto-condensed-700',
      colour: '#f00',
    },
  ];
}

const placed = ({ x, y, size, font, colour }) => ({
  position: 'absolute',
  left: Math.round(x),
  top: Math.round(y),
  fontSize: size,
  fontFamily: font,
  color: colour,
  whiteSpace: 'nowrap',
});

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function createWays(device, content) {
  const { width, height } = device;
  const renderer = await createRenderer();
  const layout = loadLayouts().get('standard');
  const plain = createPlain(device);
  const drawn = Array.from({ length: samples }, () => renderer.render(content(), layout, device).frame.rows);
  const takumi = new Takumi();
  for (const { name, data } of fonts) await takumi.registerFont({ name, data });
  const paper = { width, height, backgroundColor: '#fff', display: 'flex', position: 'relative' };
  return {
    'this renderer': (content) => encodePng(renderer.render(content, layout, device).frame, device, { level: 1 }),
    'the floor': createFloor(device, drawn),
    takumi: (content) => {
      const children = texts(content, device).map((text) => ({ type: 'text', text: text.text, style: placed(text) }));
      return takumi.render({ type: 'container', style: paper, children }, { width, height, format: 'png' });
    },
    'canvas + toBuffer': plain,
    'sharp from SVG': (content) => {
      const marks = texts(content, device).map(
        ({ text, x, y, size, colour }) =>
          `<text x="${x}" y="${y + size * 0.9}" font-size="${size}" fill="${colour}">${escaped(text)}</text>`,
      );
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${marks.join('')}</svg>`;
      return sharp(Buffer.from(svg)).png().toBuffer();
    },
    'satori + resvg': async (content) => {
      const children = texts(content, device).map((text) => ({
        type: 'div',
        props: { style: placed(text), children: text.text },
      }));
      const svg = await satori({ type: 'div', props: { style: paper, children } }, { width, height, fonts });
      return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
    },
  };
}

/** Medians and quartiles of µs a label, and the mean bytes of a PNG. */
async function measure(device) {
  const updates = createUpdates(1);
  const binding = { ...defaultBinding, device: device.id, sku: '4006381333931' };
  const content = () => compose(updates(), binding, device, '2026-11-20');
  const ways = await createWays(device, content);
  const results = new Map();
  for (const [name, draw] of Object.entries(ways)) {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < warmUp) {
      await draw(content());
      if (++count % 100 === 0) await turn();
    }
    results.set(name, { labels: Math.ceil((count * perRound) / warmUp), times: [], bytes: 0 });
  }
  for (let round = 0; round < rounds; round++)
    for (const [name, draw] of Object.entries(ways)) {
      const result = results.get(name);
      const batch = Array.from({ length: result.labels }, content);
      const start = performance.now();
      for (const each of batch) result.bytes += (await draw(each)).length;
      result.times.push(((performance.now() - start) * 1000) / batch.length);
      await turn();
    }
  return [...results].map(([name, { labels, times, bytes }]) => {
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (times.length - 1))];
    return { name, median: at(0.5), low: at(0.25), high: at(0.75), bytes: Math.round(bytes / (rounds * labels)) };
  });
}

const whole = (number) => Math.round(number).toLocaleString('en-US');

function table(title, rows) {
  const [ours] = rows;
  return [
    `| ${title} | µs a label, median (quartiles) | labels/s | PNG bytes | times ours |`,
    '|---|--:|--:|--:|--:|',
    ...rows.map(
      ({ name, median, low, high, bytes }) =>
        `| ${name} | ${whole(median)} (${whole(low)}–${whole(high)}) | ${whole(1e6 / median)} | ${whole(bytes)} | ${(median / ours.median).toFixed(1)} |`,
    ),
  ].join('\n');
}

/** Bars on a logarithmic scale, as values differ by a factor of 100. */
function plot(groups) {
  const left = 150;
  const scale = (median) => (Math.log10(median) - 1) * 120;
  let y = 8;
  const parts = [];
  const text = (x, top, words, more = '') => parts.push(`<text x="${x}" y="${top}"${more}>${escaped(words)}</text>`);
  for (const [title, rows] of groups) {
    text(8, (y += 20), title, ' font-weight="bold"');
    for (const { name, median } of rows) {
      y += 24;
      text(left - 8, y + 1, name, ' text-anchor="end"');
      const fill = name === 'this renderer' ? '#c00' : name === 'the floor' ? '#ccc' : '#888';
      parts.push(`<rect x="${left}" y="${y - 12}" width="${scale(median).toFixed(1)}" height="16" fill="${fill}"/>`);
      text(left + scale(median) + 6, y + 1, `${whole(1e6 / median)} labels/s`);
    }
    y += 16;
  }
  text(left, y + 8, 'µs a label, logarithmic: shorter is faster', ' fill="#888"');
  const [width, height] = [720, y + 20];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#777">${parts.join('')}</svg>\n`;
}

const groups = [];
for (const id of ['solum-m2-2.9-bwr', 'waveshare-7.5-b-v2']) {
  const device = loadDevices().get(id);
  const title = `${device.width}×${device.height}`;
  const rows = await measure(device);
  groups.push([title, rows]);
  console.log(`${table(title, rows)}\n`);
}
console.log(`Node ${process.versions.node}, ${cpus()[0].model}; ${rounds} interleaved rounds of ${perRound} ms each.`);
const folder = fileURLToPath(new URL('../../.github/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}bench.svg`, plot(groups));
