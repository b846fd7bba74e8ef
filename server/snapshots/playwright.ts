import { setTimeout as pause } from 'node:timers/promises';
import {
  type APIRequestContext,
  expect as playwrightExpect,
  type ExpectMatcherState,
  type Locator,
  request,
  test as playwrightTest,
} from '@playwright/test';
import type { LabelFields, LintSet } from '../library.js';
import { checkLint, type LintOptions } from './lint.js';
import type { WriteMode } from './check.js';
import type { FinishedTest } from './ledger.js';
import type { ManyOptions } from './many.js';
import { type AssertionContext, drawnFrom, Matchers, type Picture, type SnapshotOptions } from './matcher.js';
import { isSet } from './writing.js';

export type { LintOptions } from './lint.js';
export type { ManyOptions } from './many.js';
export type { MaskBox, Mask } from './mask.js';
export type { Picture, SnapshotOptions } from './matcher.js';

/** Pauses before retries, in ms. The last one repeats. */
const pausesMs = [100, 250, 500, 1000];
/** Playwright's default, for versions that do not report it. */
const defaultTimeoutMs = 5000;

const matchers = new Matchers({
  silent: 'none is written where CI is set, or with --update-snapshots=none',
  write: 'run the test without CI, or with --update-snapshots',
  accept: 'run the test with --update-snapshots',
});

const finished = new Map<string, FinishedTest[]>();

/** Playwright's `test`, which lists the written baselines at the end of a worker. */
export const test = playwrightTest.extend<{ labelSnapshots: undefined }, { labelBaselines: undefined }>({
  labelSnapshots: [
    async ({ labelBaselines }, use, info) => {
      await use(labelBaselines);
      const test = { testName: nameOf(info), ordinal: 1, passed: info.status === 'passed' };
      finished.set(info.file, [...(finished.get(info.file) ?? []), test]);
    },
    { auto: true },
  ],
  labelBaselines: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright finds the fixtures in use by the pattern
    async ({}, use) => {
      await use(undefined);
      for (const line of matchers.finish((path) => ({ tests: finished.get(path) ?? [], all: false })))
        console.info(line);
    },
    { auto: true, scope: 'worker' },
  ],
});

/** Playwright's `expect`, with matchers for the labels of pages, of addresses and of bytes. */
export const expect = playwrightExpect.extend({
  /**
   * Compares a label, pixel by pixel, with its baseline in `__label_snapshots__/` beside the test file, and describes the changes.
   * A new one is written, unless the environment has `CI`; `--update-snapshots` accepts what changed.
   * @param received an `<img>` of a page, whose file is taken as it was sent, and which may take its time to show the label; the
   * address of a PNG; its bytes; what `render` returns; or fields to draw
   * @param options the baseline's name, or options
   * @example
   * import { expect, test } from 'esl-simulator/playwright';
   *
   * test('milk', async () => {
   *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
   *   await expect(milk).toMatchLabelSnapshot();
   * });
   */
  async toMatchLabelSnapshot(
    this: ExpectMatcherState,
    received: Locator | string | Picture | LabelFields,
    options?: string | SnapshotOptions,
  ) {
    const match = matchers.prepare(options, contextOf(this));
    const { timeout } = this as { readonly timeout?: number };
    const end = performance.now() + (timeout ?? defaultTimeoutMs);
    for (let attempt = 0; ; attempt++) {
      const matched = match(await bytesOf(received, end));
      const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)]!;
      if (!matched.differs || !isLocator(received) || performance.now() + pauseMs > end) return matched;
      await pause(pauseMs);
    }
  },
  /**
   * Draws the fields of a label on many panels, and compares each with its baseline.
   * @param devices the ids of the panels
   * @example
   * import { expect, test } from 'esl-simulator/playwright';
   *
   * test('milk', async () => {
   *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
   *   await expect(milk).toMatchLabelSnapshots(['solum-m2-2.9-bwr', 'waveshare-4.2-b']);
   * });
   */
  async toMatchLabelSnapshots(
    this: ExpectMatcherState,
    received: Omit<LabelFields, 'device'>,
    devices: readonly string[],
    options?: ManyOptions,
  ) {
    return matchers.many(received, devices, options, contextOf(this));
  },
  /**
   * Draws the fields of a label, and checks it with sets of rules, such as those of a country's law: see docs/label-lint.md. It
   * passes without a finding of the grade `error`.
   * @param sets of rules; `truth` is always one of them
   * @example
   * import { expect, test } from 'esl-simulator/playwright';
   *
   * test('milk may hang in the European Union', async () => {
   *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
   *   await expect({ ...milk, device: 'solum-m2-2.9-bwr' }).toPassLabelLint(['eu']);
   * });
   */
  toPassLabelLint: (received: LabelFields, sets: readonly LintSet[], options?: LintOptions) =>
    checkLint(received, sets, options),
});

