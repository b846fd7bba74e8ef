import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type Device, loadDevices } from '../../devices/index.js';
import { atSize, share } from '../support/labels/share.js';
import { axe, eventually, keys, passUntil, press, says, searchOf, shownPixels, useSite } from '../support/page.js';
import { startHere } from '../support/here.js';
import { milk } from '../support/server.js';

const site = useSite();
const { open, update, previewPixels, imagePixels } = site;

beforeEach(async () => {
  await site.put('labels/default');
});

/** Of an address that says something: no first visit, so that all tools are there. */
const full = '/?layout=standard';
const phone = { size: [375, 812] } as const;
const price = (page: Page): Locator => page.getByLabel('Price', { exact: true });
const button = (page: Page): Locator => page.getByRole('button', { name: 'Update the label' });
const answer = (page: Page): Locator => page.locator('.update-bar .answer');
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true });
const labelOf = async (id = 'default') => (await site.api(`labels/${id}`)).body.label;
/** Shows another address, as the browser's buttons do. */
const goTo = (page: Page, address: string) =>
  page.evaluate(`history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`);

/** A shipped panel of each size, but those of 1600 × 1200: a server's first label on them costs more than a request may. */
const panelsBySize = new Map(
  [...loadDevices().values()]
    .filter(({ width, height }) => width * height < 1_000_000)
    .map((panel) => [`${panel.width} × ${panel.height}`, panel]),
);

/** Shows another panel, and waits for its picture. */
async function show(page: Page, { id, width, height }: Device): Promise<void> {
  await goTo(page, `/?device=${id}`);
  const shown = () =>
    page.evaluate(
      `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('.paper img'))`,
    );
  await eventually(shown, [width, height]);
}

/** Runs the program that the page shows for its calls. */
async function runShownCalls(page: Page): Promise<void> {
  await press(page, /^Code/);
  await promisify(execFile)('bash', ['-c', (await page.locator('.code-drawer pre').textContent())!]);
}

