import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { atSize } from '../../support/labels/share.js';
import { eventually, pathOf, press, useSite } from '../../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.put('labels/till-9');
});

/** The paths of places.ts, each with those below it. */
const places = Array.from(
  readFileSync('server/page/app/places.ts', 'utf8').matchAll(/^ {4}path: '(.*)'/gm),
  ([, path]) => path!,
);
const paths = places.flatMap((path) =>
  path === '/layouts' ? [path, '/layouts/barcode'] : path === '/shelf' ? [path, '/shelf/default'] : [path],
);

/** A content as the query of an address and as the fields of a preview. */
const usual = { device: 'solum-m2-2.9-bwr', locale: 'en-US', currency: 'USD', time_zone: 'UTC' };
const contents = {
  'the sample': {
    search: '',
    fields: { ...usual, product_name: 'Organic whole milk', price: '3.50', unit: '1 L', sku: '4006381333931' },
  },
  'a product': {
    search: 'name=My+Very+Own&price=9.99',
    fields: { ...usual, product_name: 'My Very Own', price: '9.99', unit: '1 L', sku: '' },
  },
  'every field': {
    search:
      'label=till-9&device=solum-m3-4.3-bwr&layout=promotion&locale=fr-CH&currency=EUR&time_zone=Asia%2FTokyo&name=Thé&unit=50+g&sku=96385074&date=2026-11-20&price=9.99&data.previous_price=12.00&data.promotion=&view=panel&lint=de',
    fields: {
      ...{ product_name: 'Thé', price: '9.99', unit: '50 g', sku: '96385074', date: '2026-11-20' },
      ...{ device: 'solum-m3-4.3-bwr', locale: 'fr-CH', currency: 'EUR', time_zone: 'Asia/Tokyo' },
    },
  },
  German: {
    search: 'locale=de-DE&name=Käse&unit=1+kg&sku=96385074&price=1234.50',
    fields: {
      ...{ ...usual, locale: 'de-DE', currency: 'EUR' },
      ...{ product_name: 'Käse', price: '1234.50', unit: '1 kg', sku: '96385074' },
    },
  },
} as const;
type ContentName = keyof typeof contents;

const ways = ['link', 'palette', 'back', 'reload', 'shared link'] as const;
const walk = paths.flatMap((from) =>
  paths.flatMap((to) => (from === to ? [] : ways.map((way) => ({ from, to, way })))),
);

/** Where an address is of, and the query without what is a place's own. */
const contentIn = (page: Page): readonly [string, Record<string, string>] => {
  const { pathname, searchParams } = new URL(page.url());
  return [pathname, Object.fromEntries([...searchParams].filter(([name]) => !['by', 'box'].includes(name)))];
};

/** Presses the tab or the entry of the menu that leads to a place, then what leads to a thing there. */
async function follow(page: Page, to: string): Promise<void> {
  const place = places.findLast((path) => to.startsWith(path))!;
  if (place === '/docs') {
    await press(page, /^(Menu|Menü)$/);
    await page.locator('.links a[href^="/docs"]').click();
  } else await page.locator('nav.places a').nth(places.indexOf(place)).click();
  if (to !== place) await page.locator(`a[href^="${to}"]`).first().click();
}

async function command(page: Page, to: string): Promise<void> {
  const words = { '/layouts/barcode': 'barcode layout', '/shelf/default': 'default', '/docs': 'API' }[to];
  const typed = words ?? (await page.locator('nav.places a').nth(places.indexOf(to)).innerText());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^(Search and commands|Suche und Befehle)$/ }).fill(typed);
  const kind = { '/layouts/barcode': /Layout/, '/shelf/default': /^default/ }[to] ?? /(Place|Ort|Bereich)$/;
  await page.locator('.commands li').filter({ hasText: kind }).first().click();
}

