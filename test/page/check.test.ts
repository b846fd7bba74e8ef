import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, eventually, press, says, useSite } from '../support/page.js';

const { open } = useSite();

/** A reduction without the lowest price of 30 days, whose promise is untrue, too. */
const untrue = 'layout=promotion&locale=de-AT&data.previous_price=3.40&price=3.50&date=2026-11-20';
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('the tab Check of Preview lists the findings of the chosen rules, suggests those of the place, and chooses none by itself', async () => {
  const page = await open(`/?${untrue}`);
  await page.getByRole('radio', { name: 'Check', exact: true }).check();
  await page.locator('.findings').waitFor();
  const codes = await page.locator('.findings [data-grade] > p:first-child').allInnerTexts();
  expect(codes).toEqual(['1. Error OFFER_NOT_LOWER']);
  await press(page, 'Add Austria');
  await says(page, 'LOWEST_PRICE_MISSING');
  await eventually(() => query(page, 'lint'), 'at');
  expect(await page.locator('.check').innerText()).toContain('This is a check, not legal advice.');
  expect(await axe(page)).toEqual([]);
});

test('in German, the findings speak German', async () => {
  const page = await open(`/?${untrue}&lint=at,readability`, { locale: 'de-DE' });
  await page.getByRole('radio', { name: /^Prüfung/ }).check();
  await says(page, 'Der vorige Preis liegt nicht über dem Preis.');
  const first = await page.locator('.findings li').first().innerText();
  expect(first).toContain('mehr als der Preis, ');
  expect(first).toContain('Einen vorigen Preis über dem Preis senden, oder ein Layout ohne ihn nehmen.');
  // Laws keep their names.
  expect(await page.locator('.findings p[lang="en"]').count()).toBe(0);
});

test('the Wall says how many panels are not lawful, and shows only those; warnings do not count as broken rules', async () => {
  const panels = 'panels=solum-m2-2.9-bwr,waveshare-4.2-b';
  const page = await open(`/wall?${untrue}&lint=at&${panels}`);
  await press(page, '2 of 2 panels are not lawful in Austria');
  await eventually(() => query(page, 'found'), 'error');
  expect(await page.locator('.wall .picture').count()).toBe(2);
  await press(page, /^OFFER_NOT_LOWER 2$/);
  await eventually(() => query(page, 'found'), 'OFFER_NOT_LOWER');
  await page.goto(new URL(`/wall?price=0.00&lint=codes&${panels}`, page.url()).href);
  await page.getByRole('button', { name: '0 of 2 panels break a rule' }).waitFor();
  await page.getByRole('button', { name: /^PRICE_ZERO 2$/ }).waitFor();
});

test('in the layout editor, a click on a finding selects the box at fault', async () => {
  const page = await open('/layouts/standard?lint=readability&box=layout', { sight: '.editor, .alone' });
  await page.locator('.editor .findings button').first().click({ timeout: 45_000 });
  await page.locator('.editor .selection').waitFor();
  await eventually(() => query(page, 'box') !== 'layout', true);
});
