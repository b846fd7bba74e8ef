import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { sharedBrowser } from './browser.js';
import { type RunningServer, call, milk } from './server.js';
import { useServer } from './use-server.js';

/** In milliseconds. Only failing tests, and those of a very busy machine, wait this long. */
export const patience = 40_000;

/** The browser of this process during a test file. */
export interface UsedBrowser {
  readonly browser: Browser;
  /**
   * Opens a page in a context that stores only the cached files of the studio, as loading them takes longer than most tests. More
   * pages of a test, and pages with options of contexts, get separate contexts.
   */
  readonly newPage: (options: BrowserContextOptions) => Promise<Page>;
  /** Keeps a page of the same site open until the end of the file, and with it the process that has compiled its scripts. */
  readonly keepProcess: (url: string) => Promise<void>;
}

/** Notes the object URLs that a page makes and does not revoke, but for those of downloads, which it revokes later. */
const noteUrls = `(() => {
  const { createObjectURL, revokeObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  const live = (globalThis.liveUrls = new Set());
  URL.createObjectURL = (object) => {
    const url = createObjectURL.call(URL, object);
    live.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    live.delete(url);
    revokeObjectURL.call(URL, url);
  };
  HTMLAnchorElement.prototype.click = function () {
    live.delete(this.href);
    click.call(this);
  };
})()`;

/** The object URLs that stay when a page of the studio leaves its place. */
async function leftUrls(page: Page): Promise<readonly string[]> {
  const live = () => page.evaluate<string[]>('[...(globalThis.liveUrls ?? [])]');
  // A page that has crashed has none.
  let urls = await live().catch(() => []);
  if (urls.length === 0) return urls;
  await follow(page, '/docs');
  for (const end = Date.now() + 5000; urls.length > 0 && Date.now() < end; urls = await live())
    await page.waitForTimeout(20);
  return urls;
}