describe('the label', () => {
  test('is drawn as what is typed says, nothing is sent, and who gets the link sees the same', async () => {
    await update();
    const page = await open(full);
    await page.getByLabel('Product name').fill('Crème fraîche');
    await price(page).fill('0.99');
    const fields = { product_name: 'Crème fraîche', price: '0.99' };
    await eventually(() => shownPixels(page), await previewPixels(fields));
    await says(page, 'Not on the shelf');
    expect((await labelOf()).content.price).toBe('3.50');
    await choose(page, 'Minimal');
    await press(page, 'Grid');
    await eventually(() => searchOf(page).includes('grid'), true);
    const other = await open(page.url());
    expect(await price(other).inputValue()).toBe('0.99');
    expect(await other.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true');
    await eventually(() => shownPixels(other), await previewPixels({ ...fields, layout: 'minimal' }));
  });

  test.each([[1280, 800] as const, phone.size])(
    'of every size is whole in the first screen of %i × %i, with the first field focused',
    async (width, height) => {
      const page = await open(full, { size: [width, height] });
      await page.getByLabel('Product name').focus();
      for (const [size, panel] of share([...panelsBySize], 6, width % 3)) {
        await show(page, panel);
        const box = (await page.locator('.case').boundingBox())!;
        const seen = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        expect([size, box, seen]).toEqual([size, box, true]);
        // Nothing lies over it.
        const isAbove = `[[4, 4], [4, -4], [-4, 4], [-4, -4]].every(([dx, dy]) => {
        const { left, right, top, bottom } = document.querySelector('.case').getBoundingClientRect();
        const found = document.elementFromPoint(dx > 0 ? left + dx : right + dx, dy > 0 ? top + dy : bottom + dy);
        return found.closest('.case') !== null;
      })`;
        await eventually(async () => [size, await page.evaluate(isAbove)], [size, true]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    },
  );

  test('of 800 × 480 pixels has each of them at 1280 × 800, as buttons take the place of the rows of pictures', async () => {
    const page = await open(`${full}&device=waveshare-7.5-b-v2`, { size: [1280, 800] });
    await page.getByRole('button', { name: 'Fit, 1×' }).waitFor();
    await press(page, 'Panel: Waveshare 7.5″');
    await page.getByRole('searchbox').fill('m3 9.7');
    await page.getByRole('listbox').getByRole('option').click();
    await says(page, /^At 0\.\d+×, its pixels are finer/);
    await page.goto(`${site.server.url}${full}&device=solum-m3-2.9-bwr`);
    await page.getByRole('button', { name: 'Fit, 2×' }).waitFor();
    await page.getByRole('radio', { name: 'Promotion' }).waitFor();
  });

  test('stays in sight on a phone while the last field is typed in, and has its boxes, grid and real size, too', async () => {
    const page = await open('/?layout=promotion', phone);
    await page.getByLabel('Valid until').focus();
    await page.keyboard.type('30 Nov');
    const box = (await page.locator('.case').boundingBox())!;
    expect([box.y >= 0, box.y + box.height <= 812]).toEqual([true, true]);
    await press(page, 'View');
    for (const name of ['Boxes', 'Grid', 'Real size']) await press(page, name);
    await choose(page, 'As seen');
    await eventually(() => searchOf(page).endsWith('&zoom=real&view=panel&grid=1&boxes=1'), true);
    await page.locator('.paper .grid').waitFor();
    await page.locator('.paper .box').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('View');
  });

  test('has pixels of whole screen pixels, on every kind of screen', async () => {
    for (const deviceScaleFactor of share([1.25, 1, 3], 3)) {
      const page = await open(full, { deviceScaleFactor });
      const scales = () =>
        page.evaluate<[number, number]>(`(() => {
          const image = document.querySelector('.paper img');
          const { width, height } = image.getBoundingClientRect();
          return [(width * devicePixelRatio) / image.naturalWidth, (height * devicePixelRatio) / image.naturalHeight];
        })()`);
      const timesNow = async () => Math.round((await scales())[0]);
      await press(page, 'Fit');
      const fitted = await timesNow();
      for (const times of [fitted, fitted + 1]) {
        if (times > fitted) await press(page, 'Larger');
        await eventually(timesNow, times);
        const [scale, other] = await scales();
        expect(Math.abs(scale - Math.round(scale))).toBeLessThan(0.02);
        expect(Math.abs(scale - other)).toBeLessThan(0.02);
      }
      await page.close();
    }
  });

  test('is shown in the colours of the panel, and as on the shelf with its own panel, words and revision', async () => {
    await update({ price: '7.77' });
    const page = await open(full);
    await choose(page, 'As seen');
    await eventually(() => shownPixels(page), await previewPixels({ view: 'panel' }));
    await choose(page, 'On the shelf');
    await eventually(() => shownPixels(page), await imagePixels('?view=panel'));
    await site.put('labels/default', { device: 'solum-m3-1.6-bwr' });
    const { revision } = (await update({ price: '8.88' })).body.label;
    await eventually(() => shownPixels(page), await imagePixels('?view=panel'));
    await page.getByRole('img', { name: 'Organic whole milk, 8.88, 1 L; SoluM M3 1.6″' }).waitFor();
    await price(page).fill('abc');
    await says(page.locator('.facts'), '200 × 200 px');
    await says(page.locator('.standing'), `default, revision ${revision}`);
    expect(await page.locator('.room[data-stale]').count()).toBe(0);
  });

  test('is shown as a tag, whose case is around the same place, as typed and as on the shelf', async () => {
    const page = await open(`${full}&boxes=1`);
    const box = page.locator('.paper .box').first();
    await box.waitFor();
    const paper = await page.locator('.paper').boundingBox();
    await choose(page, 'As a tag');
    await eventually(() => shownPixels(page), await previewPixels({ view: 'tag', scale: 3 }));
    const [around, picture] = [
      await page.locator('.paper').boundingBox(),
      await page.locator('.paper img').boundingBox(),
    ];
    // 15 pixels of the panel on each side.
    const [wide, scale] = [around!.width, paper!.width / 296];
    expect(wide / 296).toBeLessThanOrEqual(scale);
    expect((picture!.width - wide) / (wide / 296)).toBeCloseTo(30, 1);
    expect(picture!.x).toBeLessThan(around!.x);
    expect(await box.count()).toBe(1);
    await choose(page, 'On the shelf');
    await eventually(() => shownPixels(page), await imagePixels('?view=tag&scale=3'));
  });

  test('has bars once it has an article number, and says so before', async () => {
    const page = await open('/?layout=barcode');
    await says(page, 'Barcode needs an article number that fits.');
    await press(page, /^1\. Barcode needs/);
    await eventually(() => page.evaluate('document.activeElement.name'), 'sku');
    await page.keyboard.insertText('4006381333931');
    await eventually(() => shownPixels(page), await previewPixels({ layout: 'barcode', sku: '4006381333931' }));
    await page.getByText('Barcode needs an article number').waitFor({ state: 'detached' });
  });
});

test('a first visit says what this is and what else there is, until the form is left with something typed', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'See an electronic shelf label without owning one' }).waitFor();
  const cards = page.getByRole('navigation', { name: 'What else there is' });
  await eventually(() => cards.locator('img').count(), 13);
  await price(page).fill('1.25');
  await page.getByLabel('Unit', { exact: true }).focus();
  await eventually(() => searchOf(page), '?price=1.25');
  expect(await cards.getByRole('link', { name: 'Wall' }).getAttribute('href')).toBe('/wall?price=1.25');
  // A card stays while it is pressed, slowly.
  await cards.getByRole('button', { name: 'From your till' }).click({ delay: 100 });
  await says(page.locator('.code-drawer pre'), '1.25');
  expect(await page.getByRole('link', { name: 'All calls' }).getAttribute('href')).toBe('/docs?price=1.25');
  expect(await cards.count()).toBe(0);
  await page.getByRole('link', { name: 'Shelf label simulator' }).click();
  await cards.waitFor();
});

