import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { exampleLayout } from '../../server/http/layout-example.js';
import { axe, eventually, shownPixels, text, useSite } from '../support/page.js';
import { call } from '../support/server.js';

const site = useSite();
const { open, update, previewPixels, imagePixels } = site;

/** A layout with a price and a list among its data. */
const offer = {
  ...exampleLayout,
  data: { ...exampleLayout.data, grade: { type: 'text', values: ['I', 'II'] } },
};

describe('a layout that asks for data', () => {
  const before = 'The price before the offer';
  beforeEach(async () => {
    await call(`${site.server.url}/api/esl/layouts/offer`, { method: 'PUT', body: offer });
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
    await update();
  });
  afterAll(async () => {
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
  });
  const choose = async (): Promise<Page> => {
    const page = await open();
    expect(await page.getByRole('group', { name: 'This layout also shows' }).isVisible()).toBe(false);
    await page.getByLabel('Layout').selectOption('offer');
    return page;
  };

  test('has fields with its examples, and is drawn with them at once', async () => {
    const page = await choose();
    const field = page.getByLabel(before);
    expect([await field.inputValue(), await field.getAttribute('placeholder')]).toEqual(['4.20', '4.20']);
    const fields = { layout: 'offer', data: { previous_price: '4.20' } };
    await eventually(() => shownPixels(page, 'preview-image'), await previewPixels(fields));
    await field.fill('5.99');
    await eventually(
      () => shownPixels(page, 'preview-image'),
      await previewPixels({ ...fields, data: { previous_price: '5.99' } }),
    );
    await page.getByLabel('Layout').selectOption('standard');
    await eventually(() => shownPixels(page, 'preview-image'), await previewPixels({}));
    expect(await field.isVisible()).toBe(false);
  });

  test('is put on the shelf with the values of its fields', async () => {
    const page = await choose();
    await page.getByLabel(before).fill('4.99');
    await page.getByLabel('Grade').selectOption('II');
    expect(await text(page, 'binding-summary')).toContain('On the shelf: another layout and other values.');
    await page.getByRole('button', { name: 'Put this tag on the shelf' }).click();
    await page.getByText('The tag is on the shelf.').waitFor();
    const { label } = (await call(`${site.server.url}/api/esl/labels/default`)).body;
    expect(label).toMatchObject({ layout: 'offer', data: { previous_price: '4.99', grade: 'II' } });
    await eventually(() => shownPixels(page, 'live-image'), await imagePixels());
    await eventually(() => text(page, 'preview-state'), '(same as on the shelf)');
    expect(await page.getByRole('button', { name: 'Put this tag on the shelf' }).isVisible()).toBe(false);
  });

  test('shows what is wrong at the field, and moves the focus there when it is sent', async () => {
    const page = await choose();
    await page.getByLabel(before).fill('');
    await eventually(
      async () => (await text(page, 'data-previous_price-message')).startsWith('Expected a value'),
      true,
    );
    await page.getByRole('button', { name: 'Put this tag on the shelf' }).click();
    await eventually(() => page.evaluate('document.activeElement.id'), 'data-previous_price');
    expect(await page.getByLabel(before).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').isVisible()).toBe(false);
  });

  test('is drawn again after it was replaced, and what was typed stays', async () => {
    const page = await choose();
    await page.getByLabel(before).fill('4.99');
    const body = { ...offer, title: 'Better offer', root: { type: 'box', children: [{ type: 'price', grow: 1 }] } };
    await call(`${site.server.url}/api/esl/layouts/offer`, { method: 'PUT', body });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    const data = { previous_price: '4.99' };
    await eventually(() => shownPixels(page, 'preview-image'), await previewPixels({ layout: 'offer', data }));
    expect(await page.locator('#layout option:checked').textContent()).toBe('Better offer · offer');
    expect(await page.getByLabel(before).inputValue()).toBe('4.99');
  });

  test('is read when somebody else binds the label to a new layout', async () => {
    const page = await open();
    await page.getByText('Live').waitFor();
    const body = { ...offer, title: 'Newest' };
    await call(`${site.server.url}/api/esl/layouts/newest`, { method: 'PUT', body });
    const data = { previous_price: '7.77' };
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: { layout: 'newest', data } });
    await eventually(() => page.getByLabel('Layout').inputValue(), 'newest');
    await eventually(() => text(page, 'preview-state'), '(same as on the shelf)');
    expect(await page.getByLabel(before).inputValue()).toBe('7.77');
  });

  test('is in the link, with its data', async () => {
    const page = await choose();
    await page.getByLabel(before).fill('6.66');
    await page.getByLabel('Language').selectOption('de-DE');
    const other = await open({}, page.url());
    expect(await other.getByLabel('Layout').inputValue()).toBe('offer');
    expect(await other.getByLabel(before).inputValue()).toBe('6.66');
    expect(await other.getByLabel('Language').inputValue()).toBe('de-DE');
  });

  test('has no violation that axe finds, and fits 360 pixels', async () => {
    const page = await choose();
    await page.getByLabel(before).fill('4,20');
    await eventually(async () => (await text(page, 'data-previous_price-message')) !== '', true);
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

describe('language and currency', () => {
  test('change the preview, and are put on the shelf with the tag', async () => {
    await update();
    const page = await open();
    await page.getByLabel('Language').selectOption('de-DE');
    await page.getByLabel('Currency').selectOption('EUR');
    const fields = { locale: 'de-DE', currency: 'EUR' };
    await eventually(() => shownPixels(page, 'preview-image'), await previewPixels(fields));
    expect(await text(page, 'binding-summary')).toContain('On the shelf: another language and another currency.');
    await page.getByRole('button', { name: 'Put this tag on the shelf' }).click();
    await page.getByText('The tag is on the shelf.').waitFor();
    expect((await call(`${site.server.url}/api/esl/labels/default`)).body.label).toMatchObject(fields);
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
    await eventually(() => page.getByLabel('Language').inputValue(), 'en-US');
  });
});