/** Follows a link within the page. */
export const follow = (page: Page, to: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(to)} });
    document.body.append(link);
    link.click();
    link.remove();
  })()`);

/** Provides {@link sharedBrowser}, and closes pages and contexts after each test. */
export function useBrowser(): UsedBrowser {
  let browser: Browser;
  let warm: BrowserContext | undefined;
  let isWarmTaken = false;
  let kept: Page | undefined;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    isWarmTaken = false;
    const pages = browser.contexts().flatMap((context) => context.pages());
    const left = await Promise.all(pages.map(leftUrls));
    for (const context of browser.contexts())
      if (context !== warm) await context.close();
      else for (const page of context.pages()) if (page !== kept) await page.close();
    expect(left.flat()).toEqual([]);
  });
  afterAll(() => warm?.close());
  return {
    get browser() {
      return browser;
    },
    async newPage(options) {
      const { viewport = null, colorScheme, reducedMotion, ...others } = options;
      const newContext = async (given: BrowserContextOptions = {}) => {
        const context = await browser.newContext(given);
        await context.addInitScript(noteUrls);
        return context;
      };
      if (isWarmTaken || Object.keys(others).length > 0) return (await newContext(options)).newPage();
      isWarmTaken = true;
      warm ??= await newContext();
      try {
        await warm.setStorageState({ cookies: [], origins: [] });
      } catch {
        // A page of it has crashed, which fails the test that it was of, but no others.
        await warm.close();
        kept = undefined;
        warm = await newContext();
      }
      const page = await warm.newPage();
      await page.emulateMedia({ ...(colorScheme && { colorScheme }), ...(reducedMotion && { reducedMotion }) });
      if (viewport) await page.setViewportSize(viewport);
      return page;
    },
    async keepProcess(url) {
      if (kept || !warm) return;
      kept = await warm.newPage();
      await kept.goto(url);
    },
  };
}

export interface OpenOptions extends BrowserContextOptions {
  /** Whether tests may advance time with {@link passUntil}. */
  readonly hasClock?: boolean;
  /** The width and height of the window. */
  readonly size?: readonly [width: number, height: number];
  /** A selector of what is there when the page is complete; default: what its place shows last. */
  readonly sight?: string;
}

/** What is there when a place is complete, by the beginning of its path. */
const sights: readonly (readonly [place: string, selector: string])[] = [
  ['/wall', '.wall img, .drop-here, .missing .answer'],
  ['/shelf/', '.page .paper img'],
  ['/shelf', '.tile img'],
  ['/layouts/', '.outline'],
  ['/layouts', '.cards img'],
  ['/docs', 'main h1'],
  ['/', '.paper img, .missing .answer'],
];

/** A browser and a server for the tests of a file. */
export interface Site extends UsedBrowser {
  readonly server: RunningServer;
  /** Opens a path of the server, or an address. An error, a console message or a foreign request fails the test. */
  readonly open: (path?: string, options?: OpenOptions) => Promise<Page>;
  /** Sends a request to a path below `/api/esl/`. */
  readonly api: (...args: Parameters<typeof call>) => ReturnType<typeof call>;
  readonly put: (path: string, body?: object) => ReturnType<typeof call>;
  readonly remove: (path: string) => ReturnType<typeof call>;
  readonly update: (fields?: object) => ReturnType<typeof call>;
  /** The pixels of a preview, and of the label `default`; see {@link shownPixels}. */
  readonly previewPixels: (fields: object) => Promise<string>;
  readonly imagePixels: (query?: string) => Promise<string>;
}

/** Provides a server and {@link sharedBrowser} to the tests of a file. */
export function useSite(env: Readonly<Record<string, string>> = {}): Site {
  const used = useBrowser();
  const server = useServer({ RATE_LIMIT: '1000', ...env });
  const api: typeof call = (path, request) => call(`${server.url}/api/esl/${path}`, request);
  let complaints: string[] = [];

  afterEach(() => {
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });

  return {
    ...used,
    get browser() {
      return used.browser;
    },
    server,
    async open(path = '/', { hasClock = false, size = [1280, 900], sight, ...options } = {}) {
      const { href: url, origin, pathname } = new URL(path, server.url);
      const contextOptions = { viewport: { width: size[0], height: size[1] }, ...options };
      // A clock never leaves its context, so it gets a separate one.
      const page = await (hasClock ? used.browser.newPage(contextOptions) : used.newPage(contextOptions));
      if (hasClock) await page.clock.install();
      page.setDefaultTimeout(patience);
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        // The browser logs failed requests, which some tests provoke.
        const refused =
          /^Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_(FAILED|CONNECTION_REFUSED))/.test(
            message.text(),
          );
        if (['error', 'warning'].includes(message.type()) && !refused) complaints.push(message.text());
      });
      page.on('request', (request) => {
        const { origin: other, protocol } = new URL(request.url());
        if (other !== origin && protocol !== 'data:' && protocol !== 'blob:') complaints.push(request.url());
      });
      await page.goto(url);
      const [, usualSight] = sights.find(([place]) => pathname.startsWith(place))!;
      await page
        .locator(sight ?? usualSight)
        .first()
        .waitFor();
      await used.keepProcess(`${server.url}/health`);
      return page;
    },
    api,
    put: (path, body = {}) => api(path, { method: 'PUT', body }),
    remove: (path) => api(path, { method: 'DELETE' }),
    update: (fields = {}) => api('update', { body: { ...milk, ...fields } }),
    previewPixels(fields) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ ...milk, ...fields });
      return pngPixels(fetch(`${server.url}/api/esl/preview`, { method: 'POST', headers, body }));
    },
    imagePixels: (query = '') => pngPixels(fetch(`${server.url}/api/esl/labels/default/image.png${query}`)),
  };
}

/** Waits until `look` returns the expected value; fails with the last value. */
export async function eventually<T>(look: () => T | Promise<T>, expected: T, within = patience): Promise<void> {
  const end = performance.now() + within;
  let seen = await look();
  while (JSON.stringify(seen) !== JSON.stringify(expected) && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    seen = await look();
  }
  expect(seen).toEqual(expected);
}

/** Advances a page's clock by seconds until the condition holds; see {@link OpenOptions.hasClock}. */
export async function passUntil(found: Locator): Promise<void> {
  const look = async (): Promise<boolean> => {
    await found.page().clock.runFor(1000);
    return (await found.count()) > 0;
  };
  await eventually(look, true);
}

/** Waits until a page, or a part of it, has this text. */
export const says = (where: Page | Locator, text: string | RegExp): Promise<void> => where.getByText(text).waitFor();

/** Clicks a button. */
export const press = (where: Page | Locator, name: string | RegExp): Promise<void> =>
  where.getByRole('button', { name }).click();

/** Presses keys, one after the other. */
export async function keys(page: Page, ...chords: readonly string[]): Promise<void> {
  for (const chord of chords) await page.keyboard.press(chord);
}

/** The query of the address, with its question mark. */
export const searchOf = (page: Page): string => new URL(page.url()).search;
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

export type Point = readonly [x: number, y: number];

/** Drags with the mouse, and keeps its button down if `isDropped` is false. */
export async function drag(page: Page, from: Point, to: Point, isDropped = true): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  if (isDropped) await page.mouse.up();
}

/** Drops a file on an element, as a person does from a folder. */
export async function dropFile(page: Page, on: string, name: string, file: string | Uint8Array): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.fromBase64('${Buffer.from(file).toString('base64')}');
    data.items.add(new File([bytes], ${JSON.stringify(name)}));
    return data;
  })()`);
  for (const type of ['dragover', 'drop']) await page.locator(on).dispatchEvent(type, { dataTransfer });
}

