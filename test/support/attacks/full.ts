import { milk } from '../server.js';
import { largeLayout } from './large-layout.js';
import { han, latin, post, put, type Sent } from './requests.js';

/** The vendors' interfaces, as VENDORS names them. */
export const allVendors = 'aims,pricer,minew,hanshow';
/** Any credentials: the sandbox is open. */
export const till = { Authorization: `Basic ${Buffer.from('till:any').toString('base64')}` };
export const place = 'company=A&store=S1';

/** A binding with nearly as much data as a body has room for. */
const fullData = (n: number) => ({ note: latin(5_000, n), more: han(1_800, n) });
const articles = (n: number) =>
  Array.from({ length: 990 }, (_, i) => ({
    articleId: `a${n * 990 + i}`,
    data: { SALE_PRICE: '1.00', ITEM_NAME: 'm', UNIT: '1 L' },
  }));

/** Fills the store of a server: labels, layouts, articles and links, and the deliveries of a webhook. */
export const full: readonly Sent[] = [
  put('/api/esl/webhooks/hook', { url: 'http://127.0.0.1:9/' }),
  ...Array.from({ length: 300 }, (_, i) => put(`/api/esl/labels/l-${i}`, { data: fullData(i) })),
  post('/api/esl/labels/l-0/update', milk),
  ...Array.from({ length: 30 }, (_, i) => put(`/api/esl/layouts/big-${i}`, { ...largeLayout, title: `Large ${i}` })),
  ...Array.from({ length: 5 }, (_, i) => ({
    ...post(`/common/api/v2/common/articles?${place}`, articles(i), till),
  })),
  post(
    `/common/api/v2/common/articles?${place}`,
    [{ articleId: 'long', data: { SALE_PRICE: `1${'a'.repeat(120_000)}1`, ITEM_NAME: 'm', UNIT: '1 L' } }],
    till,
  ),
  post(
    `/common/api/v2/common/labels/link?${place}`,
    { assignList: [{ articleIdList: ['long'], labelCode: 'l-0' }] },
    till,
  ),
];
