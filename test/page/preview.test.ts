import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type Device, loadDevices } from '../../devices/index.js';
import { atSize, share } from '../support/labels/share.js';
import { axe, eventually, passUntil, shownPixels, useSite } from '../support/page.js';
import { startHere } from '../support/here.js';
import { call, milk } from '../support/server.js';

const site = useSite();
const { open, update, previewPixels, imagePixels } = site;

beforeEach(async () => {
  await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
});

const at = (path: string): Parameters<typeof open> => [{}, `${site.server.url}${path}`];
/** An address that says something: no first visit, so that all tools are there. */
const full = (more = ''): Parameters<typeof open> => at(`/?layout=standard${more}`);
const live = (page: Page): Locator => page.getByText('Live', { exact: true });
const button = (page: Page): Locator => page.getByRole('button', { name: 'Update the label' });
const answer = (page: Page): Locator => page.locator('.update-bar .answer');

/** A shipped panel of each size, but those of 1600 × 1200: a server's first label on them costs more than a request may. */
const panelsBySize = new Map(
  [...loadDevices().values()]
    .filter(({ width, height }) => width * height < 1_000_000)
    .map((panel) => [`${panel.width} × ${panel.height}`, panel]),
);

/** Shows another panel, as the browser's buttons do, and waits for its picture. */
async function show(page: Page, { id, width, height }: Device): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/?device=${id}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const shown = (): Promise<unknown> =>
    page.evaluate(
      `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('.paper img'))`,
    );
  await eventually(shown, [width, height]);
}

describe('the label', () => {
  test('is drawn as what is typed says, and nothing is sent', async () => {
    await update();
    const page = await open(...full());
    await page.getByLabel('Product name').fill('Crème fraîche');
    await page.getByLabel('Price', { exact: true }).fill('0.99');
    await eventually(() => shownPixels(page), await previewPixels({ product_name: 'Crème fraîche', price: '0.99' }));
    await page.getByText('Not on the shelf').waitFor();
    expect((await call(`${site.server.url}/api/esl/labels/default`)).body.label.content.price).toBe('3.50');
  });

  test.each([
    [1280, 800],
    [375, 812],
  ] as const)(
    'of every size is whole in the first screen of %i × %i, with the first field focused',
    async (width, height) => {
      const page = await open({ viewport: { width, height } }, full()[1]);
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
    const page = await open({ viewport: { width: 1280, height: 800 } }, full('&device=waveshare-7.5-b-v2')[1]);
    await page.getByRole('button', { name: 'Fit, 1×' }).waitFor();
    await page.getByRole('button', { name: 'Panel: Waveshare 7.5″' }).click();
    await page.getByRole('searchbox').fill('m3 9.7');
    await page.getByRole('listbox').getByRole('option').click();
    await page.getByText(/^At 0\.\d+×, its pixels are finer/).waitFor();
    await page.goto(full('&device=solum-m3-2.9-bwr')[1]!);
    await page.getByRole('button', { name: 'Fit, 2×' }).waitFor();
    await page.getByRole('radio', { name: 'Promotion' }).waitFor();
  });

  test('has its boxes, its grid and its real size on a phone, too', async () => {
    const page = await open({ viewport: { width: 375, height: 812 } }, full()[1]);
    await page.getByRole('button', { name: 'View' }).click();
    for (const name of ['Boxes', 'Grid', 'Real size']) await page.getByRole('button', { name }).click();
    await page.getByRole('radio', { name: 'As seen' }).check({ force: true });
    await eventually(() => Promise.resolve(new URL(page.url()).search), '?zoom=real&view=panel&grid=1&boxes=1');
    await page.locator('.paper .grid').waitFor();
    await page.locator('.paper .box').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('View');
  });

  test('stays in sight on a phone while the last field is typed in', async () => {
    const page = await open({ viewport: { width: 375, height: 812 } }, `${site.server.url}/?layout=promotion`);
    await page.getByLabel('Valid until').focus();
    await page.keyboard.type('30 Nov');
    const box = (await page.locator('.case').boundingBox())!;
    expect([box.y >= 0, box.y + box.height <= 812]).toEqual([true, true]);
  });

  test('has pixels of whole screen pixels, on every kind of screen', async () => {
    for (const deviceScaleFactor of share([1.25, 1, 3], 3)) {
      const page = await open({ deviceScaleFactor }, full()[1]);
      const scales = () =>
        page.evaluate<[number, number]>(`(() => {
          const image = document.querySelector('.paper img');
          const { width, height } = image.getBoundingClientRect();
          return [(width * devicePixelRatio) / image.naturalWidth, (height * devicePixelRatio) / image.naturalHeight];
        })()`);
      const timesNow = async () => Math.round((await scales())[0]);
      await page.getByRole('button', { name: 'Fit' }).click();
      const fitted = await timesNow();
      for (const times of [fitted, fitted + 1]) {
        if (times > fitted) await page.getByRole('button', { name: 'Larger' }).click();
        await eventually(timesNow, times);
        const [scale, other] = await scales();
        expect(Math.abs(scale - Math.round(scale))).toBeLessThan(0.02);
        expect(Math.abs(scale - other)).toBeLessThan(0.02);
      }
      await page.close();
    }
  });

  test('is shown in the colours of the panel, and as on the shelf', async () => {
    await update({ price: '7.77' });
    const page = await open(...full());
    await page.getByRole('radio', { name: 'As seen' }).check({ force: true });
    await eventually(() => shownPixels(page), await previewPixels({ view: 'panel' }));
    await page.getByRole('radio', { name: 'On the shelf' }).check({ force: true });
    await eventually(() => shownPixels(page), await imagePixels('?view=panel'));
    await update({ price: '8.88' });
    await eventually(() => shownPixels(page), await imagePixels('?view=panel'));
  });

  test('has bars once it has an article number, and says so before', async () => {
    const page = await open(...at('/?layout=barcode'));
    await page.getByText('Barcode needs an article number that fits.').waitFor();
    await page.getByRole('button', { name: /^1\. Barcode needs/ }).click();
    await eventually(() => page.evaluate('document.activeElement.name'), 'sku');
    await page.keyboard.type('4006381333931');
    await eventually(() => shownPixels(page), await previewPixels({ layout: 'barcode', sku: '4006381333931' }));
    await page.getByText('Barcode needs an article number').waitFor({ state: 'detached' });
  });
});