/** The file that a press of the button downloads. */
export async function downloaded(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** A response that has not reached the page yet. */
export interface HeldAnswer {
  /** Resolves after the server's response. */
  readonly answered: Promise<void>;
  /** Delivers the response, and resolves when the page has handled it. */
  release(): Promise<void>;
}

/** Delays the response to the next matching request, so that later ones overtake it. */
export async function holdNext(page: Page, url: string): Promise<HeldAnswer> {
  const answered = createGate();
  const released = createGate();
  const delivered = createGate();
  let held = false;
  // The route stays: a request during its removal may never be sent.
  await page.route(url, async (route) => {
    if (held) {
      await route.continue();
      return;
    }
    held = true;
    const response = await route.fetch();
    answered.open();
    await released.passed;
    // The page may have cancelled the request meanwhile.
    await route.fulfill({ response }).catch(() => undefined);
    delivered.open();
  });
  return {
    answered: answered.passed,
    async release() {
      released.open();
      await delivered.passed;
      // A later response, and the time to decode a small image.
      await page.evaluate("fetch('/health').then(() => new Promise((resolve) => setTimeout(resolve, 100)))");
    },
  };
}

export function createGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

/** The SHA-256 of the decoded pixels of the label on the stage; null without a picture. */
export function shownPixels(page: Page): Promise<unknown> {
  return page.evaluate(`(async () => {
    const image = document.querySelector('.paper img');
    if (!image?.naturalWidth) return null;
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const brush = canvas.getContext('2d');
    brush.drawImage(image, 0, 0);
    const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  })()`);
}

/**
 * The violations of axe's rules for WCAG 2.2 A and AA, best practices and experiments, including rules that are off by default.
 */
export async function axe(page: Page): Promise<readonly object[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations, passes } = await page.evaluate<Record<'violations' | 'passes', object[]>>(`axe.run({
    resultTypes: ['violations'],
    rules: Object.fromEntries(axe.getRules().map(({ ruleId, tags }) => {
      const enabled = !tags.some((tag) => /aaa$|^(deprecated|wcag2a-obsolete)$/.test(tag));
      return [ruleId, { enabled }];
    })),
  })`);
  expect(passes.length).toBeGreaterThan(20);
  return violations;
}

async function pngPixels(response: Promise<Response>): Promise<string> {
  const { data } = PNG.sync.read(Buffer.from(await (await response).arrayBuffer()));
  return createHash('sha256').update(data).digest('hex');
}
