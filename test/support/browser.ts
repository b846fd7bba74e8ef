import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { unpackBrowser } from './unpacked-browser.js';

/** On a busy machine, a browser now and then dies of SIGSEGV when it starts. */
const maxLaunches = 5;

/** A Chromium that needs only libc: its npm package has libraries and fonts. Tries again if a signal kills it. */
export async function launchBrowser(options: LaunchOptions = launchOptions()): Promise<Browser> {
  for (let launch = 1; ; launch++) {
    try {
      return await chromium.launch(options);
    } catch (error) {
      if (launch === maxLaunches || !String(error).includes('signal=SIG')) throw error;
    }
  }
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of all test files of this process; a new one if it failed to start, or has ended. It does not keep the process alive, and
 * ends with it: Playwright kills it on exit, and it exits when its pipe breaks.
 */
export async function sharedBrowser(options?: LaunchOptions): Promise<Browser> {
  const before = shared;
  const browser = await before?.catch(() => undefined);
  // Another caller may have launched one meanwhile.
  if (shared === before && !browser?.isConnected()) shared = launchUnreferenced(options);
  return shared!;
}

async function launchUnreferenced(options = launchOptions() as LaunchOptions): Promise<Browser> {
  const children: ChildProcess[] = [];
  const onChild = (message: unknown): void => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onChild);
  const browser = await launchBrowser(options).finally(() => unsubscribe('child_process', onChild));
  for (const child of children.filter(({ spawnfile }) => spawnfile === options.executablePath)) {
    child.unref();
    for (const stream of child.stdio) (stream as Socket | null)?.unref();
  }
  return browser;
}

/** The options of {@link launchBrowser}, for other launchers. */
export function launchOptions() {
  const home = unpackBrowser();
  return {
    executablePath: join(home, 'chromium'),
    // No sandbox: it does not work for root in a container. Not the package's flags: they disable the isolation of pages, which is
    // tested here.
    // One process draws all pages of a site while any of them is open: each new process takes half a second.
    args: [
      ...['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--force-color-profile=srgb'],
      '--renderer-process-limit=1',
    ],
    env: {
      HOME: home,
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
      LANG: 'en_US.UTF-8',
    },
  };
}
