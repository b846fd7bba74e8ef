import { type ChildProcess, execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const packageFolder = /^.*chromium(?=[/\\]build[/\\])/.exec(entry)![0];

/** A Chromium that needs only libc: its npm package has libraries and fonts. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of all test files of this process. It does not keep the process alive, and ends with it: Playwright kills it on
 * exit, and it exits when its pipe breaks.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined;
  return (shared ??= launchUnreferenced());
}

async function launchUnreferenced(): Promise<Browser> {
  const children: ChildProcess[] = [];
  const onChild = (message: unknown): void => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onChild);
  const browser = await launchBrowser().finally(() => unsubscribe('child_process', onChild));
  const { executablePath } = launchOptions();
  for (const child of children.filter(({ spawnfile }) => spawnfile === executablePath)) {
    child.unref();
    for (const stream of child.stdio) (stream as Socket | null)?.unref();
  }
  return browser;
}

/** The options of {@link launchBrowser}, for other launchers. */
export function launchOptions() {
  const home = unpacked();
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

/**
 * The folder of the unpacked browser. Unpacking takes 3 seconds, once per installation. The package unpacks into TMPDIR and trusts
 * existing files of any version, complete or not. So it gets an empty TMPDIR, renamed afterwards.
 */
function unpacked(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const home = join(packageFolder, '..', '..', '.cache', `chromium-${version}`);
  if (existsSync(home)) return home;
  const staging = `${home}.${process.pid}`;
  mkdirSync(staging, { recursive: true });
  const code = `import chromium from ${JSON.stringify(pathToFileURL(entry).href)}; await chromium.executablePath();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    // The package unpacks its libraries only in AWS Lambda.
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  writeFileSync(
    join(staging, 'fonts.conf'),
    `<fontconfig><dir>${join(home, 'fonts')}</dir><cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>\n`,
  );
  try {
    renameSync(staging, home);
  } catch (error) {
    // Another process may have been faster.
    rmSync(staging, { recursive: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}
