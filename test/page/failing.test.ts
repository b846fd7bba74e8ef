import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { exampleLayout } from '../../server/http/layout-example.js';
import { makeKey } from '../../server/keys/text.js';
import { eventually, useSite } from '../support/page.js';
import { call, milk, type RunningServer, startServer } from '../support/server.js';

/** What the studio says while the server fails, wants a key, or has changed meanwhile. */
const site = useSite();
const api = (path: string, init?: Parameters<typeof call>[1]) => call(`${site.server.url}/api/esl/${path}`, init);

const fails = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify(failure) });
const failure = { code: 'SERVER_ERROR', title: 'The server failed', detail: 'It is busy', errors: [] };
const hasNo = async (page: Page, text: string | RegExp): Promise<void> => {
  expect(await page.getByText(text).count()).toBe(0);
};

beforeAll(async () => {
  await api('labels/dairy-1', { method: 'PUT', body: {} });
  await api('labels/dairy-1/update', { body: { ...milk, product_name: 'Butter' } });
  await api('labels/dairy-2', { method: 'PUT', body: {} });
});

describe('the layout editor', () => {
  const put = () => api('layouts/mine', { method: 'PUT', body: exampleLayout });
  const open = () => site.open({}, `${site.server.url}/layouts/mine?box=layout`, '.outline');

  test('answers Ctrl+S in a field, and after the layout was deleted elsewhere', async () => {
    await put();
    const page = await open();
    await page.getByText('Version 1 saved').waitFor();
    await api('layouts/mine', { method: 'DELETE' });
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText(/^Saved as version \d+$/).waitFor();
    expect((await api('layouts/mine')).status).toBe(200);
  });

  test('says that there is no connection, not that the layout can’t be drawn', async () => {
    await put();
    const page = await open();
    await page.route('**/api/esl/preview', (route) => route.abort());
    await page.getByLabel('Name').fill('Another');
    await page.locator('.problems').getByText('No connection.').waitFor();
    await hasNo(page, 'This can’t be drawn');
    await page.unroute('**/api/esl/preview');
    await eventually(() => page.locator('.problems .answer').count(), 0);
  });

  test('can be opened again after the server failed', async () => {
    await put();
    const page = await site.open({}, `${site.server.url}/layouts`, '.cards img');
    await page.route('**/api/esl/layouts/mine', fails);
    await page.getByRole('link', { name: exampleLayout.title }).first().click();
    await page.getByRole('alert').filter({ hasText: 'The server failed.' }).waitFor();
    await page.unroute('**/api/esl/layouts/mine');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.outline').first().waitFor();
  });

  test('says in the words of a shop why a layout can’t be deleted', async () => {
    await put();
    await api('labels/bound', { method: 'PUT', body: { layout: 'mine', data: { previous_price: '4.20' } } });
    const page = await site.open({ locale: 'de-DE' }, `${site.server.url}/layouts`, '.cards img');
    await page.getByRole('button', { name: `${exampleLayout.title} löschen` }).click();
    await page.getByRole('alert').getByText('Etiketten haben dieses Layout.').waitFor();
    await hasNo(page, /Expected|PUT/);
    await api('labels/bound', { method: 'DELETE' });
  });

  test('a layout that was deleted elsewhere leaves the list, whether or not the list can be read', async () => {
    await put();
    const page = await site.open({}, `${site.server.url}/layouts`, '.cards img');
    await api('layouts/mine', { method: 'DELETE' });
    await page.route('**/api/esl/layouts?*', fails);
    await page.getByRole('button', { name: `Delete ${exampleLayout.title}` }).click();
    await page.getByRole('link', { name: 'mine', exact: true }).waitFor();
    await hasNo(page, 'Not deleted');
    expect(await page.getByRole('button', { name: `Delete ${exampleLayout.title}` }).count()).toBe(0);
  });
});

