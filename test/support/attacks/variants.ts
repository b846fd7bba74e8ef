import { milk } from '../server.js';
import { largeLayout } from './large-layout.js';
import { type Attack, box, get, latin, post, preview, put, type Sent, texts } from './requests.js';

/** The most bytes of a body with a layout. */
const mostBytes = 256 * 1024;
const encode = '/api/esl/devices/solum-m2-2.9-bwr/encode';

const json = (path: string, body: string): Sent => ({ method: 'POST', path, body });
/** A preview with `data` that is this JSON. */
const dataOf = (data: string): Sent => json('/api/esl/preview', `${JSON.stringify(milk).slice(0, -1)},"data":${data}}`);

/** A POST whose body comes in chunks of one byte. */
function chunked(path: string, type: string, bytes: number): Sent {
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, 'Transfer-Encoding: chunked'];
  const raw = `${head.join('\r\n')}\r\n\r\n${'1\r\n \r\n'.repeat(bytes)}0\r\n\r\n`;
  return { method: 'POST', path, raw };
}

/** The same path with headers or queries of nearly 16 KB. */
const withHeader = (path: string, name: string, value: string): Sent => ({ ...get(path), headers: { [name]: value } });

const free = [
  ...['/health', '/metrics', '/api', '/api/esl/example', '/api/esl/devices', '/api/esl/layouts/schema.json', '/docs'],
  ...['/', '/api/esl/labels/default', '/api/esl/labels/default/image.png', '/nowhere', '/problems/validation-error'],
];

/** Traces whose commands take long: windows, data of a whole panel and refreshes. */
function trace(events: readonly string[], times: number): Sent {
  const lines = `{}\n${`${events.join('\n')}\n`.repeat(times)}`;
  return {
    method: 'POST',
    path: '/api/esl/devices/waveshare-7.5-b-v2/play',
    body: lines,
    headers: { 'Content-Type': 'application/x-ndjson' },
  };
}

/** A websocket with frames that clients may send and the server ignores: pings, and texts. */
const websocket = [
  'GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  // A frame that is not masked: the server must close the connection.
  '\u0001',
].join('');

/** Conditions that test as many fields as a layout may test. */
const conditions = Array.from({ length: 20 }, (_, i) => ({
  any: Array.from({ length: 8 }, (_, j) => ({ field: ['unit', 'sku', 'price'][j % 3], equals: `${i} ${j}` })),
}));
const conditional = (n: number, type: object) =>
  Array.from({ length: 400 }, (_, i) => ({ ...type, when: conditions[(i + n) % conditions.length] }));