function contextOf({ isNot }: ExpectMatcherState): AssertionContext {
  if (isNot) throw new Error('Expected a label snapshot without .not');
  const info = playwrightTest.info();
  const test = { testPath: info.file, testName: nameOf(info), ordinal: 1, attempt: [info] };
  return { test, writeMode: writeModeOf(info.config.updateSnapshots) };
}

/** All titles but the first, which is the file's. */
function nameOf({ titlePath }: { readonly titlePath: readonly string[] }): string {
  return titlePath.slice(1).join(' ');
}

/** In CI, Playwright writes missing baselines and fails the test. This matcher writes none. */
function writeModeOf(mode: string): WriteMode {
  if (mode === 'all' || mode === 'changed') return 'all';
  return mode === 'none' || isSet(process.env.CI) ? 'none' : 'new';
}

function isLocator(received: unknown): received is Locator {
  return typeof received === 'object' && received !== null && 'evaluate' in received && 'page' in received;
}

async function bytesOf(received: Locator | string | Picture | LabelFields, end: number): Promise<unknown> {
  if (isLocator(received)) return bytesOfImage(received, Math.max(1, end - performance.now()));
  if (typeof received !== 'string') return drawnFrom(received);
  const { baseURL, extraHTTPHeaders, httpCredentials, ignoreHTTPSErrors, storageState } =
    playwrightTest.info().project.use;
  const options = { baseURL, extraHTTPHeaders, httpCredentials, ignoreHTTPSErrors, storageState };
  const context = await request.newContext(options);
  try {
    return await bytesAt(received, context);
  } finally {
    await context.dispose();
  }
}

/** The file of an image: fetched with the page's cookies, or by the page for a blob. */
async function bytesOfImage(locator: Locator, timeout: number): Promise<Uint8Array> {
  const { tag, address, base64 } = await locator.evaluate(
    async (element, blob) => {
      const { tagName, currentSrc, src } = element as unknown as Record<'tagName' | 'currentSrc' | 'src', string>;
      const from = currentSrc || src || '';
      if (!from.startsWith(blob)) return { tag: tagName.toLowerCase(), address: from, base64: '' };
      const bytes = new Uint8Array(await (await fetch(from)).arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
      return { tag: 'img', address: from, base64: btoa(text) };
    },
    'blob:',
    { timeout },
  );
  if (tag !== 'img') throw new Error(`Expected an <img> for toMatchLabelSnapshot but received <${tag}>`);
  if (address === '')
    throw new Error('Expected an <img> with an address for toMatchLabelSnapshot but received one without');
  return base64 === '' ? bytesAt(address, locator.page().request) : Buffer.from(base64, 'base64');
}

async function bytesAt(address: string, client: APIRequestContext): Promise<Uint8Array> {
  if (address.startsWith('data:')) return new Uint8Array(await (await fetch(address)).arrayBuffer());
  const response = await client.get(address);
  if (!response.ok()) throw new Error(`Expected a PNG at ${address} but received status ${response.status()}`);
  return response.body();
}