describe('a first visit', () => {
  test('says what this is and what else there is, until the form is left with something typed', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'See an electronic shelf label without owning one' }).waitFor();
    const cards = page.getByRole('navigation', { name: 'What else there is' });
    await eventually(() => cards.locator('img').count(), 13);
    await page.getByLabel('Price', { exact: true }).fill('1.25');
    await page.getByLabel('Unit', { exact: true }).focus();
    await eventually(() => Promise.resolve(new URL(page.url()).search), '?price=1.25');
    expect(await cards.getByRole('link', { name: 'Wall' }).getAttribute('href')).toBe('/wall?price=1.25');
    // A card stays while it is pressed, slowly.
    await cards.getByRole('button', { name: 'From your till' }).click({ delay: 100 });
    await page.locator('.code-drawer pre').getByText('1.25').waitFor();
    expect(await page.getByRole('link', { name: 'All calls' }).getAttribute('href')).toBe('/docs?price=1.25');
    expect(await cards.count()).toBe(0);
    await page.getByRole('link', { name: 'Shelf label simulator' }).click();
    await cards.waitFor();
  });
});

describe('the form', () => {
  test('takes a price with the comma of the locale, and the currency of the locale', async () => {
    const page = await open(...at('/?locale=de-DE'));
    expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('3,50');
    await page.getByLabel('Price', { exact: true }).fill('1,25');
    const drawn = { locale: 'de-DE', currency: 'EUR', price: '1.25' };
    await eventually(() => shownPixels(page), await previewPixels(drawn));
    await page.getByLabel('Price', { exact: true }).fill('1,2x');
    await page.getByText('Two digits after the comma: 3,50.').waitFor();
    expect(await page.getByLabel('Price', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Price', { exact: true }).fill('1,20');
    await page.getByText('Two digits after the comma: 3,50.').waitFor({ state: 'detached' });
    await page.getByLabel('Language', { exact: true }).selectOption('en-GB');
    expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('1.20');
    await eventually(() => shownPixels(page), await previewPixels({ locale: 'en-GB', currency: 'GBP', price: '1.20' }));
  });

  test('has the fields that the layout asks for, with examples of those that must be there', async () => {
    const page = await open(...full());
    await page.getByRole('radio', { name: 'Promotion' }).check({ force: true });
    expect(await page.getByLabel('Previous price').inputValue()).toBe('4.99');
    await eventually(
      () => shownPixels(page),
      await previewPixels({ layout: 'promotion', data: { previous_price: '4.99' } }),
    );
    await page.goBack();
    await eventually(() => shownPixels(page), await previewPixels({}));
  });

  test('says what a link names that is not here, and shows nothing else in its place', async () => {
    const page = await open(...at('/?device=acme-9.7-bwr&locale=xx-XX'));
    await page.getByText('“acme-9.7-bwr” is unknown to this server.').waitFor();
    await page.getByText('“xx-XX” is unknown to this server.').waitFor();
    expect(await page.locator('.paper img').count()).toBe(0);
    await page.getByRole('button', { name: 'Take en-US' }).click();
    await page.getByRole('button', { name: 'Choose a panel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Maker' }).selectOption('SoluM');
    await dialog.getByRole('combobox', { name: 'Inks' }).selectOption('black red yellow');
    await page.getByRole('searchbox').fill('m3 1.6');
    await eventually(() => dialog.getByRole('listbox').getByRole('option').count(), 4);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('device')).toMatch('solum-m3-1.6-bwry-200');
    await page.locator('.paper img').waitFor();
    expect(await page.locator('.missing .answer').count()).toBe(0);
  });

  test('shows what is typed as text, whatever it is (fault 30)', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await call(`${site.server.url}/api/esl/layouts/evil`, {
      method: 'PUT',
      body: {
        title: name,
        description: name,
        root: {
          type: 'box',
          children: [
            { type: 'text', text: '{product_name}' },
            { type: 'price', grow: 1 },
          ],
        },
      },
    });
    const page = await open(...at(`/?layout=evil&name=${encodeURIComponent(name)}&label=${encodeURIComponent(name)}`));
    await page.getByRole('img', { name: `${name}, 3.50, 1 L` }).waitFor();
    expect(await page.locator('img[onerror], img[src="x"]').count()).toBe(0);
    await page.getByText(name, { exact: true }).first().waitFor();
    await call(`${site.server.url}/api/esl/layouts/evil`, { method: 'DELETE' });
  });
});