/** Other ways to the same ends as those of {@link import('./attacks.js').attacks}. */
export const variants: readonly Attack[] = [
  {
    name: '500 connections that read all that is free, one after another',
    request: (n) => get(free[n % free.length]!),
    connections: 500,
  },
  {
    name: '500 connections that read compressed answers',
    request: (n) => withHeader(free[n % free.length]!, 'Accept-Encoding', 'gzip'),
    connections: 500,
  },
  {
    name: 'all that is free, 15 times in one piece on each of 100 connections, again and again',
    request: (n) => get(free[n % free.length]!),
    again: { connections: 100, requests: 15 },
  },
  {
    name: '1,000 requests for the metrics in one piece, again and again',
    request: () => get('/metrics'),
    again: { connections: 20, requests: 1000 },
  },
  {
    name: '500 connections that come again and again',
    request: () => ({ ...get('/health'), headers: { Connection: 'close' } }),
    again: { connections: 500, requests: 1 },
  },
  {
    name: 'updates beyond the limit, 15 in one piece on each of 100 connections',
    request: () => post('/api/esl/update', milk),
    again: { connections: 100, requests: 15 },
  },
  {
    name: 'streams that are opened again and again, left unread',
    request: () => get('/api/esl/events'),
    unread: { connections: 500, requests: 1 },
  },
  {
    name: 'streams of all labels that resume from the beginning',
    before: Array.from({ length: 60 }, (_, i) => put(`/api/esl/labels/l-${i}`, { data: { a: 'x'.repeat(200) } })),
    request: () => withHeader('/api/esl/events', 'Last-Event-ID', '0'),
    again: { connections: 100, requests: 1 },
  },
  ...[
    ['arrays in arrays', dataOf('['.repeat(mostBytes - 200))],
    ['objects in objects', dataOf(`${'{"a":'.repeat(mostBytes / 6 - 30)}1${'}'.repeat(mostBytes / 6 - 30)}`)],
    ['a key that is as long as a body', dataOf(`{"${'k'.repeat(mostBytes - 200)}":"x"}`)],
    ['a text that is as long as a body', dataOf(`{"a":"${'k'.repeat(mostBytes - 200)}"}`)],
    ['escapes as long as a body', dataOf(`{"a":"${'\\u00e9'.repeat(mostBytes / 6 - 50)}"}`)],
    ['a number that is as long as a body', dataOf(`1${'0'.repeat(mostBytes - 200)}`)],
    ['blanks as long as a body', dataOf(`${' '.repeat(mostBytes - 200)}1`)],
    ['keys that are equal', dataOf(`{${'"a":1,'.repeat(mostBytes / 6 - 50)}"a":1}`)],
    ['keys that are numbers', dataOf(`{${Array.from({ length: 24_000 }, (_, i) => `"${i * 7919}":1`).join()}}`)],
    ['quotes without an end', json('/api/esl/preview', '"\\'.repeat(mostBytes / 2 - 100))],
    ['bytes that are not UTF-8', json('/api/esl/preview', '\u{10ffff}'.repeat(mostBytes / 4 - 100))],
  ].map(([name, sent]): Attack => ({ name: name as string, request: () => sent as Sent })),
  {
    name: 'previews in chunks of one byte',
    request: () => chunked('/api/esl/preview', 'application/json', mostBytes),
    again: { connections: 16, requests: 1 },
  },
  {
    name: 'frames to decode in chunks of one byte',
    request: () => chunked(encode.replace('encode', 'decode'), 'application/octet-stream', 2 * 1024 * 1024),
    again: { connections: 16, requests: 1 },
  },
  {
    name: 'documents with a wrong node everywhere',
    request: (n) =>
      put('/api/esl/layouts/wrong', {
        title: `A ${n}`,
        description: 'B',
        root: box(Array.from({ length: 8000 }, (_, i) => ({ type: `tex${i % 10}`, txt: 1 }))),
      }),
  },
  {
    name: 'documents with long names of parts, fields and pictures',
    request: (n) =>
      put('/api/esl/layouts/names', {
        title: `A ${n}`,
        description: 'B',
        parts: Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`part_${i}`, { type: 'line' }])),
        root: box(Array.from({ length: 400 }, (_, i) => ({ type: 'part', part: `prat_${i}` }))),
      }),
  },
  { name: 'conditions of 20 times 8 tests', request: (n) => preview(conditional(n, { type: 'line' })) },
  {
    name: 'conditional texts, linted by all rules',
    request: (n) =>
      preview(conditional(n, { type: 'text', text: latin(20, n), size: { preferred: 12, floor: 12 } }), {
        lint: ['truth', 'readability', 'codes', 'eu', 'de', 'fr', 'uk', 'au'],
      }),
  },
  {
    name: 'lint of 480 texts',
    request: (n) =>
      preview(
        texts(480, (i) => latin(12, n * 480 + i)),
        { lint: ['readability', 'codes', 'eu', 'uk'], boxes: true },
      ),
  },
  {
    name: 'largest panels to encode',
    request: (n) =>
      post('/api/esl/devices/generic-1600x1200-spectra6/encode', { ...milk, sku: `${n}`, product_name: latin(60, n) }),
  },
  {
    name: 'frames to decode that are as large as they may be',
    request: () => ({
      ...json('/api/esl/devices/generic-1600x1200-spectra6/decode', 'x'.repeat(960_000)),
      headers: { 'Content-Type': 'application/octet-stream' },
    }),
  },
  { name: 'traces of 300,000 events', request: () => trace(['["dc",0]', '["c",36]', '["d","ff"]'], 100_000) },
  { name: 'traces of commands that do not exist', request: () => trace(['["c",255]', '["x1","ff"]'], 140_000) },
  {
    name: 'traces of 200 refreshes',
    request: () => trace(['["c",4]', '["c",16]', '["d","ff00ff00"]', '["c",18]', '["wait_us",30000000]'], 200),
  },
  { name: 'traces of 8 MB in one event', request: () => trace([`["c",16]`, `["d","${'f'.repeat(8_000_000)}"]`], 1) },
  {
    name: 'queries of 5,000 parameters',
    request: (n) =>
      get(
        `/api/esl/labels/default/image.png?${Array.from({ length: 2500 }, (_, i) => `a${(i * 31 + n) % 9999}`).join('&')}`,
      ),
  },
  {
    name: 'media types as long as a header',
    request: () => withHeader('/api/esl/example', 'Accept', 'a/b;q=0.1,'.repeat(1500)),
  },
  {
    name: 'tags as long as a header',
    request: () => withHeader('/openapi.json', 'If-None-Match', '"a",'.repeat(3900)),
  },
  {
    name: '2,500 headers',
    request: () => ({
      ...get('/health'),
      raw: `GET /health HTTP/1.1\r\nHost: localhost\r\n${'a:b\r\n'.repeat(2500)}\r\n`,
    }),
    again: { connections: 50, requests: 5 },
  },
  {
    name: 'paths of thousands of segments',
    request: () => get(`/api/esl/labels${'/a'.repeat(7000)}`),
  },
  {
    name: 'forms of one part and a long head',
    request: () => ({
      method: 'POST',
      path: '/imgupload',
      body: `--x\r\n${'a: b\r\n'.repeat(300_000)}\r\n\r\nx\r\n--x--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
    onAccessPoint: true,
  },
  {
    name: 'forms of URL-encoded fields',
    request: () => ({
      method: 'POST',
      path: '/save_cfg',
      body: 'a=%41&'.repeat(300_000),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
    onAccessPoint: true,
  },
  {
    name: 'forms that end their lines and never their parts',
    request: () => ({
      method: 'POST',
      path: '/imgupload',
      body: `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${'\r\n--y'.repeat(400_000)}`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
    onAccessPoint: true,
  },
  {
    name: 'websockets that come again and again',
    request: () => ({ ...get('/ws'), raw: websocket }),
    again: { connections: 200, requests: 1 },
    onAccessPoint: true,
  },
  {
    name: 'lists of tags, 15 in one piece on each of 100 connections',
    before: [put('/api/esl/layouts/big', largeLayout)],
    request: () => get('/get_db'),
    again: { connections: 100, requests: 15 },
    onAccessPoint: true,
  },
];
