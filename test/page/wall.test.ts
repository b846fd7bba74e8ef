import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import type { Device } from '../../devices/index.js';
import {
  axe,
  createGate,
  downloaded,
  dropFile,
  eventually,
  keys,
  press,
  says,
  searchOf,
  useSite,
} from '../support/page.js';
import { atSize, share } from '../support/labels/share.js';
import { pdfPages } from '../support/pictures/pdf-pages.js';
import { workbook } from '../support/files/workbook.js';
import { milk } from '../support/server.js';

const site = useSite();
const { open } = site;

const pictures = (page: Page): Locator => page.locator('.wall .picture');
/** Waits until all labels of the wall are drawn. Many large ones take a busy machine some seconds. */
const ready = (page: Page): Promise<void> => page.getByRole('button', { name: /^Download \d+ PNGs?$/ }).waitFor();
/** Few panels, so that a test draws little. */
const panels = ['solum-m2-2.9-bwr', 'solum-m3-1.6-bwr', 'waveshare-7.5-b-v2'];
const few = `?panels=${panels.join()}`;

async function preview(fields: object): Promise<Buffer> {
  const { body } = await site.api('preview', {
    body: { ...milk, currency: 'USD', sku: '4006381333931', ...fields },
    headers: { Accept: 'application/json' },
  });
  return Buffer.from(body.image.data_uri.split(',')[1]!, 'base64');
}

describe('a wall of panels', () => {
  test('has all of them at one scale, standing on one line each row, in the pixels of the API, and is one ZIP of them', async () => {
    const page = await open(`/wall${few}`);
    await ready(page);
    const boxes = await page.evaluate<{ width: number; bottom: number }[]>(
      `[...document.querySelectorAll('.wall .paper')].map((paper) => {
        const { width, bottom } = paper.getBoundingClientRect();
        return { width, bottom: Math.round(bottom) };
      })`,
    );
    const mm = panels.map((id) => {
      const { width, dpi } = JSON.parse(readFileSync(`devices/${id}.json`, 'utf8')) as Device;
      return (width / dpi.value) * 25.4;
    });
    const scales = boxes.map(({ width }, i) => Math.round((width / mm[i]!) * 100));
    expect(scales).toEqual([310, 310, 310]);
    expect(new Set(boxes.map(({ bottom }) => bottom)).size).toBe(1);
    const shown = await page.locator('.wall .paper img').first().getAttribute('src');
    expect(Buffer.from(shown!.split(',')[1]!, 'base64')).toEqual(await preview({ device: 'solum-m2-2.9-bwr' }));
    const { name, bytes } = await downloaded(page, page.getByRole('button', { name: 'Download 3 PNGs' }));
    expect(name).toBe('panels.zip');
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual(panels.map((id) => `${id}.png`));
    expect(Buffer.from(files['waveshare-7.5-b-v2.png']!)).toEqual(await preview({ device: 'waveshare-7.5-b-v2' }));
  });

  test('is filtered by maker and inks, with counts, and the address has the choice', async () => {
    const page = await open('/wall?maker=Hanshow');
    const choose = async (name: string, words: RegExp): Promise<void> => {
      const select = page.getByRole('combobox', { name });
      await select.selectOption((await select.locator('option', { hasText: words }).innerText()).trim());
    };
    await choose('Maker', /^Opticon \(5\)$/);
    await ready(page);
    expect(await pictures(page).count()).toBe(5);
    await choose('Inks', /^\+ red, yellow \(\d\)$/);
    await eventually(() => searchOf(page), '?maker=Opticon&inks=black+red+yellow');
    const count = await pictures(page).count();
    await page.getByRole('button', { name: `Download ${count} PNG` }).waitFor();
    await press(page, 'Choose panels');
    await page.getByRole('searchbox').fill('opticon 2.9');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await eventually(() => pictures(page).count(), 1);
    await press(page, 'Show all panels');
    expect(await pictures(page).count()).toBe(count);
  });

  test('counts what gave way, says it at each label, and shows only these when asked', async () => {
    const page = await open(`/wall${few}&sku=4006381333931&name=${'Very long name of a product '.repeat(2)}`);
    await ready(page);
    const warned = page.getByRole('button', { name: /set smaller|cut/ });
    await page
      .locator('.caption .of', { hasText: /(cut|set smaller)$/ })
      .first()
      .waitFor();
    await warned.click();
    await eventually(async () => (await pictures(page).count()) < 3, true);
    expect(await warned.getAttribute('aria-pressed')).toBe('true');
  });

  test('is gone through with the arrows; a label is opened in Preview, and downloaded', async () => {
    const page = await open(`/wall${few}&price=7.77`);
    await ready(page);
    await pictures(page).first().focus();
    await keys(page, 'ArrowRight', 'End', 'ArrowLeft', 'Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Download');
    const { name, bytes } = await downloaded(page, page.locator('button:focus'));
    expect(name).toBe('solum-m3-1.6-bwr.png');
    expect(bytes).toEqual(await preview({ device: 'solum-m3-1.6-bwr', price: '7.77' }));
    await keys(page, 'Shift+Tab', 'Enter');
    await page.locator('.preview .paper img').waitFor();
    expect(searchOf(page)).toBe('?device=solum-m3-1.6-bwr&price=7.77');
    await page.getByRole('link', { name: 'Wall', exact: true }).click();
    await page.locator('.wall .of b').waitFor();
    expect(new URL(page.url()).searchParams.get('price')).toBe('7.77');
  });

  test('is printed at true size, no label over two pages, with a line of 50 mm and nothing beside the labels', async () => {
    const page = await open('/wall?maker=Hanshow,Pricer,Pimoroni');
    await ready(page);
    const count = await page.locator('.wall .paper img').count();
    await eventually(() => page.evaluate('[...document.images].every(({ complete }) => complete)'), true);
    const pages = pdfPages(await page.pdf({ preferCSSPageSize: true }));
    const placed = pages.flatMap(({ pictures: all, ...size }) => all.map((each) => ({ ...each, ...size })));
    expect([placed.length, pages.length > 3]).toEqual([count, true]);
    for (const { left, bottom, right, top, width, height } of placed)
      expect([left >= 9.9, bottom >= 9.9, right <= width - 9.9, top <= height - 9.9]).toEqual([true, true, true, true]);
    const sizes = (await page.locator('.caption .of').allInnerTexts()).filter((text) => /^[\d.]+ × /.test(text));
    for (const text of sizes) {
      const [width, height] = text.split(/ × | mm/).map(Number);
      const near = placed.filter(
        ({ left, right, bottom, top }) =>
          Math.abs(right - left - width!) < 0.3 && Math.abs(top - bottom - height!) < 0.3,
      );
      expect([text, near.length > 0]).toEqual([text, true]);
    }
    await page.emulateMedia({ media: 'print' });
    const [line, header] = await page.evaluate<[number, boolean]>(`[
      document.querySelector('.print-ruler > div').getBoundingClientRect().width,
      document.querySelector('.header').checkVisibility(),
    ]`);
    expect([Math.round((line * 254) / 96) / 10, header]).toEqual([50, false]);
  });
});

