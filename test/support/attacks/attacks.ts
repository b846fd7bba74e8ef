import { milk } from '../server.js';
import { worstBodies } from './bodies.js';
import { largeLayout } from './large-layout.js';
import { dataUri, pngOf } from '../pictures/picture-files.js';
import { type Attack, box, devanagari, get, han, latin, post, preview, put, texts } from './requests.js';
import { stored } from './stored.js';
import { variants } from './variants.js';

/** A grey PNG of 2048 × 2048 pixels in 590 bytes or so. */
const large = dataUri(
  'png',
  pngOf({ width: 2048, height: 2048, depth: 1, colour: 0 }, Buffer.alloc(2048 * (2048 / 8 + 1))),
);

export const attacks: readonly Attack[] = [
  {
    name: '300 pictures of 4 megapixels',
    request: () => preview(Array.from({ length: 300 }, () => ({ type: 'picture', source: large, height: 2 }))),
  },
  { name: 'a picture of 4 megapixels', request: () => preview([{ type: 'picture', source: large, grow: 1 }]) },
  { name: 'a text of 400 Han characters', request: (n) => preview(texts(1, () => han(400, n))) },
  { name: '20 texts of 400 Han characters', request: (n) => preview(texts(20, (i) => han(400, n * 20 + i))) },
  { name: '200 texts of 400 Han characters', request: (n) => preview(texts(200, (i) => han(400, n * 200 + i))) },
  { name: '480 texts of Latin', request: (n) => preview(texts(480, (i) => latin(400, n * 480 + i))) },
  {
    name: 'names of 200 Devanagari characters',
    request: (n) => post('/api/esl/update', { ...milk, product_name: devanagari(200, n) }),
  },
  {
    name: 'previews of 200 Devanagari characters',
    request: (n) =>
      post('/api/esl/preview', { ...milk, product_name: devanagari(200, n), device: 'waveshare-7.5-b-v2' }),
  },
  {
    name: 'slow simulations',
    request: (n) =>
      post('/api/esl/update', { ...milk, product_name: devanagari(200, n) }, { 'X-ESL-Simulate': 'slow' }),
  },
  {
    name: 'bindings that draw again',
    before: [post('/api/esl/labels/default/update', milk)],
    request: (n) => put('/api/esl/labels/default', { layout: 'bilingual', data: { second_name: devanagari(200, n) } }),
  },
  {
    name: 'names that take long to normalise',
    request: () => post('/api/esl/preview', { ...milk, product_name: `a${'\u0315\u0300'.repeat(60_000)}` }),
  },
  {
    name: 'images eight times as large',
    before: [post('/api/esl/labels/default/update', milk)],
    request: (n) => get(`/api/esl/labels/default/image.png?scale=${2 + (n % 7)}&view=panel`),
  },
  {
    name: 'previews eight times as large',
    request: (n) => post('/api/esl/preview', { ...milk, sku: `${n}`, scale: 8, device: 'waveshare-7.5-b-v2' }),
  },
  {
    name: 'QR codes',
    request: (n) =>
      preview(Array.from({ length: 250 }, (_, i) => ({ type: 'qr', text: latin(700, n * 250 + i), height: 4 }))),
  },
  {
    name: 'lists of large layouts, left unread',
    before: Array.from({ length: 66 }, (_, i) => {
      const root = box(texts(480, (text) => latin(400, i * 480 + text)));
      return put(`/api/esl/layouts/large-${i}`, { title: 'A', description: latin(100, i), root });
    }),
    request: () => get('/api/esl/layouts'),
    unread: { connections: 60, requests: 1 },
  },
  {
    name: 'a layout of 500 nodes',
    request: (n) => {
      const root = box(Array.from({ length: 490 }, () => ({ type: 'line' })));
      return put('/api/esl/layouts/nodes', { title: `A ${n}`, description: 'B', root });
    },
  },
  {
    name: 'a small JPEG with many scans',
    request: () => preview([{ type: 'picture', source: dataUri('jpeg', manyScans()), grow: 1 }]),
  },
  {
    name: 'previews with as many problems as they have room for',
    request: (n) => ({ method: 'POST', path: '/api/esl/preview', body: problems(n) }),
  },
  {
    name: 'labels to encode with as many problems',
    request: (n) => ({ method: 'POST', path: '/api/esl/devices/solum-m2-2.9-bwr/encode', body: problems(n) }),
  },
  {
    name: '1,000 requests for a large layout in one piece, left unread',
    before: [put('/api/esl/layouts/big', largeLayout)],
    request: () => get('/api/esl/layouts/big'),
    unread: { connections: 10, requests: 1000 },
  },
  {
    name: '90 requests for a large layout on each of 1,000 connections, left unread',
    before: [put('/api/esl/layouts/big', largeLayout)],
    request: () => get('/api/esl/layouts/big'),
    unread: { connections: 1000, requests: 90 },
  },
  {
    name: '1,000 requests for a large layout on each of 90 connections, left unread',
    before: [put('/api/esl/layouts/big', largeLayout)],
    request: () => get('/api/esl/layouts/big'),
    unread: { connections: 90, requests: 1000 },
  },
  {
    name: '1,000 requests for the OpenAPI document in one piece, left unread',
    request: () => get('/openapi.json'),
    unread: { connections: 10, requests: 1000 },
  },
  {
    name: '10,000 connections that leave the OpenAPI document unread',
    request: () => get('/openapi.json'),
    unread: { connections: 10_000, requests: 1 },
  },
  {
    name: '600 bodies that lack their last byte',
    request: () => ({
      method: 'POST',
      path: '/api/esl/devices/solum-m2-2.9-bwr/decode',
      body: 'x'.repeat(2 * 1024 * 1024 - 1),
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(2 * 1024 * 1024) },
    }),
    unread: { connections: 600, requests: 1 },
  },
  {
    name: 'forms of 400,000 boundaries',
    request: () => ({
      method: 'POST',
      path: '/imgupload',
      body: '--x\r\n'.repeat(400_000),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
    onAccessPoint: true,
  },
  ...[6, 8].map((scale) => ({
    name: `previews of the largest panel at scale ${scale}`,
    request: (n: number) =>
      post('/api/esl/preview', { ...milk, sku: `${n}`, scale, device: 'generic-1600x1200-spectra6' }),
  })),
  ...variants,
  ...stored,
];

/** A body with thousands of problems. */
function problems(n: number): string {
  return worstBodies[n % worstBodies.length]![1];
}

/** A progressive JPEG of 2000 × 2000 pixels with 32 scans, each of which says in 30 bits that it changes no block. */
function manyScans(): Buffer {
  const segment = (marker: number, ...bytes: number[]) =>
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);
  const size = [2000 >> 8, 2000 & 255];
  // One code, 0, for the symbol EOB14: it ends 16,384 blocks plus the number in the next 14 bits.
  const table = segment(0xc4, 0x10, 1, ...Array.from({ length: 15 }, () => 0), 0xe0);
  const bits = ['0', (14_866).toString(2).padStart(14, '0')].join('').repeat(2).padEnd(32, '1');
  const data = Array.from({ length: 4 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8), 2));
  const scan = Buffer.concat([
    segment(0xda, 1, 1, 0, 1, 63, 0),
    Buffer.from(data.flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    segment(0xc2, 8, ...size, ...size, 1, 1, 0x11, 0),
    table,
    ...Array.from({ length: 32 }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
