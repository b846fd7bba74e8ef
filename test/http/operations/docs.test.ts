import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, eventually, useSite } from '../../support/page.js';

const site = useSite();

/** Opens an operation and sends its example. @returns what the page shows of the answer */
async function tryOut(page: Page, operation: string): Promise<string> {
  const entry = page.locator(`#${operation}`);
  if ((await entry.getAttribute('open')) === null) await entry.locator('> summary').click();
  await entry.getByRole('button', { name: /^Send / }).click();
  const answer = entry.locator('.seen');
  await answer.getByText(/^\d{3}, \d+ ms$/).waitFor();
  return answer.innerText();
}

describe('/docs', () => {
  test('shows every operation within a second, and tries requests of this server alone', async () => {
    const page = await site.open('/docs', { sight: '.operation' });
    const { paths } = (await (await fetch(`${site.server.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(await page.locator('.operation').count()).toBe(operations.length);
    // A busy machine may be late once.
    let firstAt = Infinity;
    for (let i = 0; i < 5 && firstAt >= 1000; i++) {
      await page.reload();
      await page.locator('.operation').first().waitFor();
      const paints = "performance.getEntriesByType('paint')";
      await eventually(() => page.evaluate<boolean>(`${paints}.length > 0`), true);
      firstAt = await page.evaluate<number>(`${paints}[0].startTime`);
    }
    expect(firstAt).toBeLessThan(1000);

    await eventually(async () => (await tryOut(page, 'health')).includes('rate_limiter'), true);
    await tryOut(page, 'preview');
    const picture = page.locator('#preview .seen img');
    await picture.waitFor();
    await eventually(() => page.evaluate("document.querySelector('#preview .seen img').naturalWidth"), 400);
    await page.locator('#preview').getByText('Preview', { exact: true }).first().click();
    await page.locator('#preview .members code', { hasText: 'product_name' }).first().waitFor();
    expect(await axe(page)).toEqual([]);

    // A stream is shown while it goes on.
    await tryOut(page, 'streamEvents');
    await page.locator('#streamEvents .seen').getByText('label.updated').waitFor();
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing fits this search.').waitFor();
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.getByRole('searchbox').fill('bind');
    await page.getByRole('navigation', { name: 'Operations' }).getByRole('link').first().click();
    await page.locator('#bindLabel[open] .try').waitFor();
    expect(new URL(page.url()).hash).toBe('#bindLabel');
  });

  test('has an operation open that its address names, also on a phone in the dark', async () => {
    const options = { size: [375, 812], colorScheme: 'dark', reducedMotion: 'reduce' } as const;
    const page = await site.open('/docs#update', { sight: '#update[open] .try', ...options });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    expect(await axe(page)).toEqual([]);
  });
});
