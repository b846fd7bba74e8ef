import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeFont, fontNames } from '../../fonts/index.js';
import { packed, packedProject } from '../support/package/packed.js';

const { name, bin, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly version: string;
};

/** The hash of the product in dist/. */
const distProduct = () => (JSON.parse(readFileSync('dist/.sources.json', 'utf8')) as { product: string }).product;

describe('the package', () => {
  const project = packedProject();
  const own = join(project.path, 'node_modules', 'esl-simulator');

  test('contains code, documents and licence, and no tests', () => {
    const names = 'CHANGELOG.md LICENSE NOTICE README.md dist docs package.json';
    expect(readdirSync(own).sort().join(' ')).toBe(names);
    const files = readdirSync(join(own, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /(^|\/)test|tsbuildinfo|\.tsx?$/.test(file.replace(/\.d\.ts$/, '')))).toEqual([]);
    const some = [
      'devices/solum-m2-2.9-bwr.json',
      'renderer/layout/documents/standard.json',
      'server/page/index.html.gz',
    ];
    expect(files).toEqual(expect.arrayContaining(some));
  });

  test('has each font that must be there, and the licence beside it', () => {
    const fonts = join(own, 'dist', 'fonts', 'files');
    const files = readdirSync(fonts, { recursive: true, encoding: 'utf8' });
    const expected = fontNames.map(describeFont).filter(({ optional }) => !optional);
    const names = files.filter((file) => /\.(ttf|woff2?)(\.gz)?$/.test(file)).map((file) => file.replace(/\.gz$/, ''));
    expect(names.sort()).toEqual(expected.map(({ file }) => file).sort());
    for (const { file } of expected) {
      const home = file.split('/', file.startsWith('@') ? 2 : 1).join('/');
      const licence = files.filter(
        (name) => /^(LICENSE(_FONT)?|ofl\.md)$/.test(name.slice(home.length + 1)) && name.startsWith(home),
      );
      expect([home, licence.length]).toEqual([home, 1]);
      expect(readFileSync(join(fonts, licence[0]!), 'utf8')).toMatch(/SIL Open Font License/i);
    }
  });

  test('has commands that users run, in each build and in the packed file', () => {
    // npx sets the mode of a checkout's file only once, and later builds replace the file.
    for (const file of Object.values(bin))
      for (const home of ['.', own, `.build/${distProduct()}`]) {
        const path = resolve(home, home.startsWith('.build') ? file.replace(/^dist\//, '') : file);
        expect([path, statSync(path).mode & 0o111]).toEqual([path, 0o111]);
        if (home !== '.') continue;
        expect(execFileSync(path, ['--version'], { encoding: 'utf8' })).toContain(version);
      }
  });

  test('is a file that git ignores where npm pack writes it, and docs/snapshots.md installs', () => {
    const ignored = readFileSync('.gitignore', 'utf8').split('\n');
    const patterns = ignored
      .filter((line) => line.endsWith('.tgz'))
      .map((line) => new RegExp(`^${line.slice(1, -4).replace('*', '.*')}\\.tgz$`));
    for (const file of [`${name}-${version}.tgz`, `esl-label-${version}.tgz`])
      expect([file, patterns.some((pattern) => pattern.test(file))]).toEqual([file, true]);
    const page = readFileSync('docs/snapshots.md', 'utf8');
    const installs = Array.from(page.matchAll(/^npm install (--save-dev .*)$/gm), ([, said]) => said);
    expect(installs).toEqual([`--save-dev ../${name}/${name}-${version}.tgz`]);
  });

  test('stays small, and refers to no missing source maps', () => {
    // 13.6 MB: 10 of fonts, 0.7 of the pages, 0.6 of hyphens, for which npm installed 9.7 MB before.
    expect(statSync(packed()).size).toBeLessThan(14e6);
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(c?js|css)$/.test(file));
    expect(files.length).toBeGreaterThan(300);
    const refers = (file: string) => /[#@] sourceMappingURL=(?!data:)/.test(readFileSync(join(own, file), 'utf8'));
    expect(files.filter(refers)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { readonly engines?: { readonly node?: string }; readonly deprecated?: string }>;
  };
  const { satisfies } = createRequire(import.meta.url)('semver') as {
    readonly satisfies: (version: string, range: string) => boolean;
  };

  test.each(['20.15.0', '22.0.0', '24.0.0', '26.0.0'])('has only packages that accept Node %s', (version) => {
    const refusing = Object.entries(packages).filter(([, { engines }]) => !satisfies(version, engines?.node ?? '*'));
    expect(refusing.map(([path, { engines }]) => `${path}: ${engines!.node!}`)).toEqual([]);
  });

  test('has no deprecated package', () => {
    expect(Object.values(packages).flatMap(({ deprecated }) => deprecated ?? [])).toEqual([]);
  });
});

const locks = ['.', ...readdirSync('test').map((name) => join('test', name))]
  .map((folder) => join(folder, 'package-lock.json'))
  .filter((file) => existsSync(file));

describe('the locks', () => {
  test('are those of all projects of this repository', () => {
    expect(locks).toEqual(['package-lock.json', 'test/bench/package-lock.json', 'test/exhaustive/package-lock.json']);
  });

  // npm installs a package without a hash unchecked: the native code of other platforms, too.
  test.each(locks)('%s has a SHA-512 for every package, and names no registry', (file) => {
    const text = readFileSync(file, 'utf8');
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { readonly link?: boolean; readonly integrity?: string }>;
    };
    const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);
    expect(installed.length).toBeGreaterThan(50);
    const unchecked = installed.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
    expect(unchecked.map(([path]) => path)).toEqual([]);
    expect(text).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });
});

test('package.json declares each package that the sources, the build and the tests import', () => {
  const declared = ['package.json', 'test/exhaustive/package.json'].flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
    return [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})];
  });
  const files = ['.ci', 'devices', 'fonts', 'renderer', 'server', 'test']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.d)\.([cm]js|tsx?)$/.test(file) && !/^test.bench|node_modules/.test(file));
  const imported = files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(
        /^(?:(?:import|\}).* from |import |.*\brequire\()'(?!\.|node:)((?:@[^/']+\/)?[^/'$]+)/gm,
      ),
      ([, name]) => `${name} in ${file}`,
    ),
  );
  expect(imported.length).toBeGreaterThan(500);
  // Projects of users, which tests write, import ours.
  const others = new Set(['esl-simulator', 'esl-label', ...declared]);
  expect(imported.filter((name) => !others.has(name.split(' ')[0]!))).toEqual([]);
});
