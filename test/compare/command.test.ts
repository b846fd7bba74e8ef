import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { openSimulator } from '../../server/library.js';
import { run, runHere } from '../support/cli.js';
import { plainLayoutDir } from '../support/layouts/plain.js';
import { share } from '../support/labels/share.js';
import { axe, eventually, keys, useBrowser } from '../support/page.js';
import { milkLabel, temporaryFolder } from '../support/server.js';

const simulator = await openSimulator({ layoutsDir: plainLayoutDir });
const label = (fields: object = {}) => simulator.render({ ...milkLabel, layout: 'plain', ...fields }).png;
const { path: folder, at } = temporaryFolder();

const labels = {
  'same.png': [label(), label()],
  'price.png': [label(), label({ price: '3.60' })],
  'shelf 2/no-sku.png': [label(), label({ sku: '' })],
  'size.png': [label(), label({ device: 'solum-m3-1.6-bwr' })],
  "</script>'<b>.png": [label(), null],
  'new.png': [null, label()],
} as const;

function writeLabels(): void {
  for (const [i, side] of ['before', 'after'].entries()) {
    rmSync(at(side), { recursive: true, force: true });
    for (const [name, sides] of Object.entries(labels)) {
      mkdirSync(dirname(at(side, name)), { recursive: true });
      if (sides[i]) writeFileSync(at(side, name), sides[i]);
    }
  }
}

async function compare(...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { code, stdout, stderr } = await runHere(['compare', ...args], { cwd: folder });
  return { code, out: stdout.toString(), err: stderr };
}

describe('esl-sim compare', () => {
  beforeEach(writeLabels);

  test('names the different, missing and extra files of two folders', async () => {
    const { code, out } = await compare('before', 'after');
    expect(code).toBe(66);
    expect(out.split('\n')).toEqual([
      "missing\t</script>'<b>.png",
      'extra\tnew.png',
      'differs\tprice.png',
      '\tprice 3.50 → 3.60',
      'differs\tshelf 2/no-sku.png',
      '\tsku 4006381333931 is removed',
      '\tunit is unchanged but 8 px lower',
      'differs\tsize.png',
      '\tdevice solum-m2-2.9-bwr (296×128) → solum-m3-1.6-bwr (200×200)',
      '5 of 6 labels are not the same: 3 differ, 1 missing, 1 extra',
      '',
    ]);
  });

  test('ends well where nothing differs', async () => {
    const same = { code: 0, err: '' };
    expect(await compare('before/same.png', 'after/same.png')).toEqual({ ...same, out: 'The labels are the same\n' });
    expect(await compare('before', 'before')).toEqual({ ...same, out: 'All 5 labels are the same\n' });
  });

  test('of two files writes an image of what differs, and JSON', async () => {
    const { code, out } = await compare('before/price.png', 'after/price.png', '--diff', 'd/diff.png', '--json');
    expect(code).toBe(66);
    expect(PNG.sync.read(readFileSync(at('d/diff.png')))).toMatchObject({ width: 1792, height: 256 });
    const changes = [{ kind: 'field', field: 'price', from: '3.50', to: '3.60' }];
    const box = { x: 229, y: 36, width: 30, height: 51 };
    const difference = { match: false, reason: 'pixels', count: 276, box, words: ['price 3.50 → 3.60'], changes };
    const files = { expected: 'before/price.png', actual: 'after/price.png' };
    expect(JSON.parse(out)).toEqual([{ name: 'price.png', ...files, outcome: 'differs', difference }]);
  });

  test('accepts by name, then all; deletes nothing, and leaves no half files', async () => {
    const accept = async (paths: readonly string[], ...names: readonly string[]) => {
      const { code, err } = await compare(...paths, '--accept', ...names);
      return [code, err];
    };
    const folders = ['before', 'after'];
    expect(await accept(folders, 'shelf 2/no-sku.png')).toEqual([66, 'accepted shelf 2/no-sku.png\n']);
    expect(await accept(['before/price.png', 'after/price.png'])).toEqual([0, 'accepted price.png\n']);
    expect(await accept(folders)).toEqual([66, 'accepted new.png\naccepted size.png\n']);
    const out = "missing\t</script>'<b>.png\n1 of 6 labels is not the same: 1 missing\n";
    expect(await compare(...folders)).toMatchObject({ code: 66, out });
    expect(readdirSync(at('before')).sort()).toEqual(['<', 'new.png', 'price.png', 'same.png', 'shelf 2', 'size.png']);
  });

  test('reports unreadable files, files that are no PNGs, and useless arguments', async () => {
    writeFileSync(at('after', 'price.png'), 'version https://git-lfs.github.com/spec/v1');
    mkdirSync(at('empty'), { recursive: true });
    const ends = [
      await compare('before/price.png', 'after/price.png'),
      await compare('before', 'nowhere'),
      await compare('empty', 'empty'),
      await compare('before', 'after/new.png'),
      await compare('before'),
      await compare('before', 'after', '--diff', 'x.png'),
      await compare('before', 'after', '--accept', 'no-such.png'),
    ] as const;
    expect(ends.map(({ code }) => code)).toEqual([65, 1, 1, 64, 64, 64, 64]);
    expect(ends[0].out).toContain('Expected a PNG');
    expect(ends[0].out).toContain('after/price.png');
    for (const { err } of ends.slice(1)) expect(err).not.toContain('    at ');
  });
});

