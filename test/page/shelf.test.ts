import { beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { share } from '../support/labels/share.js';
import {
  axe,
  downloaded,
  eventually,
  keys,
  type OpenOptions,
  passUntil,
  pathOf,
  press,
  says,
  searchOf,
  shownPixels,
  useSite,
} from '../support/page.js';
import { exampleLayout } from '../../server/http/layout-example.js';
import { startHere } from '../support/here.js';
import { call, milk } from '../support/server.js';

const site = useSite();
const { api, open } = site;
const bind = (id: string, body: object = {}) => site.put(`labels/${id}`, body);
const update = (id: string, fields: object = {}, headers: Record<string, string> = {}) =>
  api(`labels/${id}/update`, { body: { ...milk, ...fields }, headers });
const labelOf = async (id: string) => (await api(`labels/${id}`)).body.label;
const statusOf = async (id: string) => (await api(`labels/${id}`)).status;
const shelf = (path = '', options: OpenOptions = {}) => open(`/shelf${path}`, { sight: '.tile', ...options });
const tile = (page: Page, id: string): Locator => page.locator(`.tile a[data-id="${id}"]`);
const rail = (page: Page): Locator => page.locator('.shelf > .page');
const note = (page: Page): Locator => page.locator('.said-here');
/** The label that has the focus. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.dataset.id');

async function choosePanel(page: Page, name: RegExp, id: string): Promise<void> {
  await press(page.getByRole('dialog'), name);
  const chooser = page.getByRole('dialog', { name: 'Panel', exact: true });
  await chooser.getByRole('searchbox').fill(id);
  await chooser.getByRole('listbox').getByRole('option').click();
}

beforeAll(async () => {
  for (let i = 1; i <= 12; i++) {
    await bind(`dairy-${i}`, i === 3 ? { device: 'waveshare-4.2-b' } : {});
    const product_name = i === 2 ? '<img src=x onerror=alert(1)>' : `Milk ${i}`;
    await update(`dairy-${i}`, { price: `${i}.49`, product_name });
  }
  await bind('cheese-1');
  for (const price of ['5.29', '5.09', '4.99']) await update('cheese-1', { price, product_name: 'Mountain cheese' });
});

describe('the shelf', () => {
  test('shows all labels in groups, at their true size to each other, and follows them', async () => {
    const page = await shelf();
    await page.getByRole('row', { name: 'Dairy 12 labels' }).waitFor();
    await page.locator('.tile img').nth(5).waitFor();
    const widthOf = async (id: string) => (await tile(page, id).locator('img').boundingBox())!.width;
    // 66.9 and 84.8 mm wide.
    expect((await widthOf('dairy-3')) / (await widthOf('dairy-1'))).toBeCloseTo(84.8 / 66.9, 1);
    const picture = () => tile(page, 'dairy-1').locator('img').getAttribute('src');
    const before = await picture();
    await update('dairy-1', { price: '7.77' });
    await page.getByRole('link', { name: /^dairy-1, Organic whole milk, \$7\.77/ }).waitFor();
    await eventually(async () => (await picture()) !== before, true);
    for (const id of ['eggs-1', 'eggs-2']) await bind(id);
    await page.getByRole('row', { name: 'Eggs 2 labels' }).waitFor();
    for (const id of ['eggs-1', 'eggs-2']) await site.remove(`labels/${id}`);
    await page.getByRole('row', { name: 'Eggs 2 labels' }).waitFor({ state: 'detached' });
  });

  test('says what a tag does, and lets one see those that are away', async () => {
    await bind('far-1');
    await update('far-1', { price: '1.11' }, { 'X-ESL-Simulate': 'offline' });
    const page = await shelf('', { hasClock: true });
    await page.getByRole('link', { name: 'far-1 offline' }).waitFor();
    await press(page, 'Offline 1');
    await eventually(() => page.locator('.tile').count(), 1);
    await eventually(() => searchOf(page), '?state=offline');
    await site.remove('labels/far-1');
    await passUntil(page.getByText('No label fits this search.'));
  });

  test('finds by name, number and price as the shop writes it, and keeps that in the address', async () => {
    const page = await shelf();
    for (const [typed, count] of [
      ['mountain', 1],
      ['12,49', 1],
      ['dairy 3.49', 1],
      ['<img', 1],
      ['nothing at all', 0],
      ['milk 5', 1],
    ] as const) {
      await page.getByRole('searchbox').fill(typed);
      await eventually(() => page.locator('.tile').count(), count);
    }
    await eventually(() => searchOf(page), '?q=milk+5');
    await page.reload();
    await eventually(() => page.locator('.tile').count(), 1);
  });

  test('is walked by arrows; Enter opens a label, and the browser goes back', async () => {
    const page = await shelf();
    await tile(page, 'dairy-1').focus();
    await page.keyboard.press('ArrowRight');
    await eventually(() => focused(page), 'dairy-2');
    await page.keyboard.press('ArrowDown');
    await eventually(async () => (await focused(page)) !== 'dairy-2', true);
    await page.keyboard.press('ArrowUp');
    await eventually(() => focused(page), 'dairy-2');
    await page.keyboard.press('Home');
    await eventually(() => focused(page), 'dairy-1');
    expect(await page.locator('.tile a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await rail(page).getByRole('heading', { name: 'dairy-1' }).waitFor();
    expect(pathOf(page)).toBe('/shelf/dairy-1');
    await page.goBack();
    await rail(page).getByRole('heading', { name: 'dairy-1' }).waitFor({ state: 'detached' });
  });

  test('is a table with the same labels, by keys too, that stays after a reload, below the names of its columns', async () => {
    const page = await shelf();
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    const line = page.getByRole('row').filter({ has: tile(page, 'dairy-3') });
    const cells = ['Milk 3', '$3.49', 'Waveshare 4.2″ B 400×300 BWR', 'Standard', 'Displayed'];
    await eventually(async () => (await line.getByRole('gridcell').allInnerTexts()).slice(1), cells);
    const heads = ['Label on the shelf', 'Product name', 'Price', 'Panel', 'Layout', 'State'];
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(heads);
    await update('dairy-3', { price: '3.59', product_name: 'Milk 3' });
    await says(line, '$3.59');
    await tile(page, 'dairy-3').focus();
    await keys(page, 'ArrowDown', 'Space', 'Shift+ArrowDown');
    await says(page, '2 selected');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await eventually(() => pathOf(page), '/shelf/dairy-5');
    await page.reload();
    await page.getByRole('columnheader').first().waitFor();

    await page.setViewportSize({ width: 1280, height: 480 });
    await tile(page, 'cheese-1').focus();
    for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowUp');
    const head = (await page.locator('.columns').boundingBox())!;
    expect((await page.locator('.rail:has(:focus)').boundingBox())!.y).toBeGreaterThanOrEqual(head.y + head.height);

    await page.getByRole('radio', { name: 'Small' }).check({ force: true });
    await page.getByRole('columnheader').first().waitFor({ state: 'detached' });
    await eventually(async () => Math.round((await tile(page, 'dairy-3').boundingBox())!.width), 101);
  });
});

describe('the page of a label', () => {
  test('shows what it showed, and which pixels differ between any two revisions', async () => {
    const page = await shelf('/cheese-1?view=difference&revision=1');
    await says(rail(page), /^\d+ pixels differ$/);
    await says(rail(page), 'Between them $5.29 became $4.99.');
    const all = await rail(page).locator('.legend').textContent();
    await rail(page).getByLabel('Compared with').selectOption('2');
    await says(rail(page), 'Between them $5.29 became $5.09.');
    await eventually(async () => (await rail(page).locator('.legend').textContent()) !== all, true);
    const slider = rail(page).getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    const place = async () => (await slider.getAttribute('aria-valuetext'))?.split(',')[0];
    await eventually(place, 'Revision 2 of 3');
    await says(rail(page), '0 pixels differ');
    await eventually(() => searchOf(page), '?revision=2&against=2&history=difference');
  });

  test('names an old revision with the currency that it had, has the calls that change it, or says that it is absent', async () => {
    await bind('wine-1', { locale: 'de-DE', currency: 'EUR' });
    await update('wine-1', { product_name: '<img src=x onerror=alert(1)>' });
    await bind('wine-1');
    await update('wine-1', { product_name: '<img src=x onerror=alert(1)>', price: '4.50' });
    const page = await shelf('/wine-1?revision=1&view=revision&tool=code');
    await rail(page)
      .getByRole('img', { name: /, 3,50\s€, / })
      .waitFor();
    const code = rail(page).locator('.calls pre');
    const hasCode = (part: string) => eventually(async () => (await code.textContent())?.includes(part), true);
    await hasCode('<img src=x onerror=alert(1)>');
    await rail(page).getByRole('radio', { name: 'Python' }).check();
    await hasCode('import json');
    await rail(page).getByRole('radio', { name: 'Delete' }).check();
    await hasCode('method="DELETE"');
    await page.goto(`${site.server.url}/shelf/absent`);
    await says(page, '“absent” is not on this shelf.');
    await site.remove('labels/wine-1');
  });

  test('lists what this client has sent, and why it was refused', async () => {
    const page = await shelf('/cheese-1', { hasClock: true });
    await update('cheese-1', { price: '4,99' });
    const entry = rail(page).locator('.requests details').first();
    await passUntil(entry.getByText('Refused: Price'));
    await entry.locator('summary').click();
    await says(entry.locator('.whole .wrong'), /4,99/);
    expect(await entry.textContent()).toContain('"price":"4,99"');
    expect(await rail(page).locator('.requests details').getByText('dairy').count()).toBe(0);
    await site.put('layouts/own', exampleLayout);
    await rail(page).getByLabel('All labels').check();
    await passUntil(rail(page).locator('summary').first().getByText('PUT /api/esl/layouts/own'));
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
    await press(rail(page), 'As seen');
    await eventually(async () => (await shownPixels(page)) !== before, true);
    await press(rail(page), 'Real size');
    // 111 dpi at 96 dpi, as the screen is not calibrated.
    await eventually(async () => Math.round((await paper.boundingBox())!.width), Math.round((296 / 111) * 96));
    await eventually(() => searchOf(page), '?colours=panel&size=real');
    expect(await axe(page)).toEqual([]);
  });
});

describe('what is changed', () => {
  test('labels are added from a range, and that is taken back', async () => {
    const page = await shelf();
    await press(page, 'Add labels');
    const dialog = page.getByRole('dialog');
    await eventually(() => page.evaluate('document.activeElement.name'), 'ids');
    await page.keyboard.insertText('new-1…new-3, dairy-1, ä');
    await press(dialog, 'Add 3 labels');
    await says(dialog, 'Not an id or a range: ä.');
    await dialog.getByLabel('Ids of the labels').fill('new-1…new-3, dairy-1');
    await says(dialog, 'One is on the shelf already');
    await choosePanel(page, /^Panel: /, 'waveshare-4.2-b');
    await dialog.getByLabel('Layout').selectOption('promotion');
    await press(dialog, 'Add 3 labels');
    await says(page, 'Added 3 labels');
    await page.getByRole('row', { name: 'New 3 labels' }).waitFor();
    expect(await labelOf('new-2')).toMatchObject({ device: 'waveshare-4.2-b', layout: 'promotion' });
    await press(note(page), 'Undo');
    await says(page, 'Taken back: 3 labels are gone');
    expect(await statusOf('new-2')).toBe(404);
  });

  test('a deletion waits, and is taken back; or is done when the page is left', async () => {
    for (const id of ['old-1', 'old-2']) await bind(id);
    const page = await shelf('/old-1');
    await press(rail(page), 'Delete');
    await says(page, 'Deleted old-1');
    expect([await tile(page, 'old-1').count(), await statusOf('old-1')]).toEqual([0, 200]);
    await press(note(page), 'Undo');
    await tile(page, 'old-1').waitFor();
    await tile(page, 'old-2').click();
    await press(rail(page), 'Delete');
    await says(page, 'Deleted old-2');
    await page.goto('about:blank');
    await eventually(() => statusOf('old-2'), 404);
    expect(await statusOf('old-1')).toBe(200);
  });

  test('a label gets another binding, is refused with words at the field, and gets the first one again', async () => {
    const page = await shelf('/dairy-4');
    await press(rail(page), 'Bind again');
    const dialog = page.getByRole('dialog');
    const bindWith = async (price: string) => {
      await dialog.getByLabel('Previous price').fill(price);
      await dialog.getByRole('button', { name: 'Bind', exact: true }).click();
    };
    await dialog.getByLabel('Layout').selectOption('promotion');
    await bindWith('abc');
    await says(dialog, 'Refused: dairy-4 is bound as before');
    await bindWith('9.99');
    await says(note(page), 'Bound dairy-4');
    expect(await labelOf('dairy-4')).toMatchObject({ layout: 'promotion', data: { previous_price: '9.99' } });
    await press(note(page), 'Undo');
    await says(page, 'dairy-4 is bound as before');
    expect((await labelOf('dairy-4')).layout).toBe('standard');
  });
});

describe('several labels', () => {
  const checkbox = (page: Page, id: string): Locator =>
    page.getByRole('checkbox', { name: `Select ${id}`, exact: true });
  const bar = (page: Page): Locator => page.getByRole('group', { name: 'The selected labels' });
  const crates = ['crate-1', 'crate-2', 'crate-3'];
  const bindings = () =>
    Promise.all(
      crates.map(async (id) => {
        const { device, layout, locale, currency, data } = await labelOf(id);
        return { device, layout, locale, currency, data };
      }),
    );
  async function pick(page: Page, ...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await tile(page, id).hover();
      await checkbox(page, id).click();
    }
  }
  const offer = { layout: 'promotion', locale: 'de-DE', currency: 'CHF', data: { previous_price: '9.99' } };

  beforeAll(async () => {
    for (const id of [...crates, 'crate-4']) {
      await bind(id, id === 'crate-2' ? offer : {});
      await update(id, { price: '3.50', product_name: `Crate, "${id}"` });
    }
    await bind('crate-5', { device: 'waveshare-4.2-b' });
  });

  test('are selected by mouse and keys; only the pressed tile is drawn again', async () => {
    const page = await shelf('?q=crate');
    const selects = (count: number) => says(bar(page), `${count} selected`);
    await pick(page, 'crate-1');
    await selects(1);
    await checkbox(page, 'crate-3').click({ modifiers: ['Shift'] });
    await selects(3);
    expect(await checkbox(page, 'crate-2').isChecked()).toBe(true);
    await tile(page, 'crate-4').click({ modifiers: ['Shift'] });
    await selects(4);
    expect(pathOf(page)).toBe('/shelf');
    await checkbox(page, 'crate-2').click({ modifiers: ['Shift'] });
    await selects(2);
    await page.keyboard.press('Escape');
    await eventually(() => page.getByRole('checkbox', { checked: true }).count(), 0);

    await tile(page, 'crate-1').focus();
    await keys(page, 'Space', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await selects(3);
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
    await selects(2);
    expect(await page.evaluate('drawn')).toBe(1);
    await page.keyboard.press('Control+a');
    await selects(5);
    await keys(page, 'Tab', 'Tab', 'Enter');
    await eventually(() => focused(page), 'crate-3');
    expect(await bar(page).getByRole('button').count()).toBe(0);

    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+a');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  test('get what is changed and keep all else, also while the server wants a pause, and get their bindings back', async () => {
    const page = await shelf('?q=crate', { hasClock: true });
    const before = await bindings();
    await pick(page, ...crates);
    await press(bar(page), 'Bind again');
    const dialog = page.getByRole('dialog', { name: 'Bind 3 labels again' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await says(bar(page), '3 selected');
    await eventually(() => page.evaluate('document.activeElement?.innerText.trim()'), 'Bind again');
    await page.keyboard.press('Enter');
    await choosePanel(page, /^Panel: Unchanged: .*2\.9/, 'waveshare-4.2-b');
    const unchanged = await dialog.getByLabel('Layout').locator('option').first().textContent();
    expect(unchanged).toBe('Unchanged: 2 different ones');
    expect(await axe(page)).toEqual([]);
    let late = 0;
    await page.route('**/labels/crate-1', (route) =>
      route.request().method() !== 'PUT' || late++ > 0
        ? route.continue()
        : route.fulfill({ status: 429, headers: { 'Retry-After': '9' }, json: { code: 'RATE_LIMITED' } }),
    );
    await press(dialog, 'Bind 3 labels again');
    await says(note(page), /^The server is at its limit/);
    await passUntil(note(page).getByText('Bound 3 labels'));
    expect(await bindings()).toEqual(before.map((binding) => ({ ...binding, device: 'waveshare-4.2-b' })));
    await press(note(page), 'Undo');
    await says(note(page), '3 labels are bound as before');
    expect(await bindings()).toEqual(before);

    await press(bar(page), 'Bind again');
    await dialog.getByLabel('Layout').selectOption('promotion');
    await page.keyboard.press('Tab');
    await press(dialog, 'Bind 3 labels again');
    for (const text of ['Bound crate-2', '2 refused:', /^Previous price: The label needs it/])
      await says(note(page), text);
    expect((await note(page).getByRole('link').allTextContents()).sort()).toEqual(['crate-1', 'crate-3']);
    expect(await axe(page)).toEqual([]);
  });

  test('are saved as a file, and as pictures', async () => {
    const page = await shelf('?q=crate');
    await tile(page, 'crate-2').focus();
    await page.keyboard.press('Control+a');
    const download = async (name: string) => (await downloaded(page, bar(page).getByRole('button', { name }))).bytes;
    const csv = String(await download('Download as CSV'));
    expect(csv.split('\r\n')[2]).toBe('crate-2,"Crate, ""crate-2""",3.50,1 L,,solum-m2-2.9-bwr,promotion,de-DE,CHF');
    await says(note(page), 'Downloaded 4 labels');
    await says(note(page), 'Still blank.');
    await note(page).getByRole('link', { name: 'crate-5' }).waitFor();
    const files = unzipSync(await download('Download as PNG'));
    expect(Object.keys(files).sort()).toEqual([1, 2, 3, 4, 5].map((i) => `crate-${i}.png`));
    const shown = await fetch(`${site.server.url}/api/esl/labels/crate-1/image.png?at=now`);
    expect(Buffer.from(files['crate-1.png']!).equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
    await page.route('**/labels/crate-3/image.png*', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '99' }, json: { code: 'RATE_LIMITED' } }),
    );
    await press(bar(page), 'Download as PNG');
    const rest = await downloaded(page, note(page).getByRole('button', { name: 'Stop' }));
    expect(Object.keys(unzipSync(rest.bytes))).not.toContain('crate-3.png');
    await says(note(page), '1 not sent');
  });

  test('are deleted a moment later, also those that a search leaves out; what is refused stays and is named', async () => {
    const page = await shelf('', { hasClock: true });
    await tile(page, 'default').focus();
    await page.keyboard.press('Space');
    await page.getByRole('searchbox').fill('crate');
    await says(bar(page), '1 selected, 1 of them not shown');
    await pick(page, 'crate-1', 'crate-3');
    await press(bar(page), 'Delete');
    await says(note(page), '3 labels go in a moment');
    await eventually(() => focused(page), 'crate-2');
    await press(note(page), 'Undo');
    await says(note(page), '3 labels stay');
    await tile(page, 'crate-1').waitFor();
    await press(bar(page), 'Delete');
    await passUntil(note(page).getByText('Deleted 2 of 3 labels'));
    await says(note(page), 'The label “default” always stays.');
    await says(bar(page), '1 selected, 1 of them not shown');
    await bind('crate-1');
    await tile(page, 'crate-1').waitFor();
    expect(await checkbox(page, 'crate-1').isChecked()).toBe(false);
    await site.remove('labels/crate-1');
    const statuses = await Promise.all([...crates, 'default'].map(statusOf));
    expect(statuses).toEqual([404, 200, 404, 200]);
  });

  test('of which too many wait for their deletion when the page is left stay, and the next visit says so', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `box-${i + 1}`);
    for (const id of ids) await bind(id);
    const statuses = async () => [...new Set(await Promise.all(ids.map(statusOf)))];
    const page = await shelf('?q=box-', { hasClock: true });
    page.on('dialog', (dialog) => void dialog.accept());
    await tile(page, 'box-1').focus();
    await page.keyboard.press('Control+a');
    await press(bar(page), 'Delete');
    await says(note(page), '12 labels go in a moment');
    await page.reload();
    await says(note(page), '12 labels were not deleted, as the page was left');
    expect(await statuses()).toEqual([200]);
    await press(note(page), 'Delete');
    await passUntil(note(page).getByText('Deleted 12 labels'));
    expect(await statuses()).toEqual([404]);
    await page.goto(`${site.server.url}/shelf`);
    await tile(page, 'dairy-1').waitFor();
    expect(await note(page).count()).toBe(0);
  });

  test('are selected on a phone: each place to press has 44 pixels', async () => {
    const phone = { hasTouch: true, isMobile: true, size: [375, 812] } as const;
    const page = await shelf('?q=crate', { ...phone, colorScheme: 'dark', reducedMotion: 'reduce' });
    await checkbox(page, 'crate-2').tap();
    await says(bar(page), '1 selected');
    for (const place of await page.locator('.tile .pick, .picked .button').all()) {
      const { width, height } = (await place.boundingBox())!;
      expect([width >= 44, height >= 44]).toEqual([true, true]);
    }
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });
});

