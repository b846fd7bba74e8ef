import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { axe, eventually, shownPixels, text, useSite } from '../support/page.js';
import { call, milk, startServer } from '../support/server.js';

const site = useSite();
const { open, update, previewPixels, imagePixels } = site;

describe('the preview and the label', () => {
  test('what is typed is shown as the preview draws it, and is not sent', async () => {
    await update();
    const page = await open();
    const before = await shownPixels(page, 'live-image');
    await page.getByLabel('Product name').fill('Crème fraîche');
    await page.getByLabel('Price').fill('0.99');
    await eventually(
      () => shownPixels(page, 'preview-image'),
      await previewPixels({ product_name: 'Crème fraîche', price: '0.99' }),
    );
    expect(await text(page, 'preview-state')).toBe('(not sent)');
    expect(await shownPixels(page, 'live-image')).toBe(before);
    expect(await imagePixels()).toBe(before);
  });

  test('Update puts the preview on the shelf, as the next revision', async () => {
    const { revision } = (await update()).body.label;
    const page = await open();
    await page.getByLabel('Price').fill('7.25');
    await page.getByRole('button', { name: 'Update the label' }).click();
    await page.getByText(`Revision ${revision + 1} is on the shelf.`).waitFor();
    const { body } = await call(`${site.server.url}/api/esl/labels/default`);
    expect(body.label).toMatchObject({ revision: revision + 1, content: { ...milk, price: '7.25' } });
    await eventually(() => shownPixels(page, 'live-image'), await imagePixels());
    await eventually(() => text(page, 'preview-state'), '(same as on the shelf)');
    expect(await text(page, 'live-state')).toContain(`revision ${revision + 1}`);
    expect(await page.getByRole('img', { name: 'Organic whole milk, 7.25 per 1 L' }).count()).toBe(2);
    expect(await text(page, 'quota')).toMatch(/^\d+ of 1000 updates left$/);
  });

  test("somebody else's update is on the shelf within a second, and what is being typed stays", async () => {
    await update();
    const page = await open();
    await page.getByLabel('Product name').fill('Mine');
    await page.getByText('Live').waitFor();
    const { revision } = (await update({ product_name: 'Theirs' })).body.label;
    await eventually(() => shownPixels(page, 'live-image'), await imagePixels(), 1000);
    await eventually(async () => (await text(page, 'live-state')).includes(`revision ${revision},`), true);
    expect(await page.getByLabel('Product name').inputValue()).toBe('Mine');
    expect(await text(page, 'preview-state')).toBe('(not sent)');
  });

  test('without an event stream the page polls', async () => {
    await update();
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.route('**/events', (route) => route.fulfill({ status: 429 }));
    await page.goto(site.server.url);
    await page.getByText('Checking every 2 seconds').waitFor();
    await update({ product_name: 'Theirs', price: '0.10' });
    await eventually(() => shownPixels(page, 'live-image'), await imagePixels());
  });

  test('another panel changes the preview at once, and the label when it is put on the shelf', async () => {
    await update();
    const page = await open();
    await page.getByLabel('Panel', { exact: true }).selectOption('solum-m3-1.6-bwr');
    await eventually(() => page.evaluate("document.getElementById('preview-image').naturalHeight"), 200);
    expect(await text(page, 'binding-summary')).toBe(
      '200×200 · white, black, red. On the shelf: SoluM M2 2.9" BWR (ST-GR29000).',
    );
    await page.getByRole('button', { name: 'Put this tag on the shelf' }).click();
    await eventually(() => page.evaluate("document.getElementById('live-image').naturalHeight"), 200);
    await eventually(() => shownPixels(page, 'live-image'), await imagePixels());
    expect((await call(`${site.server.url}/api/esl/labels/default`)).body.label.device).toBe('solum-m3-1.6-bwr');
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
    await eventually(() => page.getByLabel('Panel', { exact: true }).inputValue(), 'solum-m2-2.9-bwr');
  });

  test('a tag can be put on the shelf before anything was sent', async () => {
    const fresh = await startServer();
    try {
      const page = await open({}, fresh.url);
      expect(await text(page, 'live-state')).toBe('(label default, revision 0, nothing sent yet)');
      await page.getByLabel('Panel', { exact: true }).selectOption('solum-m3-1.6-bwr');
      await page.getByRole('button', { name: 'Put this tag on the shelf' }).click();
      await eventually(() => page.evaluate("document.getElementById('live-image').naturalHeight"), 200);
      await page.context().close();
    } finally {
      await fresh.stop();
    }
  });

  test('the colours as the eye sees them are those of the panel view', async () => {
    await update();
    const page = await open();
    await page.getByLabel('As the eye sees it').check();
    await eventually(() => shownPixels(page, 'live-image'), await imagePixels('?view=panel'));
    await eventually(() => shownPixels(page, 'preview-image'), await previewPixels({ view: 'panel' }));
    await page.getByText('Unmeasured: the placeholder').waitFor();
    await page.getByLabel('Pure ink').check();
    await page.getByText('Unmeasured: the placeholder').waitFor({ state: 'hidden' });
  });

  test('a label pixel is a square of whole screen pixels, on every kind of screen', async () => {
    for (const deviceScaleFactor of [1, 1.25, 3]) {
      const page = await open({ deviceScaleFactor });
      for (const zoom of ['fit', '1', '3']) {
        await page.getByLabel('Zoom').selectOption(zoom);
        const [scale, other, rendering] = await page.evaluate<[number, number, string]>(`(() => {
          const image = document.getElementById('preview-image');
          const { width, height } = image.getBoundingClientRect();
          const scale = (drawn, natural) => (drawn * devicePixelRatio) / natural;
          const { imageRendering } = getComputedStyle(image);
          return [scale(width, image.naturalWidth), scale(height, image.naturalHeight), imageRendering];
        })()`);
        expect(Math.abs(scale - Math.round(scale))).toBeLessThan(0.01);
        expect(Math.abs(scale - other)).toBeLessThan(0.01);
        expect(rendering).toBe('pixelated');
        if (zoom !== 'fit') expect(Math.round(scale)).toBe(Math.round(Number(zoom) * deviceScaleFactor));
      }
      await page.context().close();
    }
  });
});