describe('the Shelf', () => {
  const shelf = (options: object, path = '', sight = '.tile img') =>
    site.open(options, `${site.server.url}/shelf${path}`, sight);

  test('names products on a phone in its table, and says of a blank label that it is blank', async () => {
    const page = await shelf({ viewport: { width: 375, height: 740 } });
    await page.getByRole('radio', { name: 'Table' }).check();
    const first = page
      .getByRole('row', { name: /dairy-1/ })
      .getByRole('gridcell')
      .first();
    expect(await first.getByText('Butter').isVisible()).toBe(true);
    expect(await first.getByText('dairy-1').isVisible()).toBe(true);
    const cells = page.getByRole('row', { name: /dairy-2/ }).getByRole('gridcell');
    expect(await cells.last().textContent()).toBe('Still blank');
  });

  test('does not say that a label is as before if the answer was lost, nor that a failed server is asked again', async () => {
    const page = await shelf({}, '/dairy-1', '.page .paper img');
    const bind = async (answer: (route: Route) => Promise<unknown>): Promise<void> => {
      await page.route('**/labels/dairy-1', (route) =>
        route.request().method() === 'PUT' ? answer(route) : route.continue(),
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Bind', exact: true }).click();
    };
    await page.getByRole('button', { name: 'Bind again' }).click();
    await page.getByRole('dialog').getByLabel('Layout').selectOption('minimal');
    await bind((route) => route.abort());
    const said = page.getByRole('dialog').getByRole('alert');
    await said.getByText('Whether dairy-1 has changed is not known.').waitFor();
    expect(await said.textContent()).toContain('No connection.');
    await page.unroute('**/labels/dairy-1');
    await bind(fails);
    await said.getByText('The server failed.').waitFor();
    await hasNo(page, /asked again/);
  });

  test('says in German that there is no connection', async () => {
    const page = await shelf({ locale: 'de-DE' }, '/dairy-1', '.page .paper img');
    await page.route('**/labels/dairy-1', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Umstellen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Umstellen' }).click();
    await page.getByRole('dialog').getByText('Keine Verbindung.').waitFor();
    await hasNo(page, /does not answer/);
  });

  test('keeps what was typed for new labels while the server takes none', async () => {
    const page = await shelf({});
    await page.route('**/labels/new-*', fails);
    const add = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Add labels' }).click();
    };
    await add();
    const ids = page.getByRole('dialog').getByLabel('Ids of the labels');
    await ids.fill('new-1…new-3');
    await page.getByRole('dialog').getByLabel('Layout').selectOption('minimal');
    await page.getByRole('dialog').getByRole('button', { name: 'Add 3 labels' }).click();
    await page.getByText('No label was added').waitFor();
    await page.unroute('**/labels/new-*');
    await add();
    expect([await ids.inputValue(), await page.getByRole('dialog').getByLabel('Layout').inputValue()]).toEqual([
      'new-1…new-3',
      'minimal',
    ]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add 3 labels' }).click();
    await page.getByText('Added 3 labels').waitFor();
    await add();
    expect(await ids.inputValue()).toBe('');
  });

  test('says why there are no requests', async () => {
    const page = await site.open({}, `${site.server.url}/layouts`, '.cards img');
    await page.route('**/api/esl/requests', fails);
    await page.getByRole('link', { name: 'Shelf', exact: true }).click();
    await page.locator('.page').getByText('The server failed.').waitFor();
  });
});

describe('Preview', () => {
  test('adds a label that is not there, unless it was added elsewhere meanwhile', async () => {
    const page = await site.open({}, `${site.server.url}/?label=till-9&name=Tea`);
    await page.getByText('There is no such label').waitFor();
    // It connects to nothing.
    await eventually(() => page.locator('.connection').isVisible(), false);
    await api('labels/till-9', { method: 'PUT', body: { layout: 'minimal' } });
    await page.getByRole('button', { name: 'Put this on till-9: a new label' }).click();
    await page.getByText('Nothing sent: more than name, price and unit differs on till-9').waitFor();
    await page.getByRole('button', { name: /^Put this on till-9: other layout/ }).waitFor();
    await hasNo(page, 'There is no such label');
  });
});

describe('the Wall', () => {
  test('writes sizes as the language of the page does', async () => {
    const page = await site.open({ locale: 'de-DE' }, `${site.server.url}/wall?panels=solum-m2-2.9-bwr`, '.wall img');
    await page.getByText('67,6 × 29,2 mm').waitFor();
  });

  test('says that the server fails while pictures wait', async () => {
    const page = await site.open({}, `${site.server.url}/layouts`, '.cards img');
    await page.route('**/api/esl/preview', fails);
    await page.getByRole('link', { name: 'Wall', exact: true }).click();
    await page.getByRole('status').getByText('The server failed.').waitFor();
    await page.getByText('It is asked again by itself.').waitFor();
    await page.unroute('**/api/esl/preview');
    await page.locator('.wall img').first().waitFor();
    await eventually(() => page.getByText('The server failed.').count(), 0);
  });
});

describe('a server with keys', () => {
  const key = makeKey('test').text;
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ API_KEYS: key });
  });

  test('is asked again only when the user wants that', async () => {
    const page = await site.newPage({});
    await page.goto(`${server.url}/shelf`);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server asks for a key.' }).waitFor();
    await hasNo(page, /does not answer/);
    await page.getByRole('button', { name: 'Give a key' }).click();
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await page.locator('.tile img').first().waitFor();
  });

  test('does not open its dialog again and again', async () => {
    const page = await site.newPage({});
    await page.goto(`${server.url}/shelf`);
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await page.locator('.tile img').first().waitFor();
    // The key is taken away: the list of labels is read again, the stream reconnects.
    await page.route('**/api/esl/**', (route) => route.continue({ headers: {} }));
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.waitForTimeout(2500);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
