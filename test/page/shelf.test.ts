import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { share } from '../support/labels/share.js';
import { axe, eventually, passUntil, shownPixels, useSite } from '../support/page.js';
import { exampleLayout } from '../../server/http/layout-example.js';
import { startHere } from '../support/here.js';
import { call, milk } from '../support/server.js';

const site = useSite();
const { open } = site;
const api = (path: string): string => `${site.server.url}/api/esl/${path}`;
const bind = (id: string, body: object = {}) => call(api(`labels/${id}`), { method: 'PUT', body });
const update = (id: string, fields: object = {}, headers: Record<string, string> = {}) =>
  call(api(`labels/${id}/update`), { body: { ...milk, ...fields }, headers });
const shelf = (path = '', options: Parameters<typeof open>[0] = {}) =>
  open(options, `${site.server.url}/shelf${path}`, '.tile');
const tile = (page: Page, id: string): Locator => page.locator(`.tile a[data-id="${id}"]`);
const rail = (page: Page): Locator => page.locator('.shelf > .page');

beforeAll(async () => {
  for (let i = 1; i <= 12; i++) {
    await bind(`dairy-${i}`, i === 3 ? { device: 'waveshare-4.2-b' } : {});
    await update(`dairy-${i}`, {
      price: `${i}.49`,
      product_name: i === 2 ? '<img src=x onerror=alert(1)>' : `Milk ${i}`,
    });
  }
  for (const price of ['5.29', '5.09', '4.99']) {
    await bind('cheese-1');
    await update('cheese-1', { price, product_name: 'Mountain cheese' });
  }
});

