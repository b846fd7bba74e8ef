import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, eventually, useSite } from '../support/page.js';

const site = useSite();
const { open } = site;

/** A reduction without the lowest price of 30 days, whose promise is untrue, too. */
const untrue = 'layout=promotion&locale=de-AT&data.previous_price=3.40&price=3.50&date=2026-11-20';
const at = (path: string): Parameters<typeof open> => [{}, `${site.server.url}${path}`];
const query = (page: Page, name: string) => Promise.resolve(new URL(page.url()).searchParams.get(name));
const codes = (page: Page) => page.locator('.findings [data-grade] > p:first-child').allInnerTexts();

describe('the tab Check of Preview', () => {
  test('lists the findings of the chosen rules, suggests those of the place, and chooses none by itself', async () => {
    const page = await open(...at(`/?${untrue}`));
    await page.getByRole('radio', { name: 'Check', exact: true }).check();
    await page.locator('.findings').waitFor();
    expect(await codes(page)).toEqual(['1. Error OFFER_NOT_LOWER']);
    await page.getByRole('button', { name: 'Add Austria' }).click();
    await page.getByText('LOWEST_PRICE_MISSING').waitFor();
    await eventually(() => query(page, 'lint'), 'at');
    expect(await page.locator('.check').innerText()).toContain('This is a check, not legal advice.');
    expect(await axe(page)).toEqual([]);
  });
});

test('in German, the findings speak German', async () => {
  const page = await open({ locale: 'de-DE' }, `${site.server.url}/?${untrue}&lint=at,readability`);
  await page.getByRole('radio', { name: /^Prüfung/ }).check();
  await page.getByText('Der vorige Preis liegt nicht über dem Preis.').waitFor();
  const first = await page.locator('.findings li').first().innerText();
  expect(first).toContain('mehr als der Preis, ');
  expect(first).toContain('Einen vorigen Preis über dem Preis senden, oder ein Layout ohne ihn nehmen.');
  // Laws keep their names.
  expect(await page.locator('.findings p[lang="en"]').count()).toBe(0);
});

test('the Wall says how many panels are not lawful, and shows only those', async () => {
  const page = await open(...at(`/wall?${untrue}&lint=at&panels=solum-m2-2.9-bwr,waveshare-4.2-b`));
  const sum = page.getByRole('button', { name: '2 of 2 panels are not lawful in Austria' });
  await sum.click();
  await eventually(() => query(page, 'found'), 'error');
  expect(await page.locator('.wall .picture').count()).toBe(2);
  await page.getByRole('button', { name: /^OFFER_NOT_LOWER 2$/ }).click();
  await eventually(() => query(page, 'found'), 'OFFER_NOT_LOWER');
});

test('the Wall counts warnings by rule, and not as broken rules', async () => {
  const page = await open(...at('/wall?price=0.00&lint=codes&panels=solum-m2-2.9-bwr,waveshare-4.2-b'));
  await page.getByRole('button', { name: '0 of 2 panels break a rule' }).waitFor();
  await page.getByRole('button', { name: /^PRICE_ZERO 2$/ }).waitFor();
});

test('in the layout editor, a click on a finding selects the box at fault', async () => {
  const page = await open({}, `${site.server.url}/layouts/standard?lint=readability&box=layout`, '.editor, .alone');
  const first = page.locator('.editor .findings button').first();
  await first.click({ timeout: 45_000 });
  await page.locator('.editor .selection').waitFor();
  await eventually(async () => (await query(page, 'box')) !== 'layout', true);
});
