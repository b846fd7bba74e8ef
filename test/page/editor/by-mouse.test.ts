import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { plainLayoutDir } from '../../support/layouts/plain.js';
import { eventually, useSite } from '../../support/page.js';
import { call } from '../../support/server.js';

const site = useSite({ LAYOUTS_DIR: plainLayoutDir });

async function stored(id: string): Promise<Record<string, unknown>> {
  const { body } = await call(`${site.server.url}/api/esl/layouts/${id}`);
  return (body as unknown as { layout: Record<string, unknown> }).layout;
}

/** A point in a box of the label, by what the tree calls it; the box is selected then. */
async function boxOf(page: Page, name: string) {
  await page.getByRole('treeitem', { name, exact: true }).click();
  await page.locator('.selection').waitFor();
  return (await page.locator('.selection').boundingBox())!;
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

const add = (page: Page, kind: string) => page.getByRole('button', { name: `Add ${kind}`, exact: true }).click();

describe('a person who has never seen JSON', () => {
  test('makes a promotion layout from nothing by mouse', async () => {
    const page = await site.open({}, `${site.server.url}/layouts`, '.cards');
    await page.getByRole('button', { name: 'New layout' }).click();
    await page.getByLabel('Name').fill('Weekend promotion');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('.overlay').waitFor();

    // A band with the offer and what is saved.
    await add(page, 'Box');
    await page.getByRole('combobox', { name: 'Filled with' }).selectOption({ label: 'Accent' });
    await add(page, 'Text');
    await page.getByLabel('Text', { exact: true }).selectOption({ label: 'The word “Offer”' });
    await add(page, 'Text');
    await page.getByLabel('Text', { exact: true }).selectOption({ label: 'Percent saved' });
    await page.getByLabel('Share of what is left').fill('1');

    // Below it the name and the prices.
    await page.getByRole('treeitem', { name: 'Label' }).click();
    await add(page, 'Price');
    await page.getByRole('treeitem', { name: 'Label' }).click();
    await add(page, 'Price');
    await page.getByLabel('Price', { exact: true }).selectOption({ label: 'Price before' });
    await page.getByRole('combobox', { name: 'Struck through in' }).selectOption({ label: 'Accent' });
    await page.getByRole('treeitem', { name: 'Label' }).click();
    await add(page, 'Text');
    await eventually(
      () => page.getByRole('treeitem').allTextContents(),
      ['Layout', 'LabelColumn', 'Row', 'The word “Offer”', 'Percent saved', 'Price', 'Price before', 'Product name'],
    );

    // The name and the price before are dragged up, above the price.
    await eventually(() => page.locator('.problems [data-kind=refused]').count(), 0);
    // Boxes move when the picture with the name comes.
    await eventually(() => page.locator('.outline').count(), 7);
    const price = await boxOf(page, 'Price');
    const name = await boxOf(page, 'Product name');
    const top: [number, number] = [price.x + price.width / 3, price.y + 8];
    await drag(page, [name.x + 20, name.y + name.height / 2], top);
    const inOrder = async () => (await page.getByRole('treeitem').allTextContents()).slice(5);
    await eventually(inOrder, ['Product name', 'Price', 'Price before']);

    // The price before is made less high, at its lower edge.
    const before = await boxOf(page, 'Price before');
    const height = page.getByLabel('Height', { exact: true });
    const was = Number(await height.inputValue());
    const edge: [number, number] = [before.x + before.width / 2, before.y + before.height];
    await drag(page, edge, [edge[0], edge[1] - 24]);
    expect(Number(await height.inputValue())).toBeLessThan(was - 4);

    await page.getByRole('button', { name: 'Save version 1' }).click();
    await page.getByText('Saved as version 1').waitFor();
    expect(await stored('weekend-promotion')).toMatchObject({
      title: 'Weekend promotion',
      version: 1,
      data: { previous_price: { type: 'price', required: true } },
      root: {
        children: [
          {
            type: 'box',
            fill: 'accent',
            children: [{ text: '{phrase.offer}' }, { text: '{phrase.percent_off}', grow: 1 }],
          },
          { text: '{product_name}' },
          { type: 'price', grow: 1 },
          { type: 'price', field: 'data.previous_price', strike: 'accent' },
        ],
      },
    });
  });

  test('drags from the palette to where it belongs, copies and pastes, and undoes it all', async () => {
    const page = await site.open({}, `${site.server.url}/layouts/bare`, '.overlay');
    const names = () => page.getByRole('treeitem').allTextContents();
    await page.locator('.outline').first().waitFor();
    const before = await names();
    const text = (await page.getByRole('button', { name: 'Add Text' }).boundingBox())!;
    const paper = (await page.locator('.overlay').boundingBox())!;
    await drag(page, [text.x + 8, text.y + 8], [paper.x + paper.width / 2, paper.y + 5]);
    await eventually(async () => (await names()).length, before.length + 1);
    expect((await names())[2]).toBe('Product name');
    await page.locator('.overlay').focus();
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+V');
    await eventually(async () => (await names()).filter((name) => name === 'Product name').length, 2);
    for (const button of [0, 1]) {
      await page.getByRole('button', { name: 'Undo' }).click();
      expect([button, (await names()).length]).toEqual([button, before.length + 1 - button]);
    }
    await page.getByRole('button', { name: 'Redo' }).click();
    await eventually(async () => (await names()).length, before.length + 1);
  });

  test('a click on the label selects the box there, and Escape what is round it', async () => {
    const page = await site.open({}, `${site.server.url}/layouts/plain`, '.outline');
    const paper = (await page.locator('.overlay').boundingBox())!;
    await page.mouse.click(paper.x + paper.width * 0.8, paper.y + paper.height * 0.6);
    const chosen = () => page.locator('[role=treeitem][aria-selected=true]').allTextContents();
    await eventually(chosen, ['Price']);
    await eventually(() => page.evaluate('new URLSearchParams(location.search).get("box")'), '1.1');
    await page.locator('.overlay').focus();
    await page.keyboard.press('Escape');
    await eventually(chosen, ['Row']);
    await page.keyboard.press('Escape');
    await eventually(chosen, ['LabelColumn']);
  });
});