describe('the report', () => {
  const used = useBrowser();
  const path = at('report', 'report.html');
  beforeAll(async () => {
    writeLabels();
    copyFileSync(at('before', 'same.png'), at('before', 'same too.png'));
    copyFileSync(at('before', 'same.png'), at('after', 'same too.png'));
    const files = ['--report', 'report/report.html', '--junit', 'report/junit.xml'];
    renameSync(at('after'), at('seen now'));
    // In a process, as users run it.
    expect(await run(['compare', 'before', 'seen now', ...files], { cwd: folder })).toMatchObject({ code: 66 });
  });

  /** The report, opened from its file; it may ask for nothing else, and may not stumble. */
  async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
    const page = await used.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(`file://${path}`);
    if (options.javaScriptEnabled !== false) await page.locator('#look').waitFor();
    await used.keepProcess(`file://${at('report/junit.xml')}`);
    return { page, complaints };
  }
  const shown = (page: Page) => page.locator('article:focus-within h2').innerText();

  test('shows the differences, the largest first, with the command that accepts them', async () => {
    const { page, complaints } = await open({ viewport: { width: 1280, height: 2400 } });
    const names = ["</script>'<b>.png", 'new.png', 'size.png', 'shelf 2/no-sku.png', 'price.png'];
    expect(await page.locator('article h2').allInnerTexts()).toEqual(names);
    const header = await page.locator('header').innerText();
    for (const words of ['5 of 7 labels are not the same', "npx esl-sim compare before 'seen now' --accept"])
      expect(header).toContain(words);
    const said = await page.locator('article', { hasText: 'no-sku.png' }).innerText();
    expect(said).toContain('unit is unchanged but 8 px lower');
    expect(said).toContain("npx esl-sim compare before 'seen now' --accept 'shelf 2/no-sku.png'");
    const price = await page.locator('article', { hasText: 'price.png' }).innerText();
    expect(price).toMatch(/ in (?:[2-9]|\d\d+) pixels, within \d+×\d+ at \d+,\d+/);
    const broken = await page.evaluate('[...document.images].filter((image) => image.naturalWidth === 0).length');
    expect([broken, complaints]).toEqual([0, []]);

    // XML parsers read the JUnit report: a test case a label.
    const xml = readFileSync(at('report/junit.xml'), 'utf8');
    const cases = await page.evaluate(
      `[...new DOMParser().parseFromString(${JSON.stringify(xml)}, 'text/xml').querySelectorAll('testcase')].map((one) =>
        [one.getAttribute('classname'), one.getAttribute('name'), one.querySelector('failure')?.getAttribute('message')])`,
    );
    expect(cases).toEqual([
      ['<', "script>'<b>.png", 'There is no actual label'],
      ['labels', 'new.png', 'There is no expected label'],
      ['labels', 'price.png', 'price 3.50 → 3.60'],
      ['labels', 'same too.png', undefined],
      ['labels', 'same.png', undefined],
      ['shelf 2', 'no-sku.png', 'sku 4006381333931 is removed; unit is unchanged but 8 px lower'],
      ['labels', 'size.png', 'device solum-m2-2.9-bwr (296×128) → solum-m3-1.6-bwr (200×200)'],
    ]);
  });

  test('groups equal changes, finds names and words, and puts both into the address', async () => {
    const { page, complaints } = await open();
    const names = () => page.locator('article h2').allInnerTexts();
    expect(await page.locator('#kinds .says').allInnerTexts()).toContain(
      'sku 4006381333931 is removed; unit is unchanged but 8 px lower',
    );
    const kind = page.getByRole('button', { name: 'sku 4006381333931 is removed' });
    await kind.click();
    expect(await names()).toEqual(['shelf 2/no-sku.png']);
    expect(await page.locator('#count').innerText()).toBe('1 of 5 labels');
    await kind.click();
    await page.keyboard.press('/');
    await page.keyboard.type('PRICE 3.50');
    expect(await names()).toEqual(['price.png']);
    await keys(page, 'Escape', '2', 'j');
    await eventually(() => page.evaluate('location.hash'), '#view=slider&q=PRICE+3.50&label=price.png');
    await page.reload();
    expect([await names(), await shown(page)]).toEqual([['price.png'], 'price.png']);
    expect(await page.getByRole('radio', { name: 'Slider' }).isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('is gone through with the keys, and has a slider, which the pointer and the keys move', async () => {
    const { page, complaints } = await open({ viewport: { width: 1600, height: 900 } });
    await keys(page, 'j', 'j');
    expect(await shown(page)).toBe('new.png');
    await page.keyboard.press('k');
    expect(await shown(page)).toBe("</script>'<b>.png");
    await keys(page, ...Array<string>(9).fill('j'));
    expect(await shown(page)).toBe('price.png');

    const [before, after] = ['expected', 'actual'].map((kind) => page.locator(`article:focus .${kind} img`));
    const places = async () => [await before!.boundingBox(), await after!.boundingBox()];
    const [left, right] = await places();
    expect(left!.x).toBeLessThan(right!.x);
    await page.keyboard.press('2');
    const [under, over] = await places();
    expect(under).toEqual(over);
    await page.keyboard.press('3');
    expect(await page.locator('article:focus figure:visible figcaption').allInnerTexts()).toEqual(['Difference']);
    await page.keyboard.press('ArrowUp');
    expect(await shown(page)).toBe('shelf 2/no-sku.png');

    await keys(page, 'j', '2');
    const label = page.locator('article', { hasText: 'price.png' });
    await label.scrollIntoViewIfNeeded();
    const box = (await label.locator('.actual img').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
    await page.mouse.down();
    const slider = page.getByRole('slider', { name: 'Where the actual label begins' });
    expect(Number(await slider.inputValue())).toBe(25);
    await page.mouse.up();
    await label.focus();
    await page.keyboard.press('ArrowRight');
    expect(Number(await slider.inputValue())).toBe(30);
    const clip = await page.evaluate("getComputedStyle(document.querySelector('article:focus .actual img')).clipPath");
    expect([clip, complaints]).toEqual(['inset(0px 0px 0px 30%)', []]);
  });

  test('fits every label into the window, side by side at one zoom, and is scrolled together', async () => {
    for (const [width, height] of [
      [375, 500],
      [1280, 400],
    ] as const) {
      const { page } = await open({ viewport: { width, height } });
      const cases = await page.evaluate<{ width: number; height: number }[]>(
        "[...document.querySelectorAll('.case')].map((element) => element.getBoundingClientRect().toJSON())",
      );
      for (const box of cases) expect([box.width < width, box.height < height * 0.8]).toEqual([true, true]);
      await page.setViewportSize({ width, height: 2400 });
      const label = page.locator('article', { hasText: 'no-sku.png' });
      const boxes = async () => [
        (await label.locator('.expected img').boundingBox())!,
        (await label.locator('.actual img').boundingBox())!,
      ];
      const [left, right] = await boxes();
      expect([left!.y, left!.width]).toEqual([right!.y, right!.width]);
      expect(left!.x + left!.width).toBeLessThan(right!.x);
      expect(right!.x + right!.width).toBeLessThan(width);
      await page.getByRole('radio', { name: '4×' }).check({ force: true });
      expect((await boxes())[1]!.width).toBe(4 * 296);
      await page.evaluate("document.querySelectorAll('.expected .scroll')[2].scrollLeft = 100");
      // The page scrolls the other image at the next frame, which may be late on a busy machine.
      await eventually(() => page.evaluate("document.querySelectorAll('.actual .scroll')[2].scrollLeft"), 100);
      const [one, other] = await boxes();
      expect([one!.width, one!.x - left!.x]).toEqual([other!.width, other!.x - right!.x]);
      expect(one!.x).toBe(left!.x - 100);
    }
  });

  test.each(share(['light', 'dark'] as const, 2))(
    'has nothing for axe to mend in the %s scheme',
    async (colorScheme) => {
      const { page } = await open({ colorScheme, viewport: { width: 360, height: 800 } });
      expect(await axe(page)).toEqual([]);
      if (colorScheme === 'dark') {
        await page.getByRole('radio', { name: '4×' }).check({ force: true });
        expect(await axe(page)).toEqual([]);
      }
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(wide)).toBe(0);
    },
  );

  test('shows the images without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    expect(await page.locator('img:visible').count()).toBe(8);
    expect(await page.locator('form:visible').count()).toBe(0);
  });
});