describe('the messages', () => {
  test("an invalid price is explained at its field, in the server's words", async () => {
    const page = await open();
    const price = page.getByLabel('Price');
    await price.fill('3,50');
    const { body } = await call(`${site.server.url}/api/esl/preview`, { body: { ...milk, price: '3,50' } });
    const { message } = body.errors[0]!;
    await eventually(() => text(page, 'price-message'), `${message}.`);
    expect(await price.getAttribute('aria-invalid')).toBe('true');
    expect(await price.getAttribute('aria-describedby')).toContain('price-message');
    expect(await text(page, 'preview-state')).toBe('(not up to date)');
    await price.fill('3.50');
    await eventually(() => text(page, 'price-message'), '');
    expect(await price.getAttribute('aria-invalid')).toBeNull();
  });

  test('each missing field is named, and the first gets the focus', async () => {
    const page = await open();
    await page.getByLabel('Product name').fill('');
    await page.getByLabel('Unit').fill('');
    await page.getByRole('button', { name: 'Update the label' }).click();
    await eventually(() => text(page, 'product_name-message'), 'Expected a value for product_name but received none.');
    expect(await text(page, 'unit-message')).toBe('Expected a value for unit but received none.');
    expect(await text(page, 'price-message')).toBe('');
    expect(await page.evaluate('document.activeElement.id')).toBe('product_name');
  });

  test('a name that was cut off has a warning at its field', async () => {
    const page = await open();
    const product_name = 'Organic Fairtrade Smoked Wild Alaskan Salmon Fillets '.repeat(3).trim();
    await page.getByLabel('Product name').fill(product_name);
    const { body } = await call(`${site.server.url}/api/esl/preview`, {
      body: { ...milk, product_name },
      headers: { Accept: 'application/json' },
    });
    const said = body.warnings.filter(({ field }) => field === 'product_name').map(({ message }) => message);
    expect(said).not.toEqual([]);
    await eventually(async () => {
      const words = await text(page, 'product_name-message');
      return said.every((message) => words.includes(message));
    }, true);
    expect(await page.getByLabel('Product name').getAttribute('aria-invalid')).toBeNull();
  });

  test('the step of a label is told in words below it, with the fields that it hides, in the preview and on the shelf', async () => {
    const [device, layout] = ['solum-m2-2.9-bwr', 'hides'];
    const text14 = { type: 'text', size: { preferred: 14, floor: 14 } };
    await call(`${site.server.url}/api/esl/layouts/${layout}`, {
      method: 'PUT',
      body: {
        title: 'Hides',
        description: 'Hides the model line below a long name.',
        root: {
          type: 'box',
          direction: 'column',
          children: [
            { ...text14, text: '{product_name}', size: { preferred: 24, floor: 20 }, lines: 2 },
            { type: 'price', grow: 1, floor: '55%' },
            { ...text14, text: '{model_line}', optional: 1 },
          ],
        },
      },
    });
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: { device, layout } });
    await update();
    const page = await open();
    await eventually(() => text(page, 'live-step'), 'Step: one line for each text.');
    await eventually(() => text(page, 'preview-step'), 'Step: one line for each text.');
    const product_name = 'Alaska-Seelachsfilet Bordelaise tiefgefroren';
    await page.getByLabel('Product name').fill(product_name);
    const words = 'Step: 2 lines for product name, model line hidden.';
    await eventually(() => text(page, 'preview-step'), words);
    expect(await text(page, 'preview-notes')).toContain('model_line is not shown');
    expect(await text(page, 'live-step')).toBe('Step: one line for each text.');
    await update({ product_name });
    await eventually(() => text(page, 'live-step'), words);
    await eventually(async () => (await text(page, 'live-notes')).includes('model_line is not shown'), true);
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
  });

  test('a client over the limit is told how long to wait, and when the wait is over', async () => {
    const strict = await startServer({ RATE_LIMIT: '2', RATE_WINDOW_S: '3' });
    try {
      const page = await open({}, strict.url);
      const button = page.getByRole('button', { name: 'Update the label' });
      await button.click();
      await eventually(() => text(page, 'quota'), '1 of 2 updates left');
      await button.click();
      await page.getByText('Revision 2 is on the shelf.').waitFor();
      await button.click();
      await page.getByRole('alert').getByText('2 updates per 3 seconds. Try again in').waitFor();
      expect(await text(page, 'quota')).toMatch(/^No updates left. Try again in [1-3] seconds?$/);
      await page.getByText('You can update again.').waitFor();
      expect(await text(page, 'quota')).toBe('2 of 2 updates left');
      expect(await page.getByRole('alert').isVisible()).toBe(false);
      await page.context().close();
    } finally {
      await strict.stop();
    }
  });

  test('a failure of the server is shown above the form, with the request id', async () => {
    const page = await open();
    const request_id = 'req_12345678';
    await page.route('**/api/esl/update', (route) =>
      route.fulfill({
        status: 500,
        json: { title: 'Something failed on our side', detail: 'Nothing was stored.', request_id },
      }),
    );
    await page.getByRole('button', { name: 'Update the label' }).click();
    await page.getByRole('alert').getByText('Nothing was stored. Request id: req_12345678').waitFor();
  });

  test('the curl command does what the button does, whatever is in the form', async () => {
    const page = await open();
    const fields = { product_name: `Ben's "Best" $(id) \`id\` \\ !! 🧀`, price: '4.20', unit: "1 'piece'" };
    await page.getByLabel('Product name').fill(fields.product_name);
    await page.getByLabel('Price').fill(fields.price);
    await page.getByLabel('Unit').fill(fields.unit);
    const line = await text(page, 'curl');
    expect(line).not.toContain('\n');
    await promisify(execFile)('bash', ['-c', line]);
    expect((await call(`${site.server.url}/api/esl/labels/default`)).body.label.content).toMatchObject(fields);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(line);
  });

  test('a link shows another person the same', async () => {
    const page = await open();
    await page.getByLabel('Price').fill('8.80');
    await page.getByLabel('Panel', { exact: true }).selectOption('waveshare-4.2-b');
    await page.getByLabel('Zoom').focus();
    const other = await open({}, page.url());
    expect(await other.getByLabel('Price').inputValue()).toBe('8.80');
    await eventually(() => other.evaluate("document.getElementById('preview-image').naturalWidth"), 400);
  });
});