describe('everybody', () => {
  const cases = [
    ['light', 1280, ''],
    ['dark', 375, ''],
    ['dark', 1280, '/cheese-1?view=difference&revision=1'],
    ['light', 375, '/cheese-1?tool=code'],
  ] as const;
  test.each(share(cases, 4, 2))('axe finds nothing in the %s scheme at %i pixels', async (colorScheme, width, path) => {
    const sight = width < 1024 && path !== '' ? '.page .case' : '.tile img';
    const page = await shelf(path, { colorScheme, size: [width, 812], reducedMotion: 'reduce', sight });
    if (path.includes('difference')) await says(rail(page), /pixels differ/);
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

test('the shelf says that its server is gone, and shows what happened meanwhile when it is back', async () => {
  const own = await startHere({ RATE_LIMIT: '100' });
  const page = await open(`${own.url}/shelf`, { hasClock: true, sight: '.tile' });
  await own.stop();
  await says(page, 'The shelf is as it was last heard of.');
  const again = await startHere({ RATE_LIMIT: '100', PORT: String(own.port) });
  await call(`${again.url}/api/esl/update`, { body: { ...milk, product_name: 'Another store' } });
  await passUntil(page.getByRole('link', { name: /^default, Another store/ }));
  expect(await page.getByText('The shelf is as it was last heard of.').count()).toBe(0);
  await page.close();
  await again.stop();
});

test('a fifth tab says that it is not live, shows the shelf all the same, and goes on when another is closed', async () => {
  const others = Array.from({ length: 4 }, () => new AbortController());
  const events = `${site.server.url}/api/esl/events`;
  // The tabs of the test before may still be open.
  for (const { signal } of others) await eventually(async () => (await fetch(events, { signal })).status, 200);
  await bind('fifth-1');
  const page = await shelf('/fifth-1', { hasClock: true, size: [375, 812], sight: '.page .case' });
  const notLive = rail(page).getByText('Not live: 4 tabs are open already');
  await notLive.waitFor();
  await says(rail(page), /Trying again in [1-5] s\./);
  await says(page.locator('.header'), 'Not live');
  others[0]!.abort();
  await passUntil(page.locator('.connection[data-state=live]'));
  expect(await notLive.count()).toBe(0);
  await update('fifth-1');
  await says(rail(page), 'Revision 1 of 1');
  for (const other of others) other.abort();
});

test('a panel that refreshes flashes, but not for people who want no motion', async () => {
  // 15 s of the panel are 2 s here.
  const own = await startHere({ RATE_LIMIT: '100', REFRESH_SPEED: '7.5' });
  const asked: Record<'reduce' | 'no-preference', number> = { reduce: 0, 'no-preference': 0 };
  const pages: Page[] = [];
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const page = await open(`${own.url}/shelf`, { reducedMotion, sight: '.tile img' });
    page.on('request', (request) => {
      if (request.url().endsWith('/refresh.png')) asked[reducedMotion]++;
    });
    pages.push(page);
  }
  // In a narrow window there is only the page of the label.
  const large = await open(`${own.url}/shelf/default`, { size: [800, 900], sight: '.page .paper img' });
  const pictures: string[] = [];
  large.on('request', (request) => {
    const [, picture] = /default\/(\w+\.png)/.exec(request.url()) ?? [];
    if (picture !== undefined) pictures.push(picture);
  });
  await call(`${own.url}/api/esl/update`, { body: milk });
  await says(large.locator('.page .state'), /^[1-9]\d* s left$/);
  for (const page of pages) {
    await page.getByRole('link', { name: 'default refreshing, Organic whole milk' }).waitFor();
    await page.getByRole('button', { name: 'Refreshing 1' }).waitFor();
  }
  await pages[0]!.getByRole('link', { name: /^default, Organic whole milk/ }).waitFor();
  expect(asked).toEqual({ reduce: 0, 'no-preference': 1 });
  await says(large, 'Displayed');
  await eventually(() => pictures, ['refresh.png', 'image.png']);
  for (const page of [...pages, large]) await page.close();
  await own.stop();
}, 30_000);