describe('pictures', () => {
  test('are drawn four at once, given up when something else is asked for, and after 429 they go on', async () => {
    const page = await open('/wall?by=languages');
    await page.getByRole('radio', { name: 'Rows of a file' }).check({ force: true });
    let [now, most, waiting, ended] = [0, 0, 0, 0];
    let [refusing, refused] = [false, false];
    let held = Promise.resolve();
    page.on('requestfailed', () => ended++);
    await page.route('**/api/esl/preview', async (route) => {
      now++;
      const isLate = refusing;
      // One that was given up is on its way for a moment more.
      if (!isLate) most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!isLate) {
        waiting++;
        await held;
        waiting--;
      }
      if (isLate && !refused) {
        refused = true;
        now--;
        const headers = {
          'RateLimit-Policy': '"preview";q=9;w=60',
          RateLimit: '"preview";r=0;t=1',
          'Retry-After': '1',
        };
        await route.fulfill({ status: 429, headers, json: {} }).catch(() => undefined);
        return;
      }
      await route.continue().catch(() => undefined);
      now--;
    });
    await page.getByRole('radio', { name: 'All panels' }).check({ force: true });
    await says(page, /^Drawing \d+ of 213$/);
    // Requests wait here until the page has cancelled them.
    const { passed, open: release } = createGate();
    held = passed;
    await eventually(() => waiting, 4);
    refusing = true;
    await page.getByRole('radio', { name: 'All layouts' }).check({ force: true });
    await eventually(() => ended > 0, true);
    release();
    await ready(page);
    expect([most, ended > 0, refused]).toEqual([4, true, true]);
  });

  test('of what a link names that is not here are not made up', async () => {
    const page = await open('/wall?by=layouts&device=acme-9.7');
    await says(page, '“acme-9.7” is unknown to this server.');
    expect(await pictures(page).count()).toBe(0);
  });
});

