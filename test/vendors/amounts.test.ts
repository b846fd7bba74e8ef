import { describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { call, type LabelBody } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'aims', RATE_LIMIT: '100000' });
const place = 'company=ABC&store=001';
let token = '';
const aims = vendorClient(
  'aims',
  () => server.url,
  () => ({ Authorization: `Bearer ${token}` }),
);

let count = 0;
/** Links a new label with an article, in a currency if one is given. @returns the answer's status and words, and the label's state */
async function linked(data: Readonly<Record<string, unknown>>, binding?: object, template?: string) {
  if (token === '') {
    const body = { username: 'till', password: 'any' };
    const login = await aims<{ responseMessage: { access_token: string } }>('POST', '/common/api/v2/token', { body });
    token = login.body.responseMessage.access_token;
  }
  const id = `amount-${++count}`;
  if (binding) await call(`${server.url}/api/esl/labels/${id}`, { method: 'PUT', body: binding });
  const article = { articleId: id, articleName: 'Milk', data: { UNIT: '1 L', ...data } };
  await aims('POST', `/common/api/v2/common/articles?${place}`, { body: [article] });
  const assignList = [
    { labelCode: id, articleIdList: [id], ...(template !== undefined && { templateName: template }) },
  ];
  const { status, body } = await aims<{ responseMessage: string }>(
    'POST',
    `/common/api/v2/common/labels/link?${place}`,
    {
      body: { assignList },
    },
  );
  const list = await aims<{ labelList: { updateStatus: string }[] }>(
    'GET',
    `/common/api/v2/common/labels?${place}&label=${id}`,
  );
  const { label } = (await call(`${server.url}/api/esl/labels/${id}`)).body;
  return { id, status, said: body.responseMessage, state: list.body.labelList[0]?.updateStatus, label };
}

describe('the amount of an article', () => {
  test.each([
    ['99¢', 'USD', '0.99'],
    ['$3.79', 'USD', '3.79'],
    ['3,50 €', 'EUR', '3.50'],
    ['£0.99', 'GBP', '0.99'],
    ['99p', 'GBP', '0.99'],
    ['12,90 zł', 'PLN', '12.90'],
    ['CHF 4.50', 'CHF', '4.50'],
    ['5 Rappen', 'CHF', '0.05'],
    ['KWD 0.345', 'KWD', '0.345'],
    ['Rp 12.999.000', 'IDR', '12999000.00'],
    [3.999, 'USD', null],
    [2.5, 'USD', '2.50'],
  ])('%s is in %s on a label of its own', async (sent, currency, price) => {
    const { label, state } = await linked({ SALE_PRICE: sent });
    expect([(label.content as LabelBody['content'] | null)?.price ?? null, state]).toEqual([
      price,
      price === null ? 'TIMEOUT' : 'SUCCESS',
    ]);
    if (price !== null) expect(label.currency).toBe(currency);
  });

  test.each([
    ['1.5K', {}, 'Expected an amount without words other than a currency for data.SALE_PRICE but received "1.5K"'],
    ['30 off', {}, 'Expected an amount without words other than a currency for data.SALE_PRICE but received "30 off"'],
    [
      '3,999',
      {},
      'Expected an amount with one reading for data.SALE_PRICE but received "3,999", which is 3999.00 or 3.999',
    ],
    ['-3.50', {}, 'Expected an amount without a sign for data.SALE_PRICE but received "-3.50"'],
    [
      '3,50 €',
      { currency: 'GBP' },
      'Expected an amount in GBP for data.SALE_PRICE but received "3,50 €", which is in EUR',
    ],
    ['99p', { currency: 'EUR' }, 'Expected an amount in EUR for data.SALE_PRICE but received "99p", which is in GBP'],
  ])('%s is refused at the link, with the reason', async (sent, binding, reason) => {
    const { status, said, state, label } = await linked(
      { SALE_PRICE: sent },
      { device: 'solum-m2-2.9-bwr', ...binding },
    );
    expect([status, state, label.content]).toEqual([405, 'TIMEOUT', null]);
    expect(said).toBe(`Parameter is invalid: ${reason}`);
  });

  test('that is put right is drawn, and the label’s state is right again', async () => {
    const { id, state } = await linked({ SALE_PRICE: '1.5K' });
    expect(state).toBe('TIMEOUT');
    await aims('POST', `/common/api/v2/common/articles?${place}`, {
      body: [{ articleId: id, data: { SALE_PRICE: '1500' } }],
    });
    let shown: string | undefined;
    for (let i = 0; i < 200 && shown !== 'SUCCESS'; i++) {
      await delay(20);
      const { body } = await aims<{ labelList: { updateStatus: string }[] }>(
        'GET',
        `/common/api/v2/common/labels?${place}&label=${id}`,
      );
      shown = body.labelList[0]!.updateStatus;
    }
    expect(shown).toBe('SUCCESS');
  });

  test('before a reduction is read like the price', async () => {
    const { label, state } = await linked({ SALE_PRICE: '5,99 €', LIST_PRICE: '7,99 €' }, undefined, 'promotion');
    expect([state, label.currency]).toEqual(['SUCCESS', 'EUR']);
    expect(label.data).toMatchObject({ previous_price: '7.99' });
    const refused = await linked({ SALE_PRICE: '5,99 €', ORIGINAL_PRICE: '£7.99' }, undefined, 'promotion');
    expect([refused.status, refused.said]).toEqual([
      405,
      'Parameter is invalid: Expected an amount in EUR for data.ORIGINAL_PRICE but received "£7.99", which is in GBP',
    ]);
  });

  test('is in the currency that the article names', async () => {
    const { label } = await linked({ SALE_PRICE: '3,50', CURRENCY: '€' });
    expect([(label.content as LabelBody['content'] | null)?.price, label.currency]).toEqual(['3.50', 'EUR']);
    expect(await linked({ SALE_PRICE: '3,50', CURRENCY: 'doubloons' })).toMatchObject({
      status: 405,
      state: 'TIMEOUT',
    });
  });
});
