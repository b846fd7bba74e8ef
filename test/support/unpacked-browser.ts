import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const packageFolder = /^.*chromium(?=[/\\]build[/\\])/.exec(entry)![0];

/**
 * Unpacks the browser if it is not. @returns its folder
 *
 * Unpacking takes 3 seconds, once per installation. The package unpacks into TMPDIR and trusts
 * existing files of any version, complete or not. So it gets an empty TMPDIR, renamed afterwards.
 */
export function unpackBrowser(): string {
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