describe('the rows of a file', () => {
  const evil = '<img src=x onerror=alert(1)>';

  test('become labels; those that fail are named by their line, in words of the page', async () => {
    const page = await open(`/wall${few}`);
    const rows = [
      'product_name;price;unit;device;shop',
      'Käse;4.99;1 kg;;1',
      `${evil};from 1;1 kg;;2`,
      'x"y;1;1;;',
      'z;1',
      'Öl;2 for 3;1 l;;3',
    ];
    await dropFile(page, '.wall', 'prices.csv', rows.join('\n'));
    await says(page, 'prices.csv, 5 rows');
    await page.getByRole('button', { name: 'Download 1 PNG' }).waitFor();
    // Each cause once, with its lines, which lead to their labels.
    await page.locator('.failures').getByRole('button', { name: 'Line 6', exact: true }).click();
    await eventually(() => page.evaluate('document.activeElement.closest("li").id'), 'label-0000006');
    expect(await page.locator('.failures .lines').allInnerTexts()).toEqual(['Line 3\nLine 6', 'Line 4', 'Line 5']);
    const said = await page.locator('.failures').innerText();
    const causes = ['Price: Other words than a currency', 'quotes', 'The row has 2 columns in place of 5.'];
    for (const words of ['4 of 5 rows', ...causes]) expect(said).toContain(words);
    await says(page, 'Columns that were not used: “shop”');
    await page.locator('.caption .name', { hasText: evil }).waitFor();
    expect(await page.locator('img[onerror], img[src="x"]').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('by')).toBe('rows');
    const { name } = await downloaded(page, page.getByRole('button', { name: 'Download 1 PNG' }));
    expect(name).toBe('0000002.png');
    expect(await axe(page)).toEqual([]);
  });

  test('have the columns that a till names in its own words, as one may change; while some lack, the wall stays', async () => {
    const page = await open(`/wall${few}`);
    await dropFile(page, '.wall', 'stock.csv', 'name,cost\nA,1.00\n');
    const alert = page.getByRole('alert');
    await says(alert, 'This file lacks columns: price');
    expect(await pictures(page).count()).toBe(3);
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('product_name');
    await press(alert, 'Close');
    expect(await alert.count()).toBe(0);
    await dropFile(page, '.wall', 'kasse.csv', 'Artikel;Betrag 1;Einheit;Lager\nMilch;1,29;1 L;Kisten\n');
    await says(alert, 'This file lacks columns: price');
    await page.getByLabel('Betrag 1').selectOption('price');
    await says(page, 'kasse.csv, 1 row');
    await page.locator('.caption .name', { hasText: 'Milch' }).waitFor();
    await says(page, 'Columns, with a comma, 3,50');
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Artikel').selectOption('');
    await says(alert, 'This file lacks columns: Product name');
    await alert.getByLabel('Lager').selectOption('product_name');
    await page.locator('.caption .name', { hasText: 'Kisten' }).waitFor();
  });

  test('of a workbook are put on the shelf; labels that were there are changed, and all of it can be undone', async () => {
    const at = (id: string) => site.api(`labels/${id}`);
    await site.put('labels/dairy-1', { device: 'solum-m3-1.6-bwr', sku: '7' });
    await site.api('labels/dairy-1/update', { body: milk });
    const { label: was } = (await at('dairy-1')).body;
    const page = await open('/wall?device=solum-m2-2.9-bwr');
    const rows = [
      ['Artikel', 'Preis', 'Einheit', 'label'],
      ['Käse', 4.9, '200 g', 'dairy-1'],
      ['Brot', '1,00', '1 kg', null],
      ['Tee', 2, '50 g', 'own-3'],
      ['Öl', { attributes: 't="e"', xml: '<v>#N/A</v>' }, '1 l', 'dairy-3'],
    ];
    await dropFile(page, '.wall', 'Preise heute.xlsx', workbook([{ name: 'Woche 48', rows }]));
    await says(page, 'Preise heute.xlsx, Woche 48, 4 rows');
    await page.getByText('Price: The workbook has the error #N/A there.').first().waitFor();
    // The first bulk reaches the server in part: one update is beyond the budget, and one is refused.
    let isFirst = true;
    await page.route('**/api/esl/updates', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const [first, ...others] = route.request().postDataJSON() as readonly { readonly label: string }[];
      const response = await route.fetch({ postData: JSON.stringify([first]) });
      const { outcomes } = (await response.json()) as { readonly outcomes: readonly object[] };
      const late = { status: 429, label: others[0]!.label, problem: { retry_after: 1 } };
      const wrong = { status: 400, label: others[1]!.label, problem: { code: 'X', detail: 'No tea' } };
      return route.fulfill({ json: { outcomes: [...outcomes, late, wrong] } });
    });
    await press(page, 'Put these on the shelf');
    await page.getByLabel('Their ids begin with').fill('dairy 1');
    await press(page, 'Put 3 labels on the shelf');
    await says(page, '“dairy 13” is no id');
    await page.getByLabel('Their ids begin with').fill('own-');
    await says(page, 'Lines 3 and 4 are both for “own-3”.');
    await page.getByLabel('Their ids begin with').fill('new-');
    await page.keyboard.press('Enter');
    await says(page, /^The server is at its limit/);
    await says(page, 'On the shelf: 1 added, 1 changed');
    await says(page.locator('.answer'), 'No tea.');
    expect(await axe(page)).toEqual([]);
    const shown = async (id: string) => {
      const { device, content } = (await at(id)).body.label;
      return [device, content.product_name, content.price];
    };
    expect(await shown('dairy-1')).toEqual(['solum-m2-2.9-bwr', 'Käse', '4.90']);
    expect(await shown('new-3')).toEqual(['solum-m2-2.9-bwr', 'Brot', '1.00']);
    for (const id of ['own-3', 'dairy-3']) expect((await at(id)).status).toBe(404);
    await press(page, 'Undo');
    await says(page, 'Taken back: 2 labels are as before');
    expect((await at('new-3')).status).toBe(404);
    const { device, content } = (await at('dairy-1')).body.label;
    expect([device, content]).toEqual([was.device, was.content]);
  });

  test('in an encoding that is not certain are read in the one that a person chooses by its words', async () => {
    const page = await open(`/wall${few}`);
    await dropFile(page, '.wall', 'fromages.csv', Buffer.from('name;price\nCrème;1,25\nBeurre;3.000\n', 'latin1'));
    const alert = page.getByRole('alert').filter({ hasText: 'This file is not UTF-8. Which words are right?' });
    await alert.waitFor();
    const choice = alert.getByLabel('Encoding', { exact: true });
    expect((await choice.locator('option').allInnerTexts()).slice(0, 3)).toEqual([
      '',
      'Crème (windows-1252)',
      'Crčme (windows-1250)',
    ]);
    await choice.selectOption('windows-1252');
    await says(page, 'fromages.csv, 2 rows');
    await page.locator('.caption .name', { hasText: 'Crème' }).waitFor();
    await says(page, '3.000 is read as 3000.00, because of 1,25');
    await says(page, 'No column has units. Each price is that of a piece');
    await page.getByLabel('Encoding', { exact: true }).selectOption('windows-1250');
    await page.locator('.caption .name', { hasText: 'Crčme' }).waitFor();
  });

  test('may be a thousand: the page adds at most 120 labels in one task', async () => {
    const page = await open(`/wall${few}`);
    await ready(page);
    const reply = await site.api('preview', { body: milk, headers: { Accept: 'application/json' } });
    await page.route('**/api/esl/preview', (route) => route.fulfill({ json: reply.body }).catch(() => undefined));
    // The labels that the page adds in one task.
    await page.evaluate(`
      window.added = [];
      new MutationObserver((changes) => {
        const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
        added.push(nodes.flatMap((node) => [node, ...node.querySelectorAll('.picture')]).filter((node) => node.matches('.picture')).length);
      }).observe(document.querySelector('.wall'), { subtree: true, childList: true });
    `);
    const rows = Array.from({ length: 1000 }, (_, i) => `Product ${i},${i % 90}.50,1 kg`);
    await dropFile(page, '.wall', 'many.csv', `product_name,price,unit\n${rows.join('\n')}`);
    await says(page, 'many.csv, 1000 rows');
    await eventually(() => pictures(page).count(), 120);
    await page.locator('.more-labels').scrollIntoViewIfNeeded();
    await eventually(async () => (await pictures(page).count()) > 200, true);
    expect(await page.evaluate('Math.max(...added)')).toBe(120);
  });
});

