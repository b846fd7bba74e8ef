import { expect, test } from '@jest/globals';
import { dropFile, eventually, follow, holdNext, says, useSite } from '../../support/page.js';

const site = useSite();

test('a layout whose answer comes after another one was opened does not take its place, nor its text', async () => {
  const page = await site.open('/layouts');
  const held = await holdNext(page, '**/api/esl/layouts/standard');
  await follow(page, '/layouts/standard');
  await held.answered;
  await follow(page, '/layouts/promotion');
  await page.locator('.editor .overlay').waitFor();
  await held.release();
  expect(await page.locator('.editor .overlay').count()).toBe(1);
  expect(await page.evaluate(`Object.keys(localStorage).filter((name) => name.includes('draft'))`)).toEqual([]);
});

test('numbers are typed as they are: 1.05 is no 15', async () => {
  const page = await site.open('/layouts/standard', { sight: '.editor .overlay' });
  const field = page.locator('.side input[type=number]').first();
  await field.fill('');
  await field.pressSequentially('1.05');
  expect(await field.inputValue()).toBe('1.05');
});

test('a file chooser that is cancelled leaves its dialog open', async () => {
  const page = await site.open('/layouts/standard', { sight: '.editor .overlay' });
  await page.keyboard.press('i');
  const file = page.locator('dialog input[type=file]').first();
  await file.waitFor({ state: 'attached' });
  await file.dispatchEvent('cancel', { bubbles: true });
  await page.waitForTimeout(100);
  expect(await page.locator('dialog[open]').count()).toBe(1);
});

test('the section of an article number stays open while it is emptied', async () => {
  const page = await site.open('/?layout=standard&sku=96385074');
  const field = page.locator('input[name=sku]');
  await field.press('Control+A');
  await field.press('Delete');
  await eventually(() => new URL(page.url()).searchParams.get('sku'), '');
  expect(await field.isVisible()).toBe(true);
  expect(await page.evaluate('document.activeElement.name')).toBe('sku');
});

test('a file is shown on the Wall whatever the time zone is', async () => {
  const page = await site.open('/wall?time_zone=Nowhere', { sight: '.wall' });
  await dropFile(page, '.wall', 'a.csv', 'product_name,price,unit\nMilk,3.50,1 L\n');
  await says(page, 'a.csv');
});

test('a filter leaves the wall a place for Tab', async () => {
  const panels = '/wall?panels=solum-m2-2.9-bwr,waveshare-4.2-b,waveshare-7.5-b-v2';
  const page = await site.open(panels);
  await page.locator('.wall .picture').nth(2).waitFor();
  await page.locator('.wall .picture').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await follow(page, `${panels}&maker=SoluM`);
  await eventually(() => page.locator('.wall .picture').count(), 1);
  await eventually(() => page.locator('.wall .picture[tabindex="0"]').count(), 1);
});

test('in German, what a finding wants is German', async () => {
  const page = await site.open('/?name=Tee+%26amp;+Co&unit=ca.+500+g&price=3,50&locale=de-DE&lint=data', {
    locale: 'de-DE',
  });
  await page.getByRole('radio', { name: /^Prüfung/ }).check();
  await page.locator('.findings li').nth(1).waitFor();
  const said = (await page.locator('.findings').innerText()).replaceAll(/\s+/g, ' ');
  expect(said).toContain('Wörter');
  expect(said).toContain('eine Menge, aus der ein Grundpreis folgt');
});