describe('the form', () => {
  test('takes a price with the comma of the locale, and the currency of the locale', async () => {
    const page = await open('/?locale=de-DE');
    expect(await price(page).inputValue()).toBe('3,50');
    await price(page).fill('1,25');
    const drawn = { locale: 'de-DE', currency: 'EUR', price: '1.25' };
    await eventually(() => shownPixels(page), await previewPixels(drawn));
    await price(page).fill('1,2x');
    const hint = page.getByText('Two digits after the comma: 3,50.');
    await hint.waitFor();
    expect(await price(page).getAttribute('aria-invalid')).toBe('true');
    await price(page).fill('1,20');
    await hint.waitFor({ state: 'detached' });
    await page.getByLabel('Language', { exact: true }).selectOption('en-GB');
    expect(await price(page).inputValue()).toBe('1.20');
    await eventually(() => shownPixels(page), await previewPixels({ locale: 'en-GB', currency: 'GBP', price: '1.20' }));
  });

  test('has the fields that the layout asks for, with examples of those that must be there', async () => {
    const page = await open(full);
    await choose(page, 'Promotion');
    expect(await page.getByLabel('Previous price').inputValue()).toBe('4.99');
    const drawn = { layout: 'promotion', data: { previous_price: '4.99' } };
    await eventually(() => shownPixels(page), await previewPixels(drawn));
    await page.goBack();
    await eventually(() => shownPixels(page), await previewPixels({}));
  });

  test('says what a link names that is not here, and shows nothing else in its place', async () => {
    const page = await open('/?device=acme-9.7-bwr&locale=xx-XX');
    for (const id of ['acme-9.7-bwr', 'xx-XX']) await says(page, `“${id}” is unknown to this server.`);
    expect(await page.locator('.paper img').count()).toBe(0);
    await press(page, 'Take en-US');
    await press(page, 'Choose a panel');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Maker' }).selectOption('SoluM');
    await dialog.getByRole('combobox', { name: 'Inks' }).selectOption('black red yellow');
    await page.getByRole('searchbox').fill('m3 1.6');
    await eventually(() => dialog.getByRole('listbox').getByRole('option').count(), 4);
    expect(await axe(page)).toEqual([]);
    await keys(page, 'Enter', 'ArrowRight', 'Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('device')).toMatch('solum-m3-1.6-bwry-200');
    await page.locator('.paper img').waitFor();
    expect(await page.locator('.missing .answer').count()).toBe(0);
  });

  test('shows what is typed as text, whatever it is (fault 30)', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const children = [
      { type: 'text', text: '{product_name}' },
      { type: 'price', grow: 1 },
    ];
    await site.put('layouts/evil', { title: name, description: name, root: { type: 'box', children } });
    const page = await open(`/?layout=evil&name=${encodeURIComponent(name)}&label=${encodeURIComponent(name)}`);
    await page.getByRole('img', { name: `${name}, 3.50, 1 L` }).waitFor();
    expect(await page.locator('img[onerror], img[src="x"]').count()).toBe(0);
    await page.getByText(name, { exact: true }).first().waitFor();
    await site.remove('layouts/evil');
  });
});

