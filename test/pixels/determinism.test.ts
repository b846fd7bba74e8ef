import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { compose, createRenderer, defaultBinding, loadLayouts, pixelHash } from '../../renderer/index.js';
import { atSize } from '../support/labels/share.js';

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), 'esl-host-fonts-'));
const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati'];
/** In all sweeps, each zone with host fonts, and each language. Else two that differ in all three. */
const processes = atSize(
  [2, 4],
  Array.from({ length: 15 }, (_, i) => i),
);
const languages = ['C', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ja_JP.UTF-8', 'ar_EG.UTF-8'];

/** A font directory of the host, found through the home folder and through fontconfig. */
beforeAll(() => {
  const folder = join(home, '.fonts');
  mkdirSync(folder);
  for (const file of ['galmuri/dist/Galmuri14.ttf', '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'])
    copyFileSync(join('fonts/files', file), join(folder, file.split('/').at(-1)!));
  writeFileSync(join(home, 'fonts.conf'), `<?xml version="1.0"?><fontconfig><dir>${folder}</dir></fontconfig>`);
});
afterAll(() => {
  rmSync(home, { recursive: true });
});

test('processes in other zones, languages and with other host fonts draw the same pixels', async () => {
  const environments = processes.map((i) => ({
    PATH: process.env.PATH,
    TZ: zones[i % zones.length],
    LANG: languages[i % languages.length],
    LC_ALL: languages[i % languages.length],
    ...(i < zones.length ? { HOME: home, FONTCONFIG_FILE: join(home, 'fonts.conf') } : {}),
    ...(i % 3 ? {} : { DISABLE_SYSTEM_FONTS_LOAD: '1' }),
  }));
  const hashes: string[] = [];
  const next = async () => {
    for (let env = environments.pop(); env; env = environments.pop())
      hashes.push((await run(process.execPath, ['dist/test/support/labels/pixel-hash.js'], { env })).stdout);
  };
  await Promise.all([next(), next()]);
  expect(hashes).toHaveLength(processes.length);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(hashes).size).toBe(1);
}, 120_000);

test('labels of other locales that were drawn before change no pixel', async () => {
  const device = loadDevices().get(defaultBinding.device)!;
  const layout = loadLayouts().get('standard')!;
  const renderer = await createRenderer();
  for (const locale of ['de-DE', 'en-IE', 'nl-NL', 'fr-FR', 'de-DE']) {
    const binding = { ...defaultBinding, locale, currency: 'EUR' };
    const content = compose({ product_name: 'Milk', price: '3.50', unit: '1 L' }, binding, device, '2026-11-20');
    const hashes = [renderer, await createRenderer()].map((each) =>
      pixelHash(each.render(content, layout, device).frame),
    );
    expect([locale, hashes[0]]).toEqual([locale, hashes[1]]);
  }
});