describe('everybody', () => {
  const cases = [375, 1280].flatMap((width) => (['dark', 'light'] as const).map((scheme) => [scheme, width] as const));
  test.each(share(cases, 4))('axe finds nothing in the %s scheme at %i pixels', async (colorScheme, width) => {
    const page = await open(`/wall${few}`, { size: [width, 812], colorScheme, reducedMotion: 'reduce' });
    await (width > 700 ? ready(page) : page.getByText('3 labels are drawn.').waitFor({ state: 'attached' }));
    expect(await axe(page)).toEqual([]);
    await page.getByRole('radio', { name: width > 700 ? 'Rows of a file' : 'Rows' }).check({ force: true });
    await page.getByText('Drop a CSV or a workbook here').first().waitFor();
    if (atSize(false, true)) expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  test('in a narrow window sees only labels that give way when asked, and German where it is theirs', async () => {
    const name = 'Sehr langer Name eines Produktes '.repeat(2);
    const page = await open(`/wall${few}&name=${name}`, { locale: 'de-DE', size: [360, 740] });
    await page.getByRole('button', { name: /^\d+ PNGs herunterladen$/ }).waitFor();
    const count = await pictures(page).count();
    await press(page, /abgeschnitten|kleiner gesetzt/);
    await eventually(async () => (await pictures(page).count()) < count, true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.goto(`${site.server.url}/wall?panels=solum-m2-2.9-bwr`);
    await page.getByText('67,6 × 29,2 mm').waitFor({ state: 'attached' });
  });
});
