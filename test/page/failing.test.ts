import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { exampleLayout } from '../../server/http/layout-example.js';
import { eventually, type OpenOptions, press, says, useSite } from '../support/page.js';
import { milk } from '../support/server.js';

/** What the studio says while the server fails, or has changed meanwhile. */
const site = useSite();
const { api, put, remove } = site;

const failure = { code: 'SERVER_ERROR', title: 'The server failed', detail: 'It is busy', errors: [] };
const fails = (route: Route) => route.fulfill({ status: 503, json: failure });
const hasNo = async (page: Page, text: string | RegExp): Promise<void> => {
  expect(await page.getByText(text).count()).toBe(0);
};

beforeAll(async () => {
  for (const id of ['dairy-1', 'dairy-2']) await put(`labels/${id}`);
  await api('labels/dairy-1/update', { body: { ...milk, product_name: 'Butter' } });
});

describe('the layout editor', () => {
  const putMine = () => put('layouts/mine', exampleLayout);
  const openList = (locale = 'en-US') => site.open('/layouts', { locale });

  test('says that there is no connection, not that the layout can’t be drawn; and answers Ctrl+S after it was deleted elsewhere', async () => {
    await putMine();
    const page = await site.open('/layouts/mine?box=layout');
    await says(page, 'Version 1 saved');
    await page.route('**/api/esl/preview', (route) => route.abort());
    await page.getByLabel('Name').fill('Another');
    await says(page.locator('.problems'), 'No connection.');
    await hasNo(page, 'This can’t be drawn');
    await page.unroute('**/api/esl/preview');
    await eventually(() => page.locator('.problems .answer').count(), 0);

    await remove('layouts/mine');
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Control+S');
    await press(page, 'Save anyway');
    await says(page, /^Saved as version \d+$/);
    expect((await api('layouts/mine')).status).toBe(200);
  });

  test('can be opened again after the server failed', async () => {
    await putMine();
    const page = await openList();
    await page.route('**/api/esl/layouts/mine', fails);
    await page.getByRole('link', { name: exampleLayout.title }).first().click();
    await page.getByRole('alert').filter({ hasText: 'The server failed.' }).waitFor();
    await page.unroute('**/api/esl/layouts/mine');
    await press(page, 'Try again');
    await page.locator('.outline').first().waitFor();
  });

  test('says in the words of a shop why a layout can’t be deleted, which leaves the list when it was deleted elsewhere', async () => {
    await putMine();
    await put('labels/bound', { layout: 'mine', data: { previous_price: '4.20' } });
    const page = await openList('de-DE');
    const button = `${exampleLayout.title} löschen`;
    await press(page, button);
    await says(page.getByRole('alert'), 'Etiketten haben dieses Layout.');
    await hasNo(page, /Expected|PUT/);

    // Whether or not the list can be read.
    for (const path of ['labels/bound', 'layouts/mine']) await remove(path);
    await page.route('**/api/esl/layouts?*', fails);
    await press(page, button);
    await page.getByRole('link', { name: 'mine', exact: true }).waitFor();
    await hasNo(page, 'Nicht gelöscht');
    expect(await page.getByRole('button', { name: button }).count()).toBe(0);
  });
});

describe('the Shelf', () => {
  const shelf = (path = '', options: OpenOptions = {}) =>
    site.open(`/shelf${path}`, { sight: '.tile img', ...options });

  test('names products on a phone in its table, and says of a blank label that it is blank', async () => {
    const page = await shelf('', { size: [375, 740] });
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

  test('does not say that a label is as before if the answer was lost, nor that a failed server is asked again, in German', async () => {
    const page = await shelf('/dairy-1', { sight: '.page .paper img', locale: 'de-DE' });
    const dialog = page.getByRole('dialog');
    const bind = async (answer: (route: Route) => Promise<unknown>): Promise<void> => {
      await page.route('**/labels/dairy-1', (route) =>
        route.request().method() === 'PUT' ? answer(route) : route.continue(),
      );
      await press(dialog, 'Umstellen');
    };
    await press(page, 'Umstellen');
    await dialog.getByLabel('Layout').selectOption('minimal');
    await bind((route) => route.abort());
    const said = dialog.getByRole('alert');
    await says(said, 'Ob sich dairy-1 geändert hat, ist nicht bekannt.');
    await says(said, 'Keine Verbindung.');
    await hasNo(page, /does not answer/);
    await page.unroute('**/labels/dairy-1');
    await bind(fails);
    await says(said, 'Der Server hat versagt.');
    await hasNo(page, /noch einmal gefragt/);
  });

  test('keeps what was typed for new labels while the server takes none', async () => {
    const page = await shelf();
    const dialog = page.getByRole('dialog');
    const [ids, layout] = ['Ids of the labels', 'Layout'].map((name) => dialog.getByLabel(name)) as [Locator, Locator];
    await page.route('**/labels/new-*', fails);
    await press(page, 'Add labels');
    await ids.fill('new-1…new-3');
    await layout.selectOption('minimal');
    await press(dialog, 'Add 3 labels');
    await says(page, 'No label was added');
    await page.unroute('**/labels/new-*');
    await press(page, 'Add labels');
    expect([await ids.inputValue(), await layout.inputValue()]).toEqual(['new-1…new-3', 'minimal']);
    await press(dialog, 'Add 3 labels');
    await says(page, 'Added 3 labels');
    await press(page, 'Add labels');
    expect(await ids.inputValue()).toBe('');
  });
});

test('Preview adds a label that is not there, unless it was added elsewhere meanwhile', async () => {
  const page = await site.open('/?label=till-9&name=Tea');
  await says(page, 'There is no such label');
  // It connects to nothing.
  await eventually(() => page.locator('.connection').isVisible(), false);
  await put('labels/till-9', { layout: 'minimal' });
  await press(page, 'Put this on till-9: a new label');
  await says(page, 'Nothing sent: more than name, price and unit differs on till-9');
  await page.getByRole('button', { name: /^Put this on till-9: other layout/ }).waitFor();
  await hasNo(page, 'There is no such label');
});

test('the Shelf says why there are no requests, and the Wall that the server fails while pictures wait', async () => {
  const page = await site.open('/layouts');
  await page.route('**/api/esl/requests', fails);
  await page.getByRole('link', { name: 'Shelf', exact: true }).click();
  await says(page.locator('.page'), 'The server failed.');
  await page.route('**/api/esl/preview', fails);
  await page.getByRole('link', { name: 'Wall', exact: true }).click();
  await says(page.getByRole('status'), 'The server failed.');
  await says(page, 'It is asked again by itself.');
  await page.unroute('**/api/esl/preview');
  await page.locator('.wall img').first().waitFor();
  await eventually(() => page.getByText('The server failed.').count(), 0);
});
