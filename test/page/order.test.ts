import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, holdNext, shownPixels, text, useSite } from '../support/page.js';
import { call } from '../support/server.js';

const site = useSite();
const { open, update, previewPixels, imagePixels } = site;

const image = '**/image.png?*';

beforeEach(async () => {
  await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body: {} });
});

/** The page, connected, showing the label at the revision. */
async function openLive(): Promise<{ page: Page; revision: number }> {
  const { revision } = (await update()).body.label;
  const page = await open();
  await page.getByText('Live').waitFor();
  await showsRevision(page, revision);
  await eventually(() => text(page, 'preview-state'), '(same as on the shelf)');
  return { page, revision };
}

function showsRevision(page: Page, revision: number): Promise<void> {
  return eventually(async () => (await text(page, 'live-state')).includes(`revision ${revision},`), true);
}

/** Delays the decoding of the next image until `finishDecoding()` is called in the page. */
async function delayNextDecoding(page: Page): Promise<void> {
  await page.evaluate(`{
    const { decode } = HTMLImageElement.prototype;
    HTMLImageElement.prototype.decode = async function () {
      HTMLImageElement.prototype.decode = decode;
      await decode.call(this);
      await new Promise((resolve) => (globalThis.finishDecoding = resolve));
    };
  }`);
}

describe('what comes late', () => {
  test("the answer to one's own update does not replace a later update by somebody else", async () => {
    const { page, revision } = await openLive();
    const answer = await holdNext(page, '**/api/esl/update');
    await page.getByLabel('Price').fill('1.11');
    await page.getByRole('button', { name: 'Update the label' }).click();
    await answer.answered;
    await showsRevision(page, revision + 1);
    await update({ price: '2.22' });
    await showsRevision(page, revision + 2);
    await eventually(() => text(page, 'preview-state'), '(not sent)');
    await answer.release();
    await page.getByText(`Revision ${revision + 1} is on the shelf.`).waitFor();
    expect(await text(page, 'preview-state')).toBe('(not sent)');
    expect(await text(page, 'live-state')).toContain(`revision ${revision + 2},`);
  });

  test('the image of an earlier revision does not replace that of a later one', async () => {
    const { page, revision } = await openLive();
    const answer = await holdNext(page, image);
    await update({ price: '1.11' });
    await answer.answered;
    await update({ price: '2.22' });
    await showsRevision(page, revision + 2);
    const newest = await imagePixels();
    expect(await shownPixels(page, 'live-image')).toBe(newest);
    await answer.release();
    expect(await shownPixels(page, 'live-image')).toBe(newest);
    expect(await text(page, 'live-state')).toContain(`revision ${revision + 2},`);
  });

  test('an image that takes long to decode does not replace one that came later', async () => {
    const { page, revision } = await openLive();
    await delayNextDecoding(page);
    await update({ price: '1.11' });
    await eventually(() => page.evaluate('typeof finishDecoding'), 'function');
    await update({ price: '2.22' });
    await showsRevision(page, revision + 2);
    await page.evaluate('finishDecoding()');
    expect(await shownPixels(page, 'live-image')).toBe(await imagePixels());
    expect(await text(page, 'live-state')).toContain(`revision ${revision + 2},`);
  });

  test('the preview of what was typed before does not replace that of what was typed last', async () => {
    const { page } = await openLive();
    const answer = await holdNext(page, '**/api/esl/preview');
    await page.getByLabel('Price').fill('1.11');
    await answer.answered;
    await page.getByLabel('Price').fill('2.22');
    const newest = await previewPixels({ price: '2.22' });
    await eventually(() => shownPixels(page, 'preview-image'), newest);
    await answer.release();
    expect(await shownPixels(page, 'preview-image')).toBe(newest);
  });
});

describe('the button', () => {
  test('sends one update, however often it and Enter are pressed before the answer', async () => {
    const { page, revision } = await openLive();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/esl/update')) sent.push(request.method());
    });
    const answer = await holdNext(page, '**/api/esl/update');
    const button = page.getByRole('button', { name: 'Update the label' });
    await button.dblclick();
    await page.getByLabel('Price').press('Enter');
    await answer.answered;
    await answer.release();
    await page.getByText(`Revision ${revision + 1} is on the shelf.`).waitFor();
    expect(sent).toEqual(['POST']);
    await button.click();
    await page.getByText(`Revision ${revision + 2} is on the shelf.`).waitFor();
    expect(sent).toEqual(['POST', 'POST']);
  });
});

describe('the label on the shelf', () => {
  test('does not flash: its next image is there whole, and in its size, from the moment it appears', async () => {
    const { page } = await openLive();
    // Looks after each change of the stage, before the browser paints.
    await page.evaluate(`{
      globalThis.looks = [];
      new MutationObserver(() => {
        const image = document.getElementById('live-image');
        const { width, height } = image.getBoundingClientRect();
        const { complete, naturalWidth, naturalHeight } = image;
        looks.push(complete ? \`\${naturalWidth}×\${naturalHeight} as \${width}×\${height}\` : 'empty');
      }).observe(document.getElementById('live-stage'), { subtree: true, childList: true, attributes: true });
    }`);
    const body = { device: 'gooddisplay-gdey0213b74' };
    await call(`${site.server.url}/api/esl/labels/default`, { method: 'PUT', body });
    await eventually(() => page.evaluate("document.getElementById('live-image').naturalWidth"), 250);
    expect(new Set(await page.evaluate<string[]>('looks'))).toEqual(new Set(['250×122 as 500×244']));
  });
});