describe('the shelf', () => {
  test('shows all labels in groups, at their true size to each other, and follows them', async () => {
    const page = await shelf();
    await page.getByRole('row', { name: 'Dairy 12 labels' }).waitFor();
    await page.locator('.tile img').nth(5).waitFor();
    const [small, large] = await Promise.all(
      ['dairy-1', 'dairy-3'].map((id) => tile(page, id).locator('img').boundingBox()),
    );
    // 66.9 and 84.8 mm wide.
    expect(large!.width / small!.width).toBeCloseTo(84.8 / 66.9, 1);
    const before = await tile(page, 'dairy-1').locator('img').getAttribute('src');
    await update('dairy-1', { price: '7.77' });
    await page.getByRole('link', { name: /^dairy-1, Milk organic|^dairy-1, Organic whole milk, \$7\.77/ }).waitFor();
    await eventually(async () => (await tile(page, 'dairy-1').locator('img').getAttribute('src')) !== before, true);
    await bind('eggs-1');
    await bind('eggs-2');
    await page.getByRole('row', { name: 'Eggs 2 labels' }).waitFor();
    await call(api('labels/eggs-1'), { method: 'DELETE' });
    await call(api('labels/eggs-2'), { method: 'DELETE' });
    await page.getByRole('row', { name: 'Eggs 2 labels' }).waitFor({ state: 'detached' });
  });

  test('says what a tag does, and lets one see those that are away', async () => {
    await bind('far-1');
    await update('far-1', { price: '1.11' }, { 'X-ESL-Simulate': 'offline' });
    const page = await shelf('', { hasClock: true });
    await page.getByRole('link', { name: 'far-1 offline' }).waitFor();
    await page.getByRole('button', { name: 'Offline 1' }).click();
    await eventually(() => page.locator('.tile').count(), 1);
    await eventually(() => Promise.resolve(new URL(page.url()).search), '?state=offline');
    await call(api('labels/far-1'), { method: 'DELETE' });
    await passUntil(page.getByText('No label fits this search.'));
  });

  test('finds by name, number and price as the shop writes it, and keeps that in the address', async () => {
    const page = await shelf();
    const search = page.getByRole('searchbox');
    for (const [typed, count] of [
      ['mountain', 1],
      ['12,49', 1],
      ['dairy 3.49', 1],
      ['<img', 1],
      ['nothing at all', 0],
    ] as const) {
      await search.fill(typed);
      await eventually(() => page.locator('.tile').count(), count);
    }
    await search.fill('milk 5');
    await eventually(() => Promise.resolve(new URL(page.url()).searchParams.get('q')), 'milk 5');
    const other = await shelf('?q=milk+5');
    await eventually(() => other.locator('.tile').count(), 1);
  });

  test('is walked by arrows; Enter opens a label, and the browser goes back', async () => {
    const page = await shelf();
    await tile(page, 'dairy-1').focus();
    const focused = () => page.evaluate<string>('document.activeElement.dataset.id');
    await page.keyboard.press('ArrowRight');
    await eventually(focused, 'dairy-2');
    await page.keyboard.press('ArrowDown');
    await eventually(async () => (await focused()) !== 'dairy-2', true);
    await page.keyboard.press('ArrowUp');
    await eventually(focused, 'dairy-2');
    await page.keyboard.press('Home');
    await eventually(focused, 'dairy-1');
    expect(await page.locator('.tile a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await rail(page).getByRole('heading', { name: 'dairy-1' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/shelf/dairy-1');
    await page.goBack();
    await rail(page).getByRole('heading', { name: 'dairy-1' }).waitFor({ state: 'detached' });
  });
});

describe('the table', () => {
  test('has the same labels on lines, by keys too, and stays after the page is loaded again', async () => {
    const page = await shelf();
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    const line = page.getByRole('row').filter({ has: tile(page, 'dairy-3') });
    await eventually(
      async () => (await line.getByRole('gridcell').allInnerTexts()).slice(1),
      ['Milk 3', '$3.49', 'Waveshare 4.2″ B 400×300 BWR', 'Standard', 'Displayed'],
    );
    const heads = ['Label on the shelf', 'Product name', 'Price', 'Panel', 'Layout', 'State'];
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(heads);
    await update('dairy-3', { price: '3.59', product_name: 'Milk 3' });
    await line.getByText('$3.59').waitFor();
    await tile(page, 'dairy-3').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await eventually(() => Promise.resolve(new URL(page.url()).pathname), '/shelf/dairy-5');
    await page.reload();
    await page.getByRole('columnheader').first().waitFor();
    await page.getByRole('radio', { name: 'Small' }).check({ force: true });
    await page.getByRole('columnheader').first().waitFor({ state: 'detached' });
    await eventually(async () => Math.round((await tile(page, 'dairy-3').boundingBox())!.width), 101);
  });

  test('keeps the line at the cursor below the names of its columns', async () => {
    const page = await shelf('', { viewport: { width: 1280, height: 480 } });
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    await page.getByRole('columnheader').first().waitFor();
    await tile(page, 'cheese-1').or(tile(page, 'dairy-1')).first().focus();
    for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowUp');
    const [head, focused] = await Promise.all([
      page.locator('.columns').boundingBox(),
      page.locator('.rail:has(:focus)').boundingBox(),
    ]);
    expect(focused!.y).toBeGreaterThanOrEqual(head!.y + head!.height);
  });
});

describe('the page of a label', () => {
  test('shows what it showed, and which pixels differ between any two revisions', async () => {
    const page = await shelf('/cheese-1?view=difference&revision=1');
    await rail(page)
      .getByText(/^\d+ pixels differ$/)
      .waitFor();
    await rail(page).getByText('Between them $5.29 became $4.99.').waitFor();
    const all = await rail(page).locator('.legend').textContent();
    await rail(page).getByLabel('Compared with').selectOption('2');
    await rail(page).getByText('Between them $5.29 became $5.09.').waitFor();
    await eventually(async () => (await rail(page).locator('.legend').textContent()) !== all, true);
    const slider = rail(page).getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(
      () => slider.getAttribute('aria-valuetext').then((text) => text?.split(',')[0]),
      'Revision 2 of 3',
    );
    await rail(page).getByText('0 pixels differ').waitFor();
    await eventually(() => Promise.resolve(new URL(page.url()).search), '?revision=2&against=2&view=difference');
  });

  test('names an old revision with the currency that it had', async () => {
    await bind('wine-1', { locale: 'de-DE', currency: 'EUR' });
    await update('wine-1');
    await bind('wine-1');
    await update('wine-1', { price: '4.50' });
    const page = await shelf('/wine-1?revision=1&view=revision');
    await rail(page)
      .getByRole('img', { name: /, 3,50\s€, / })
      .waitFor();
  });

  test('lists what this client has sent, and why it was refused', async () => {
    const page = await shelf('/cheese-1', { hasClock: true });
    await update('cheese-1', { price: '4,99' });
    const entry = rail(page).locator('.requests details').first();
    await passUntil(entry.getByText('Refused: Price'));
    await entry.locator('summary').click();
    await entry.locator('.whole .wrong').getByText(/4,99/).waitFor();
    expect(await entry.textContent()).toContain('"price":"4,99"');
    expect(await rail(page).locator('.requests details').getByText('dairy').count()).toBe(0);
    await call(api('layouts/own'), { method: 'PUT', body: exampleLayout });
    await rail(page).getByLabel('All labels').check();
    await passUntil(rail(page).locator('summary').first().getByText('PUT /api/esl/layouts/own'));
  });

  test('has the calls that change it', async () => {
    const page = await shelf('/dairy-2?tool=code');
    const code = rail(page).locator('.calls pre');
    await eventually(async () => (await code.textContent())?.includes('<img src=x onerror=alert(1)>') ?? false, true);
    await rail(page).getByRole('radio', { name: 'Python' }).check();
    await eventually(async () => (await code.textContent())?.startsWith('import json') ?? false, true);
    await rail(page).getByRole('radio', { name: 'Delete' }).check();
    await eventually(async () => (await code.textContent())?.includes('method="DELETE"') ?? false, true);
  });

  test('shows the panel as seen and in its real size, and what the lint of the label finds', async () => {
    const lint = ['readability', 'codes'];
    await bind('checked-1', { device: 'solum-m2-2.9-bwr', layout: 'barcode', sku: '4006381333931', lint });
    await update('checked-1');
    const page = await shelf('/checked-1');
    const paper = rail(page).locator('.paper');
    await paper.locator('img').waitFor();
    await rail(page).locator('.findings, .lint-clean').waitFor();
    const before = await shownPixels(page);
    await rail(page).getByRole('button', { name: 'As seen' }).click();
    await eventually(async () => (await shownPixels(page)) !== before, true);
    await rail(page).getByRole('button', { name: 'Real size' }).click();
    // 111 dpi at 96 dpi, as the screen is not calibrated.
    await eventually(async () => Math.round((await paper.boundingBox())!.width), Math.round((296 / 111) * 96));
    await eventually(() => Promise.resolve(new URL(page.url()).search), '?colours=panel&size=real');
    expect(await axe(page)).toEqual([]);
  });

  test('of a label that is not there says so', async () => {
    const page = await shelf('/absent');
    await page.getByText('“absent” is not on this shelf.').waitFor();
  });
});

describe('what is changed', () => {
  test('labels are added from a range, and that is taken back', async () => {
    const page = await shelf();
    await page.getByRole('button', { name: 'Add labels' }).click();
    const dialog = page.getByRole('dialog');
    await eventually(() => page.evaluate('document.activeElement.name'), 'ids');
    await page.keyboard.type('new-1…new-3, dairy-1, ä');
    await dialog.getByRole('button', { name: 'Add 3 labels' }).click();
    await dialog.getByText('Not an id or a range: ä.').waitFor();
    await dialog.getByLabel('Ids of the labels').fill('new-1…new-3, dairy-1');
    await dialog.getByText('One is on the shelf already').waitFor();
    await dialog.getByRole('button', { name: /^Panel: / }).click();
    const chooser = page.getByRole('dialog', { name: 'Panel', exact: true });
    await chooser.getByRole('searchbox').fill('waveshare-4.2-b');
    await chooser.getByRole('listbox').getByRole('option').click();
    await dialog.getByLabel('Layout').selectOption('promotion');
    await dialog.getByRole('button', { name: 'Add 3 labels' }).click();
    await page.getByText('Added 3 labels').waitFor();
    await page.getByRole('row', { name: 'New 3 labels' }).waitFor();
    expect((await call(api('labels/new-2'))).body.label).toMatchObject({
      device: 'waveshare-4.2-b',
      layout: 'promotion',
    });
    await page.locator('.said-here').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back: 3 labels are gone').waitFor();
    expect((await call(api('labels/new-2'))).status).toBe(404);
  });

  test('a deletion waits, and is taken back; or is done when the page is left', async () => {
    await bind('old-1');
    await bind('old-2');
    const page = await shelf('/old-1');
    await rail(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted old-1').waitFor();
    expect(await tile(page, 'old-1').count()).toBe(0);
    expect((await call(api('labels/old-1'))).status).toBe(200);
    await page.locator('.said-here').getByRole('button', { name: 'Undo' }).click();
    await tile(page, 'old-1').waitFor();
    await tile(page, 'old-2').click();
    await rail(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted old-2').waitFor();
    await page.goto('about:blank');
    await eventually(async () => (await call(api('labels/old-2'))).status, 404);
    expect((await call(api('labels/old-1'))).status).toBe(200);
  });

  test('a label gets another binding, is refused with words at the field, and gets the first one again', async () => {
    const page = await shelf('/dairy-4');
    await rail(page).getByRole('button', { name: 'Bind again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Layout').selectOption('promotion');
    await dialog.getByLabel('Previous price').fill('abc');
    await dialog.getByRole('button', { name: 'Bind', exact: true }).click();
    await dialog.getByText('Refused: dairy-4 is bound as before').waitFor();
    await dialog.getByLabel('Previous price').fill('9.99');
    await dialog.getByRole('button', { name: 'Bind', exact: true }).click();
    await page.locator('.said-here').getByText('Bound dairy-4').waitFor();
    expect((await call(api('labels/dairy-4'))).body.label).toMatchObject({
      layout: 'promotion',
      data: { previous_price: '9.99' },
    });
    await page.locator('.said-here').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('dairy-4 is bound as before').waitFor();
    expect((await call(api('labels/dairy-4'))).body.label.layout).toBe('standard');
  });
});

describe('several labels', () => {
  const checkbox = (page: Page, id: string): Locator =>
    page.getByRole('checkbox', { name: `Select ${id}`, exact: true });
  const bar = (page: Page): Locator => page.getByRole('group', { name: 'The selected labels' });
  const note = (page: Page): Locator => page.locator('.said-here');
  const bound = async (id: string) => {
    const { device, layout, locale, currency, data } = (await call(api(`labels/${id}`))).body.label;
    return { device, layout, locale, currency, data };
  };
  const offer = { layout: 'promotion', locale: 'de-DE', currency: 'CHF', data: { previous_price: '9.99' } };

  beforeAll(async () => {
    for (const id of ['crate-1', 'crate-2', 'crate-3', 'crate-4']) {
      await bind(id, id === 'crate-2' ? offer : {});
      await update(id, { price: '3.50', product_name: `Crate, "${id}"` });
    }
    await bind('crate-5', { device: 'waveshare-4.2-b' });
  });

  test('are selected by mouse and keys; only the pressed tile is drawn again', async () => {
    const page = await shelf('?q=crate');
    await tile(page, 'crate-1').hover();
    await checkbox(page, 'crate-1').click();
    await bar(page).getByText('1 selected').waitFor();
    await checkbox(page, 'crate-3').click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 selected').waitFor();
    expect(await checkbox(page, 'crate-2').isChecked()).toBe(true);
    await tile(page, 'crate-4').click({ modifiers: ['Shift'] });
    await bar(page).getByText('4 selected').waitFor();
    expect(new URL(page.url()).pathname).toBe('/shelf');
    await checkbox(page, 'crate-2').click({ modifiers: ['Shift'] });
    await bar(page).getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => page.getByRole('checkbox', { checked: true }).count(), 0);

    await tile(page, 'crate-1').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await bar(page).getByText('3 selected').waitFor();
    // The next key may come before the next frame.
    const moved = await page.evaluate(`(async () => {
      const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const seen = [];
      for (const key of ['ArrowLeft', 'ArrowRight']) {
        press(key);
        await new Promise(queueMicrotask);
        seen.push(document.activeElement.dataset.id);
      }
      return seen;
    })()`);
    expect(moved).toEqual(['crate-2', 'crate-3']);
    // Each drawing of a tile writes its price.
    await page.evaluate(`window.drawn = 0;
      Intl.NumberFormat = new Proxy(Intl.NumberFormat, { construct: (real, given) => (drawn++, new real(...given)) });`);
    await page.keyboard.press('Space');
    await bar(page).getByText('2 selected').waitFor();
    expect(await page.evaluate('drawn')).toBe(1);
    await page.keyboard.press('Control+a');
    await bar(page).getByText('5 selected').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate('document.activeElement.dataset.id'), 'crate-3');
    expect(await bar(page).getByRole('button').count()).toBe(0);

    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+a');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  test('get what is changed and keep all else, also while the server wants a pause, and get their bindings back', async () => {
    const page = await shelf('?q=crate', { hasClock: true });
    const before = await Promise.all(['crate-1', 'crate-2', 'crate-3'].map(bound));
    for (const id of ['crate-1', 'crate-2', 'crate-3']) {
      await tile(page, id).hover();
      await checkbox(page, id).click();
    }
    await bar(page).getByRole('button', { name: 'Bind again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bind 3 labels again' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await bar(page).getByText('3 selected').waitFor();
    await eventually(() => page.evaluate('document.activeElement?.innerText.trim()'), 'Bind again');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Panel: Unchanged: .*2\.9/ }).click();
    const chooser = page.getByRole('dialog', { name: 'Panel', exact: true });
    await chooser.getByRole('searchbox').fill('waveshare-4.2-b');
    await chooser.getByRole('listbox').getByRole('option').click();
    expect(await dialog.getByLabel('Layout').locator('option').first().textContent()).toBe(
      'Unchanged: 2 different ones',
    );
    expect(await axe(page)).toEqual([]);
    let late = 0;
    await page.route('**/labels/crate-1', (route) =>
      route.request().method() !== 'PUT' || late++ > 0
        ? route.continue()
        : route.fulfill({ status: 429, headers: { 'Retry-After': '9' }, json: { code: 'RATE_LIMITED' } }),
    );
    await dialog.getByRole('button', { name: 'Bind 3 labels again' }).click();
    await note(page)
      .getByText(/^The server is at its limit/)
      .waitFor();
    await passUntil(note(page).getByText('Bound 3 labels'));
    const panel = { device: 'waveshare-4.2-b' };
    const after = await Promise.all(['crate-1', 'crate-2', 'crate-3'].map(bound));
    expect(after).toEqual(before.map((binding) => ({ ...binding, ...panel })));
    await note(page).getByRole('button', { name: 'Undo' }).click();
    await note(page).getByText('3 labels are bound as before').waitFor();
    expect(await Promise.all(['crate-1', 'crate-2', 'crate-3'].map(bound))).toEqual(before);

    await bar(page).getByRole('button', { name: 'Bind again' }).click();
    await dialog.getByLabel('Layout').selectOption('promotion');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Bind 3 labels again' }).click();
    await note(page).getByText('Bound crate-2').waitFor();
    await note(page).getByText('2 refused:').waitFor();
    await note(page)
      .getByText(/^Previous price: The label needs it/)
      .waitFor();
    expect((await note(page).getByRole('link').allTextContents()).sort()).toEqual(['crate-1', 'crate-3']);
    expect(await axe(page)).toEqual([]);
  });

  test('are saved as a file, and as pictures', async () => {
    const page = await shelf('?q=crate');
    await tile(page, 'crate-2').focus();
    await page.keyboard.press('Control+a');
    const downloaded = async (name: string): Promise<Buffer> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        bar(page).getByRole('button', { name }).click(),
      ]);
      return readFile(await file.path());
    };
    const csv = String(await downloaded('Download as CSV'));
    expect(csv.split('\r\n')[2]).toBe('crate-2,"Crate, ""crate-2""",3.50,1 L,,solum-m2-2.9-bwr,promotion,de-DE,CHF');
    await note(page).getByText('Downloaded 4 labels').waitFor();
    await note(page).getByText('Still blank.').waitFor();
    await note(page).getByRole('link', { name: 'crate-5' }).waitFor();
    const files = unzipSync(await downloaded('Download as PNG'));
    expect(Object.keys(files).sort()).toEqual([1, 2, 3, 4, 5].map((i) => `crate-${i}.png`));
    const shown = await fetch(api('labels/crate-1/image.png?at=now'));
    expect(Buffer.from(files['crate-1.png']!).equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
    await page.route('**/labels/crate-3/image.png*', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '99' }, json: { code: 'RATE_LIMITED' } }),
    );
    await bar(page).getByRole('button', { name: 'Download as PNG' }).click();
    const [rest] = await Promise.all([
      page.waitForEvent('download'),
      note(page).getByRole('button', { name: 'Stop' }).click(),
    ]);
    expect(Object.keys(unzipSync(await readFile(await rest.path())))).not.toContain('crate-3.png');
    await note(page).getByText('1 not sent').waitFor();
  });

  test('are deleted a moment later, also those that a search leaves out; what is refused stays and is named', async () => {
    const page = await shelf('', { hasClock: true });
    await tile(page, 'default').focus();
    await page.keyboard.press('Space');
    await page.getByRole('searchbox').fill('crate');
    await bar(page).getByText('1 selected, 1 of them not shown').waitFor();
    for (const id of ['crate-1', 'crate-3']) {
      await tile(page, id).hover();
      await checkbox(page, id).click();
    }
    const remove = bar(page).getByRole('button', { name: 'Delete' });
    await remove.click();
    await note(page).getByText('3 labels go in a moment').waitFor();
    await eventually(() => page.evaluate('document.activeElement.dataset.id'), 'crate-2');
    await note(page).getByRole('button', { name: 'Undo' }).click();
    await note(page).getByText('3 labels stay').waitFor();
    await tile(page, 'crate-1').waitFor();
    await remove.click();
    await passUntil(note(page).getByText('Deleted 2 of 3 labels'));
    await note(page).getByText('The label “default” always stays.').waitFor();
    await bar(page).getByText('1 selected, 1 of them not shown').waitFor();
    await bind('crate-1');
    await tile(page, 'crate-1').waitFor();
    expect(await checkbox(page, 'crate-1').isChecked()).toBe(false);
    await call(api('labels/crate-1'), { method: 'DELETE' });
    for (const [id, status] of [
      ['crate-1', 404],
      ['crate-2', 200],
      ['crate-3', 404],
      ['default', 200],
    ] as const)
      expect((await call(api(`labels/${id}`))).status).toBe(status);
  });

  test('of which too many wait for their deletion when the page is left stay, and the next visit says so', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `box-${i + 1}`);
    for (const id of ids) await bind(id);
    const statuses = async () =>
      new Set(await Promise.all(ids.map(async (id) => (await call(api(`labels/${id}`))).status)));
    const page = await shelf('?q=box-');
    page.on('dialog', (dialog) => void dialog.accept());
    await tile(page, 'box-1').focus();
    await page.keyboard.press('Control+a');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await note(page).getByText('12 labels go in a moment').waitFor();
    await page.reload();
    await note(page).getByText('12 labels were not deleted, as the page was left').waitFor();
    expect([...(await statuses())]).toEqual([200]);
    await note(page).getByRole('button', { name: 'Delete' }).click();
    await note(page).getByText('Deleted 12 labels').waitFor();
    expect([...(await statuses())]).toEqual([404]);
    await page.goto(`${site.server.url}/shelf`);
    await tile(page, 'dairy-1').waitFor();
    expect(await note(page).count()).toBe(0);
  });

  test('are selected on a phone: each place to press has 44 pixels', async () => {
    const options = { hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } } as const;
    const page = await shelf('?q=crate', { ...options, colorScheme: 'dark', reducedMotion: 'reduce' });
    await checkbox(page, 'crate-2').tap();
    await bar(page).getByText('1 selected').waitFor();
    const places = page.locator('.tile .pick, .picked .button');
    for (const place of await places.all()) {
      const { width, height } = (await place.boundingBox())!;
      expect([width >= 44, height >= 44]).toEqual([true, true]);
    }
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });
});