/** Checks what a place shows of a content, in pixels or in the request of its picture. */
async function check(page: Page, to: string, name: ContentName, drawn: readonly object[]): Promise<void> {
  const { search, fields } = contents[name];
  await eventually(() => contentIn(page), [to, Object.fromEntries(new URLSearchParams(search))]);
  if (to === '/') {
    const alt = new RegExp(`^${fields.product_name}, ${fields.price}, ${fields.unit}; `);
    await page.locator('.paper').getByRole('img', { name: alt }).waitFor();
    const price = name === 'German' ? '1234,50' : fields.price;
    for (const [field, value] of Object.entries({ product_name: fields.product_name, price, sku: fields.sku }))
      expect([field, await page.locator(`[name="${field}"]`).inputValue()]).toEqual([field, value]);
  }
  if (to === '/wall') {
    await page.locator('.wall-bar b', { hasText: fields.product_name }).waitFor();
    const bar = await page.locator('.wall-bar .of').innerText();
    for (const word of [fields.price.split('.')[1]!, fields.unit]) expect(bar).toContain(word);
  }
  if (to.startsWith('/layouts')) {
    await eventually(() => drawn.some((body) => matches(body, fields)), true);
  }
}

function matches(body: object, fields: object): boolean {
  return Object.entries(fields).every(([name, value]) => (body as Record<string, unknown>)[name] === value);
}

describe('what the user typed goes along', () => {
  test.each(Object.keys(contents) as ContentName[])(
    '%s, between all places, by each way',
    async (name) => {
      const { url } = site.server;
      const { search } = contents[name];
      const at = (path: string): string => `${path}${search && `?${new URLSearchParams(search).toString()}`}`;
      const options = name === 'German' ? { locale: 'de-DE' } : {};
      const page = await site.open(at('/'), options);
      let drawn: object[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/esl/preview')) drawn.push(request.postDataJSON() as object);
      });
      const turn = Object.keys(contents).indexOf(name);
      for (const { from, to, way } of walk.filter((_, i) => (i + turn) % atSize(86, 7) === 0)) {
        drawn = [];
        const before = way === 'back' ? to : from;
        await page.goto(url + at(before));
        await page.locator('nav.places').waitFor();
        if (way === 'link') await follow(page, to);
        else if (way === 'palette') await command(page, to);
        else if (way === 'back') {
          await follow(page, from);
          await check(page, from, name, drawn);
          await page.goBack();
          // A place below another one is two steps away.
          if (pathOf(page) !== to) await page.goBack();
        } else {
          await follow(page, to);
          await check(page, to, name, drawn);
          drawn = [];
          if (way === 'reload') await page.reload();
          else await page.goto(page.url());
        }
        try {
          await check(page, to, name, drawn);
        } catch (error) {
          throw new Error(`${from} → ${to} by ${way}`, { cause: error });
        }
      }
    },
    900_000,
  );

  test('no link or step of the page leads to a place without it', () => {
    const files = readdirSync('server/page', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const bare = files.flatMap((file) =>
      Array.from(
        readFileSync(`server/page/${file}`, 'utf8').matchAll(
          /(?:href=\{?|\bto=\{?|\bgo\()["'`]\/(?!api|openapi|\$\{writeState|")[^"'`]*/g,
        ),
        ([text]) => `${file}: ${text}`,
      ),
    );
    expect(bare).toEqual([]);
  });
});

describe('the sample', () => {
  test('has its article number on the wall and in the editor: bars are drawn', async () => {
    const page = await site.open('/wall?by=layouts', { sight: '#label-barcode img' });
    expect(await page.locator('#label-barcode .of').innerText()).not.toMatch(/bars/);
    await page.locator('#label-barcode .picture').click();
    await page.locator('.paper img').waitFor();
    expect(await page.getByText('Barcode needs an article number').count()).toBe(0);
    await page.goto(`${site.server.url}/layouts/barcode`);
    await page.getByRole('img', { name: /^Organic whole milk, 3\.50, 1 L; / }).waitFor();
  });
});