describe('an update', () => {
  test('is displayed, and stays said while more is typed, until another replaces it, or one is refused', async () => {
    const { revision } = (await update()).body.label;
    const page = await open(full);
    await says(page, 'Live');
    await price(page).fill('7.25');
    await button(page).click();
    await says(answer(page), 'Displayed on default');
    expect(await answer(page).textContent()).toContain(`Revision ${revision + 1},`);
    await says(page, 'Same as on the shelf');
    await price(page).fill('7.26');
    await says(page, 'Not on the shelf');
    expect(await answer(page).textContent()).toContain('Displayed on default');
    await update({ price: '6.66' });
    await says(answer(page), `Revision ${revision + 1} of default has been replaced by ${revision + 2}`);
    expect(await answer(page).innerText()).not.toContain('Standard on');
    await press(answer(page), 'Close');
    expect(await answer(page).count()).toBe(0);

    await page.getByLabel('Product name').fill('');
    await button(page).click();
    await says(answer(page), 'Refused: look at the fields');
    expect(await page.evaluate('document.activeElement.name')).toBe('product_name');
  });

  test('over the limit makes the button wait, and says when it is free', async () => {
    const strict = await startHere({ RATE_LIMIT: '1', RATE_WINDOW_S: '2' });
    const page = await open(strict.url, { hasClock: true });
    await button(page).click();
    await says(page, /^Displayed|^Queued/);
    await button(page).click();
    await says(page.getByRole('alert'), 'Refused: too many updates');
    await page.getByRole('button', { name: /^Update again in \d s$/ }).waitFor();
    await passUntil(page.getByText('You can update again.'));
    await button(page).waitFor();
    await says(page.getByRole('alert'), 'Refused: too many updates');
    await page.close();
    await strict.stop();
  });

  test('can be made by keyboard alone, and as the call that is shown', async () => {
    const page = await open(full);
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.name');
    for (let i = 0; i < 40 && (await focused()) !== 'product_name'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`Ben's "Best" $(id)`);
    await page.keyboard.press('Enter');
    await says(answer(page), 'Displayed on default');
    expect((await labelOf()).content).toMatchObject({ product_name: `Ben's "Best" $(id)` });
    await price(page).fill('4.20');
    await runShownCalls(page);
    expect((await labelOf()).content).toMatchObject({ ...milk, product_name: `Ben's "Best" $(id)`, price: '4.20' });
  });

  test('of a label that is deleted meanwhile is no longer said to be displayed', async () => {
    const page = await open(`${full}&label=short`);
    await press(page, 'Put this on short: a new label');
    await says(answer(page), 'Displayed on short');
    await site.remove('labels/short');
    await says(answer(page), 'short was deleted after this update');
    expect(await answer(page).innerText()).not.toMatch(/Standard on|Queued|Displayed|Undo/);
  });
});