describe('everybody', () => {
  test.each(
    share(
      [
        ['light', 1280, ''],
        ['dark', 375, ''],
        ['dark', 1280, '/cheese-1?view=difference&revision=1'],
        ['light', 375, '/cheese-1?tool=code'],
      ] as const,
      4,
      2,
    ),
  )('axe finds nothing in the %s scheme at %i pixels', async (colorScheme, width, path) => {
    const options = { colorScheme, viewport: { width, height: 812 }, reducedMotion: 'reduce' } as const;
    const page = await open(
      options,
      `${site.server.url}/shelf${path}`,
      width < 1024 && path !== '' ? '.page .case' : '.tile img',
    );
    if (path.includes('difference'))
      await rail(page)
        .getByText(/pixels differ/)
        .waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

test('the shelf says that its server is gone, and shows what happened meanwhile when it is back', async () => {
  const own = await startHere({ RATE_LIMIT: '100' });
  const page = await open({ hasClock: true }, `${own.url}/shelf`, '.tile');
  await own.stop();
  await page.getByText('The shelf is as it was last heard of.').waitFor();
  const again = await startHere({ RATE_LIMIT: '100', PORT: String(own.port) });
  await call(`${again.url}/api/esl/update`, { body: { ...milk, product_name: 'Another store' } });
  await passUntil(page.getByRole('link', { name: /^default, Another store/ }));
  expect(await page.getByText('The shelf is as it was last heard of.').count()).toBe(0);
  await page.close();
  await again.stop();
});

test('a fifth tab says that it is not live, shows the shelf all the same, and goes on when another is closed', async () => {
  const others = Array.from({ length: 4 }, () => new AbortController());
  // The tabs of the test before may still be open.
  for (const { signal } of others) await eventually(async () => (await fetch(api('events'), { signal })).status, 200);
  await bind('fifth-1');
  const options = { hasClock: true, viewport: { width: 375, height: 812 } };
  const page = await open(options, `${site.server.url}/shelf/fifth-1`, '.page .case');
  const note = rail(page).getByText('Not live: 4 tabs are open already');
  await note.waitFor();
  await rail(page)
    .getByText(/Trying again in [1-5] s\./)
    .waitFor();
  await page.locator('.header').getByText('Not live').waitFor();
  others[0]!.abort();
  await passUntil(page.locator('.connection[data-state=live]'));
  expect(await note.count()).toBe(0);
  await update('fifth-1');
  await rail(page).getByText('Revision 1 of 1').waitFor();
  for (const other of others) other.abort();
});

test('a panel that refreshes flashes, but not for people who want no motion', async () => {
  // 15 s of the panel are 2 s here.
  const own = await startHere({ RATE_LIMIT: '100', REFRESH_SPEED: '7.5' });
  const asked: Record<'reduce' | 'no-preference', number> = { reduce: 0, 'no-preference': 0 };
  const pages: Page[] = [];
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const page = await open({ reducedMotion }, `${own.url}/shelf`, '.tile img');
    page.on('request', (request) => {
      if (request.url().endsWith('/refresh.png')) asked[reducedMotion]++;
    });
    pages.push(page);
  }
  // In a narrow window there is only the page of the label.
  const large = await open({ viewport: { width: 800, height: 900 } }, `${own.url}/shelf/default`, '.page .paper img');
  const pictures: string[] = [];
  large.on('request', (request) => {
    const [, picture] = /default\/(\w+\.png)/.exec(request.url()) ?? [];
    if (picture !== undefined) pictures.push(picture);
  });
  await call(`${own.url}/api/esl/update`, { body: milk });
  await large
    .locator('.page .state')
    .getByText(/^[1-9]\d* s left$/)
    .waitFor();
  for (const page of pages) {
    await page.getByRole('link', { name: 'default refreshing, Organic whole milk' }).waitFor();
    await page.getByRole('button', { name: 'Refreshing 1' }).waitFor();
  }
  await pages[0]!.getByRole('link', { name: /^default, Organic whole milk/ }).waitFor();
  expect(asked).toEqual({ reduce: 0, 'no-preference': 1 });
  await large.getByText('Displayed').waitFor();
  await eventually(() => Promise.resolve(pictures), ['refresh.png', 'image.png']);
  for (const page of [...pages, large]) await page.close();
  await own.stop();
}, 30_000);
