import { full, place, till } from './full.js';
import { type Attack, get, post, type Sent } from './requests.js';

const form = (path: string, body: string): Sent => ({
  ...{ method: 'POST', path, body, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
});
const part = (name: string, text: string, file = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
/** A backup of as many tags as the limit of its commas and brackets allows. They do not exist. */
const backup = JSON.stringify(
  Array.from({ length: 32_000 }, (_, i) => ({ mac: (i + 2 ** 40).toString(16).padStart(12, '0') })),
);

/** Attacks on what is stored, and on documents that never change. */
export const stored: readonly Attack[] = [
  {
    name: "a vendor's article with a price of 120,000 letters",
    request: (n) =>
      n % 2 === 0
        ? post(
            `/common/api/v2/common/articles?${place}`,
            [{ articleId: 'x', data: { SALE_PRICE: `1${'a'.repeat(120_000)}1`, ITEM_NAME: 'm', UNIT: '1 L' } }],
            till,
          )
        : post(
            `/common/api/v2/common/labels/link?${place}`,
            { assignList: [{ articleIdList: ['x'], labelCode: 'L1' }] },
            till,
          ),
  },
  {
    name: 'templates with 60,000 braces',
    request: () =>
      form(
        '/jsonupload',
        `${part('mac', '0000000000000001')}${part('json', JSON.stringify([{ text: [0, 0, '{'.repeat(60_000), 'f', 1] }]))}--x--\r\n`,
      ),
    onAccessPoint: true,
  },
  {
    name: "lists of a vendor's stores with 5,000 articles",
    before: full,
    request: () => ({ ...get('/common/api/v2/common/store?company=A'), headers: till }),
    connections: 450,
  },
  {
    name: 'lists of labels with 11 KB of data',
    before: full,
    request: () => get('/api/esl/labels?limit=100'),
    connections: 450,
  },
  {
    name: '495 connections that read compressed documents that never change',
    request: (n) => ({ ...get(n % 2 ? '/openapi.json' : '/api/esl/devices'), headers: { 'Accept-Encoding': 'gzip' } }),
    connections: 495,
  },
  {
    name: "a vendor's pictures whose bodies have 2.5 MB of keys",
    request: () => ({
      method: 'POST',
      path: `/common/api/v2/common/labels/image?${place}`,
      body: `{${Array.from({ length: 200_000 }, (_, i) => `"${i}":1`).join()}}`,
      headers: till,
    }),
  },
  {
    name: "a vendor's logins whose bodies have 390 KB of keys",
    request: () => ({
      method: 'POST',
      path: '/common/api/v2/token',
      body: `{${Array.from({ length: 34_000 }, (_, i) => `"${i}":1`).join()}}`,
    }),
    connections: 100,
  },
  {
    name: 'backups of a million brackets',
    request: () => form('/restore_db', `${part('file', '['.repeat(1_000_000), '; filename="tagDB.json"')}--x--\r\n`),
    onAccessPoint: true,
  },
  {
    name: "a vendor's pictures whose bodies have 3 MB of brackets",
    request: () => ({
      method: 'POST',
      path: `/common/api/v2/common/labels/image?${place}`,
      body: `${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}`,
      headers: till,
    }),
  },
  {
    name: 'a backup of 32,000 unknown tags, whose sender leaves',
    request: () => ({
      ...form('/restore_db', `${part('file', backup, '; filename="tagDB.json"')}--x--\r\n`),
      leavesAfterMs: 1_500,
    }),
    connections: 2,
    onAccessPoint: true,
    endsBySigterm: true,
  },
];
