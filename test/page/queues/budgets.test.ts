import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, eventually, press, says, useSite } from '../../support/page.js';
import { startHere } from '../../support/here.js';
import { call, milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

const site = useSite();
/** With the default limits, behind a proxy. */
const server = useServer({ TRUST_PROXY_HOPS: '1' });

let clients = 0;
/** A client on another machine, with a full budget. */
const elsewhere = (): string => `203.0.113.${++clients}`;
const labels = async (prefix: string) =>
  (await call(`${server.url}/api/esl/labels?limit=100`)).body.labels.filter(({ id }) => id.startsWith(prefix));

/** Opens the wall as a client, chooses a file with these rows, and puts them on the shelf. */
async function importRows(page: Page, count: number, prefix: string, words = en): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => `Product ${i},1.${10 + i},1 kg`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: words.file }).first().click(),
  ]);
  const buffer = Buffer.from(`product_name,price,unit\n${rows.join('\n')}\n`);
  await chooser.setFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: words.ready(count) }).waitFor();
  await page.getByRole('button', { name: words.put }).click();
  await page.getByLabel(words.prefix).fill(prefix);
  await page.keyboard.press('Enter');
}

const en = {
  file: 'Choose a file',
  ready: (count: number) => `Download ${count} PNGs`,
  put: 'Put these on the shelf',
  prefix: 'Their ids begin with',
};
const de = {
  file: 'Datei wählen',
  ready: (count: number) => `${count} PNGs herunterladen`,
  put: 'Ins Regal stellen',
  prefix: 'Ihre Kennungen beginnen mit',
};
const rowsAt = (): string => `${server.url}/wall?by=rows`;

describe('on the server’s machine', () => {
  test('50 rows are on the shelf within seconds, and tills still have ten updates', async () => {
    const page = await site.open(rowsAt());
    await importRows(page, 50, 'here-');
    await page.getByText('On the shelf: 50 added').waitFor({ timeout: 20_000 });
    expect((await labels('here-')).map(({ revision }) => revision)).toEqual(Array(50).fill(1));
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await call(`${server.url}/api/esl/update`, { body: milk })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });
});

describe('on another machine, an import', () => {
  test.each([
    [1280, 800, 'en-US', en],
    [375, 667, 'de-DE', de],
  ] as const)(
    'at %i × %i says how many rows wait, until when and what lifts that, and can be stopped: %s',
    async (width, height, locale, words) => {
      const client = { extraHTTPHeaders: { 'X-Forwarded-For': elsewhere() } };
      const page = await site.open(rowsAt(), { ...client, locale, size: [width, height] });
      const prefix = `${locale}-`;
      const began = Date.now();
      await importRows(page, 50, prefix, words);
      const answer = page.locator('.wall-notes .answer');
      await says(answer, 'RATE_LIMIT');
      const said = await answer.innerText();
      const times = said.match(/\d+:\d\d:\d\d(?: [AP]M)?/g)!.map((text) => secondsOf(text));
      const now = new Date(began);
      const first = now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds();
      // 40 rows wait: four windows of a minute, the first of which ends within one.
      expect(times).toHaveLength(2);
      expect([times[0]! - first > 20, times[0]! - first < 100, times[1]! - times[0]!]).toEqual([true, true, 180]);
      for (const word of ['10', '40', '60 s']) expect(said).toContain(word);
      // None is left blank.
      expect((await labels(prefix)).map(({ revision }) => revision)).toEqual(Array(10).fill(1));
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await press(answer, /^(Stop|Anhalten)$/);
      await says(answer, /^40 (not sent|nicht gesendet)$/);
      expect(await labels(prefix)).toHaveLength(10);
    },
  );

  test('goes on when the limit allows it, to its end', async () => {
    const short = await startHere({ RATE_LIMIT: '5', RATE_WINDOW_S: '4' });
    const page = await site.open(`${short.url}/wall?by=rows`);
    await importRows(page, 12, 'late-');
    const answer = page.locator('.wall-notes .answer');
    await says(answer, '5 updates in 4 s are allowed.');
    await says(answer, 'On the shelf: 12 added');
    const { labels: all } = (await call(`${short.url}/api/esl/labels`)).body;
    expect(all.filter(({ revision }) => revision > 0)).toHaveLength(12);
    await page.close();
  });
});

function secondsOf(text: string): number {
  const [, hours = 0, minutes, seconds, half] = /(\d+):(\d\d):(\d\d) ?([AP]M)?/.exec(text) ?? [];
  return (
    ((Number(hours) % (half ? 12 : 24)) + (half === 'PM' ? 12 : 0)) * 3600 + Number(minutes) * 60 + Number(seconds)
  );
}

describe('pictures of a wall that wait', () => {
  test('say how many, until when, and that nothing lifts it; stopped, they can go on', async () => {
    const client = { extraHTTPHeaders: { 'X-Forwarded-For': elsewhere() } };
    // A trace costs 20 points of the budget of previews, also a wrong one.
    const play = `${server.url}/api/esl/devices/solum-m2-2.9-bwr/play`;
    const headers = { 'X-Forwarded-For': client.extraHTTPHeaders['X-Forwarded-For'] };
    for (let i = 0; i < 60; i++) await fetch(play, { method: 'POST', headers });
    const page = await site.open(`${server.url}/wall?by=layouts`, { sight: '.wall-notes .answer', ...client });
    const answer = page.locator('.wall-notes .answer');
    await answer
      .getByText(
        /^\d+ wait; the last is sent at about .* 1200 requests in 60 s are allowed\. No setting raises that\.$/,
      )
      .waitFor();
    await press(answer, 'Stop');
    await says(answer, /^Stopped: 0 of \d+ drawn$/);
    await press(answer, 'Continue');
    await says(answer, 'No setting raises that.');
    await eventually(() => page.getByRole('button', { name: /^Drawing 0 of/ }).count(), 1);
  });
});