describe('an update', () => {
  test('is displayed, says so, and stays said while more is typed', async () => {
    const { revision } = (await update()).body.label;
    const page = await open(...full());
    await live(page).waitFor();
    await page.getByLabel('Price', { exact: true }).fill('7.25');
    await button(page).click();
    await answer(page).getByText('Displayed on default').waitFor();
    expect(await answer(page).textContent()).toContain(`Revision ${revision + 1},`);
    await page.getByText('Same as on the shelf').waitFor();
    await page.getByLabel('Price', { exact: true }).fill('7.26');
    await page.getByText('Not on the shelf').waitFor();
    expect(await answer(page).textContent()).toContain('Displayed on default');
    await answer(page).getByRole('button', { name: 'Close' }).click();
    expect(await answer(page).count()).toBe(0);
  });

  test('that is refused names the field, which has the focus', async () => {
    const page = await open();
    await page.getByLabel('Product name').fill('');
    await button(page).click();
    await answer(page).getByText('Refused: look at the fields').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('product_name');
  });

  test('over the limit makes the button wait, and says when it is free', async () => {
    const strict = await startHere({ RATE_LIMIT: '1', RATE_WINDOW_S: '2' });
    try {
      const page = await open({ hasClock: true }, strict.url);
      await button(page).click();
      await page.getByText(/^Displayed|^Queued/).waitFor();
      await button(page).click();
      await page.getByRole('alert').getByText('Refused: too many updates').waitFor();
      await page.getByRole('button', { name: /^Update again in \d s$/ }).waitFor();
      await passUntil(page.getByText('You can update again.'));
      await button(page).waitFor();
      await page.getByRole('alert').getByText('Refused: too many updates').waitFor();
      await page.close();
    } finally {
      await strict.stop();
    }
  });

  test('can be made by keyboard alone, and as the call that is shown', async () => {
    const page = await open(...full());
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.name');
    for (let i = 0; i < 40 && (await focused()) !== 'product_name'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`Ben's "Best" $(id)`);
    await page.keyboard.press('Enter');
    await answer(page).getByText('Displayed on default').waitFor();
    const content = async (): Promise<object> =>
      (await call(`${site.server.url}/api/esl/labels/default`)).body.label.content;
    expect(await content()).toMatchObject({ product_name: `Ben's "Best" $(id)` });
    await page.getByLabel('Price', { exact: true }).fill('4.20');
    await page.getByRole('button', { name: /^Code/ }).click();
    await promisify(execFile)('bash', ['-c', (await page.locator('.code-drawer pre').textContent())!]);
    expect(await content()).toMatchObject({ ...milk, product_name: `Ben's "Best" $(id)`, price: '4.20' });
  });

  test('that another one replaces is no longer said to be displayed', async () => {
    const page = await open(...full());
    await button(page).click();
    await answer(page).getByText('Displayed on default').waitFor();
    const { revision } = (await update({ price: '6.66' })).body.label;
    await answer(page)
      .getByText(`Revision ${revision - 1} of default has been replaced by ${revision}`)
      .waitFor();
    expect(await answer(page).innerText()).not.toContain('Standard on');
  });

  test('of a label that is deleted meanwhile is no longer said to be displayed', async () => {
    const page = await open(...full('&label=short'));
    await page.getByRole('button', { name: 'Put this on short: a new label' }).click();
    await answer(page).getByText('Displayed on short').waitFor();
    await call(`${site.server.url}/api/esl/labels/short`, { method: 'DELETE' });
    await answer(page).getByText('short was deleted after this update').waitFor();
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
  const whole = (binding: object) => ({ ...first, time_zone: 'UTC', data: {}, lint: [] as string[], ...binding });
  const checksOf = (label: object) => (label as { readonly lint?: string[] }).lint ?? [];
  const parts = {
    device: 'panel',
    layout: 'layout',
    locale: 'language',
    currency: 'currency',
    data: 'data',
    sku: 'article number',
    time_zone: 'time zone',
    lint: 'checks',
  } as const;
  type Part = keyof typeof parts;
  const walk = [...showings.map(([binding]) => binding), null].flatMap((binding, i) =>
    showings.flatMap(([shown, form], j) =>
      (['seen', 'plain'] as const).map((way) => ({ binding, shown, form, way, i, j })),
    ),
  );
  expect(walk).toHaveLength(60);

  test('says what changes, does that, and says what the label shows: 60 combinations of binding, form and button', async () => {
    const { server } = site;
    const page = await open({ viewport: { width: 900, height: 900 } }, `${server.url}/?layout=standard&price=1.10`);
    const devices = loadDevices();
    const titles = { standard: 'Standard', promotion: 'Promotion' };
    const languages = { 'en-US': 'English (United States)', 'de-DE': 'German (Germany)' };
    for (const { binding, shown, form, way, i, j } of share(walk, 5)) {
      const id = `walk-${i}-${j}-${way}`;
      const path = `${server.url}/api/esl/labels/${id}`;
      const label = async () => (await call(path)).body;
      if (binding) {
        await call(path, { method: 'PUT', body: binding });
        await call(`${path}/update`, { body: milk });
      }
      const [target, bound] = [whole(shown), whole(binding ?? {})];
      const differing = (Object.keys(parts) as Part[]).filter(
        (part) => JSON.stringify(target[part]) !== JSON.stringify(bound[part]),
      );
      const others = binding ? differing.map((part) => `other ${parts[part]}`).join(', ') : 'a new label';
      await page.evaluate(
        `history.pushState(null, '', '/?label=${id}&price=1.10${form}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      const name = others === '' ? `Update ${id}` : `Put this on ${id}: ${others}`;
      const primary = page.getByRole('button', { name, exact: true });
      await primary.waitFor();
      const plain = page.getByRole('button', { name: 'Update name, price and unit only' });
      const isPlain = way === 'plain' && binding !== null && others !== '';
      expect([id, await plain.count()]).toEqual([id, binding && others !== '' ? 1 : 0]);
      await (isPlain ? plain : primary).click();
      await answer(page).getByText(`Displayed on ${id}`).waitFor();

      const now = (await label()).label;
      const expected = isPlain ? bound : target;
      expect(whole({ ...now, lint: checksOf(now) })).toMatchObject(expected);
      expect(now.content.price).toBe('1.10');
      const { device, layout, locale, currency } = expected;
      const panel = devices.get(device)!.model_line.replace('"', '″');
      const said = `Organic whole milk, 1.10, 1 L. ${titles[layout as 'standard']} on ${panel}, ${languages[locale as 'en-US']}, ${currency}.`;
      expect(await answer(page).textContent()).toContain(said);

      const undo = answer(page).getByRole('button', { name: 'Undo' });
      expect([id, await undo.count()]).toEqual([id, isPlain || others === '' ? 0 : 1]);
      if ((await undo.count()) === 0) continue;
      await undo.click();
      await answer(page)
        .getByText(binding ? ', 3.50, 1 L.' : `${id} is off the shelf again`)
        .waitFor();
      if (!binding) expect((await call(path)).status).toBe(404);
      else {
        const back = (await label()).label;
        expect(whole({ ...back, lint: checksOf(back) })).toMatchObject(bound);
        expect(back.content.price).toBe('3.50');
      }
      await primary.waitFor();
    }
  });

  test('binds the label as before if its update is refused, and sends both calls that are shown', async () => {
    const page = await open(...at('/?device=solum-m3-1.6-bwr&price=2.20'));
    await live(page).waitFor();
    await page.route('**/api/esl/update', (route) => route.fulfill({ status: 503, json: {} }));
    const primary = page.getByRole('button', { name: 'Put this on default: other panel' });
    await primary.click();
    await answer(page).getByText('Whether default has changed is not known.').waitFor();
    const device = async () => (await call(`${site.server.url}/api/esl/labels/default`)).body.label.device;
    expect(await device()).toBe('solum-m2-2.9-bwr');
    await page.unroute('**/api/esl/update');
    await page.getByRole('button', { name: /^Code/ }).click();
    await promisify(execFile)('bash', ['-c', (await page.locator('.code-drawer pre').textContent())!]);
    expect(await device()).toBe('solum-m3-1.6-bwr');
    await page.getByRole('button', { name: 'Update the label' }).waitFor();
  });

  test('on the shelf, the label has its own panel, words and revision', async () => {
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: { device: 'solum-m3-1.6-bwr' } });
    const { revision } = (await update({ price: '5.55' })).body.label;
    const page = await open(...at('/?device=waveshare-7.5-b-v2&price=abc&show=shelf'));
    await page.getByRole('img', { name: 'Organic whole milk, 5.55, 1 L; SoluM M3 1.6″' }).waitFor();
    await page.locator('.facts').getByText('200 × 200 px').waitFor();
    await page.locator('.standing').getByText(`default, revision ${revision}`).waitFor();
    expect(await page.locator('.room[data-stale]').count()).toBe(0);
  });
});

describe('everybody', () => {
  test('who gets the link sees the same', async () => {
    const page = await open(...full());
    await page.getByLabel('Price', { exact: true }).fill('8.80');
    await page.getByRole('radio', { name: 'Minimal' }).check({ force: true });
    await page.getByRole('button', { name: 'Grid' }).click();
    await eventually(() => Promise.resolve(page.url().includes('grid')), true);
    const other = await open({}, page.url());
    expect(await other.getByLabel('Price', { exact: true }).inputValue()).toBe('8.80');
    expect(await other.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true');
    await eventually(() => shownPixels(other), await previewPixels({ layout: 'minimal', price: '8.80' }));
  });

  test.each(
    share(
      [
        ['dark', 375],
        ['dark', 1280],
        ['light', 375],
        ['light', 1280],
      ] as const,
      4,
    ),
  )('axe finds nothing in the %s scheme at %i pixels, also with the menu open', async (colorScheme, width) => {
    const page = await open(
      { viewport: { width, height: 812 }, colorScheme, reducedMotion: 'reduce' },
      `${site.server.url}/?layout=barcode&price=x&label=none`,
    );
    await page.getByText('Two digits after the point').waitFor();
    for (const isOpen of atSize([true], [false, true])) {
      if (isOpen) await page.getByRole('button', { name: 'Menu' }).click();
      expect(await axe(page)).toEqual([]);
    }
  });

  test('sees German where that is their language, and what they choose', async () => {
    const page = await open({ locale: 'de-DE' });
    await page.getByRole('button', { name: 'Etikett ändern' }).waitFor();
    await page.getByRole('button', { name: 'Menü' }).click();
    await page.getByRole('radio', { name: 'English' }).check({ force: true });
    await button(page).waitFor();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(21, 23, 26)');
  });

  test('reads German in German for what is wrong, what was changed, and what a shipped layout asks for', async () => {
    const page = await open({ locale: 'de-DE' }, `${site.server.url}/?layout=promotion&locale=de-DE&price=12.49`);
    await page.getByText('Aktion fragt auch nach').waitFor();
    await page.getByText('Nicht über dem Preis, also kein Angebot.').first().waitFor();
    await page.getByLabel('Vorheriger Preis').fill('');
    await page.getByText('Das Etikett braucht es, zum Beispiel 4,99.').waitFor();
    await page.getByLabel('Produktname').fill('x'.repeat(201));
    await page.getByText('Zu lang: 200 Zeichen sind erlaubt.').waitFor();
    await page.getByRole('button', { name: /^Auf default bringen: anderes Layout, andere Sprache/ }).click();
    await answer(page).getByText('Produktname: Zu lang: 200 Zeichen sind erlaubt.').waitFor();
    const said = await page.locator('.side').innerText();
    expect(said).not.toMatch(/expected|received|price|valid/i);
  });

  test('nothing overflows at 360, 768 and 1440 pixels', async () => {
    const page = await open(...at('/?device=waveshare-7.5-b-v2'));
    await page.getByLabel('Product name').fill('Donaudampfschifffahrtsgesellschaft'.repeat(4));
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await eventually(() => page.evaluate('document.documentElement.scrollWidth'), width);
    }
  });
});