describe('everybody', () => {
  test('the keyboard is enough', async () => {
    const page = await open();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
    for (let i = 0; i < 9 && (await focused()) !== 'product_name'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('6.60');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('unit');
    await page.keyboard.press('Enter');
    await page.getByText(/^Revision \d+ is on the shelf.$/).waitFor();
    await eventually(
      async () => (await call(`${site.server.url}/api/esl/labels/default`)).body.label.content.price,
      '6.60',
    );
  });

  test.each(['light', 'dark'] as const)('axe finds no violation in the %s scheme', async (colorScheme) => {
    const page = await open({ colorScheme, reducedMotion: 'reduce' });
    await page.getByLabel('Price').fill('3,50');
    await page.getByLabel('Panel', { exact: true }).selectOption('waveshare-7.5-b-v2');
    await eventually(async () => (await text(page, 'price-message')) !== '', true);
    expect(await axe(page)).toEqual([]);
  });

  test('the dark scheme is dark and the light one light', async () => {
    const mean = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      const page = await open({ colorScheme });
      const { data } = PNG.sync.read(await page.locator('section.update').screenshot());
      return data.reduce((sum, value) => sum + value, 0) / data.length;
    };
    // A quarter of the bytes is the alpha of an opaque picture: 64 is black.
    expect(await mean('dark')).toBeLessThan(110);
    expect(await mean('light')).toBeGreaterThan(225);
  });

  test.each([360, 768, 1440])('nothing overflows at %i pixels', async (width) => {
    const page = await open({ viewport: { width, height: 740 } });
    await page.getByLabel('Panel', { exact: true }).selectOption('waveshare-7.5-b-v2');
    await page.getByLabel('Product name').fill('Donaudampfschifffahrtsgesellschaft'.repeat(4));
    await eventually(() => page.evaluate("document.getElementById('preview-image').naturalWidth"), 800);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