describe('the button', () => {
  /** Bindings, and the form that shows each. */
  const showings = [
    [{}, ''],
    [{ device: 'solum-m3-1.6-bwr' }, '&device=solum-m3-1.6-bwr'],
    [
      { layout: 'promotion', data: { previous_price: '9.99' } },
      '&layout=promotion&data.previous_price=9.99&data.promotion=',
    ],
    [{ locale: 'de-DE', currency: 'EUR' }, '&locale=de-DE'],
    [
      { sku: '4006381333931', time_zone: 'Asia/Tokyo', lint: ['de'] },
      '&sku=4006381333931&time_zone=Asia/Tokyo&lint=de',
    ],
  ] as const;
  const first = { device: 'solum-m2-2.9-bwr', layout: 'standard', sku: '', locale: 'en-US', currency: 'USD' };
  /** A binding with all of its parts. */
  const whole = (binding: object) => ({ ...first, time_zone: 'UTC', data: {}, lint: [] as string[], ...binding });
  /** What the button calls each part. */
  const parts = {
    ...{ device: 'panel', layout: 'layout', locale: 'language', currency: 'currency', data: 'data' },
    ...{ sku: 'article number', time_zone: 'time zone', lint: 'checks' },
  } as const;
  type Part = keyof typeof parts;
  const walk = [...showings.map(([binding]) => binding), null].flatMap((binding, i) =>
    showings.flatMap(([shown, form], j) =>
      (['seen', 'plain'] as const).map((way) => ({ binding, shown, form, way, i, j })),
    ),
  );
  expect(walk).toHaveLength(60);
  const titles = { standard: 'Standard', promotion: 'Promotion' };
  const languages = { 'en-US': 'English (United States)', 'de-DE': 'German (Germany)' };

  test('says what changes, does that, and says what the label shows: 60 combinations of binding, form and button', async () => {
    const page = await open(`${full}&price=1.10`, { size: [900, 900] });
    const devices = loadDevices();
    for (const { binding, shown, form, way, i, j } of share(walk, 5)) {
      const id = `walk-${i}-${j}-${way}`;
      const expectLabel = async (expected: object, amount: string) => {
        const label = await labelOf(id);
        const { lint = [] } = label as { readonly lint?: string[] };
        expect(whole({ ...label, lint })).toMatchObject(expected);
        expect(label.content.price).toBe(amount);
      };
      if (binding) {
        await site.put(`labels/${id}`, binding);
        await site.api(`labels/${id}/update`, { body: milk });
      }
      const [target, bound] = [whole(shown), whole(binding ?? {})];
      const differing = (Object.keys(parts) as Part[]).filter(
        (part) => JSON.stringify(target[part]) !== JSON.stringify(bound[part]),
      );
      const others = binding ? differing.map((part) => `other ${parts[part]}`).join(', ') : 'a new label';
      await goTo(page, `/?label=${id}&price=1.10${form}`);
      const name = others === '' ? `Update ${id}` : `Put this on ${id}: ${others}`;
      const primary = page.getByRole('button', { name, exact: true });
      await primary.waitFor();
      const plain = page.getByRole('button', { name: 'Update name, price and unit only' });
      const isPlain = way === 'plain' && binding !== null && others !== '';
      expect([id, await plain.count()]).toEqual([id, binding && others !== '' ? 1 : 0]);
      await (isPlain ? plain : primary).click();
      await says(answer(page), `Displayed on ${id}`);

      const expected = isPlain ? bound : target;
      await expectLabel(expected, '1.10');
      const { device, layout, locale, currency } = expected;
      const panel = devices.get(device)!.model_line.replace('"', '″');
      const said = `Organic whole milk, 1.10, 1 L. ${titles[layout as 'standard']} on ${panel}, ${languages[locale as 'en-US']}, ${currency}.`;
      expect(await answer(page).textContent()).toContain(said);

      const undo = answer(page).getByRole('button', { name: 'Undo' });
      expect([id, await undo.count()]).toEqual([id, isPlain || others === '' ? 0 : 1]);
      if ((await undo.count()) === 0) continue;
      await undo.click();
      await says(answer(page), binding ? ', 3.50, 1 L.' : `${id} is off the shelf again`);
      if (binding) await expectLabel(bound, '3.50');
      else expect((await site.api(`labels/${id}`)).status).toBe(404);
      await primary.waitFor();
    }
  });

  test('binds the label as before if its update is refused, and sends both calls that are shown', async () => {
    const page = await open('/?device=solum-m3-1.6-bwr&price=2.20');
    await says(page, 'Live');
    await page.route('**/api/esl/update', (route) => route.fulfill({ status: 503, json: {} }));
    await press(page, 'Put this on default: other panel');
    await says(answer(page), 'Whether default has changed is not known.');
    expect((await labelOf()).device).toBe('solum-m2-2.9-bwr');
    await page.unroute('**/api/esl/update');
    await runShownCalls(page);
    expect((await labelOf()).device).toBe('solum-m3-1.6-bwr');
    await button(page).waitFor();
  });
});

describe('everybody', () => {
  const cases = (['dark', 'light'] as const).flatMap((scheme) => [375, 1280].map((width) => [scheme, width] as const));
  test.each(share(cases, 4))(
    'axe finds nothing in the %s scheme at %i pixels, also with the menu open',
    async (colorScheme, width) => {
      const options = { size: [width, 812], colorScheme, reducedMotion: 'reduce' } as const;
      const page = await open('/?layout=barcode&price=x&label=none', options);
      await says(page, 'Two digits after the point');
      for (const isOpen of atSize([true], [false, true])) {
        if (isOpen) await press(page, 'Menu');
        expect(await axe(page)).toEqual([]);
      }
    },
  );

  test('reads German in German for what is wrong, what was changed, and what a shipped layout asks for; or what they choose', async () => {
    const page = await open('/?layout=promotion&locale=de-DE&price=12.49', { locale: 'de-DE' });
    await says(page, 'Aktion fragt auch nach');
    await page.getByText('Nicht über dem Preis, also kein Angebot.').first().waitFor();
    await page.getByLabel('Vorheriger Preis').fill('');
    await says(page, 'Das Etikett braucht es, zum Beispiel 4,99.');
    await page.getByLabel('Produktname').fill('x'.repeat(201));
    await says(page, 'Zu lang: 200 Zeichen sind erlaubt.');
    await press(page, /^Auf default bringen: anderes Layout, andere Sprache/);
    await says(answer(page), 'Produktname: Zu lang: 200 Zeichen sind erlaubt.');
    const said = await page.locator('.side').innerText();
    expect(said).not.toMatch(/expected|received|price|valid/i);

    await press(page, 'Menü');
    await choose(page, 'English');
    await page.getByLabel('Product name').waitFor();
    await choose(page, 'Dark');
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(21, 23, 26)');
  });

  test('nothing overflows at 360, 768 and 1440 pixels', async () => {
    const page = await open('/?device=waveshare-7.5-b-v2');
    await page.getByLabel('Product name').fill('Donaudampfschifffahrtsgesellschaft'.repeat(4));
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await eventually(() => page.evaluate('document.documentElement.scrollWidth'), width);
    }
  });
});
