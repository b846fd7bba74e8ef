import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { describeFont, fontNames } from '../../fonts/index.js';
import { packed, packedProject } from '../support/packed.js';

describe('the package', () => {
  const project = packedProject();
  afterAll(() => {
    project.remove();
  });
  const own = join(project.path, 'node_modules', 'esl-simulator');

  test('holds what runs, what it says and its licence, and no tests', () => {
    expect(readdirSync(own).sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'dist', 'package.json']);
    const files = readdirSync(join(own, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /(^|\/)test|tsbuildinfo|\.tsx?$/.test(file.replace(/\.d\.ts$/, '')))).toEqual([]);
    for (const file of [
      'devices/solum-m2-2.9-bwr.json',
      'renderer/layout/documents/standard.json',
      'server/page/index.html.gz',
    ])
      expect(files).toContain(file);
  });

  test('has each font that must be there, and the licence beside it', () => {
    const fonts = join(own, 'dist', 'fonts', 'files');
    const files = readdirSync(fonts, { recursive: true, encoding: 'utf8' });
    const expected = fontNames.map(describeFont).filter(({ optional }) => !optional);
    expect(files.filter((file) => /\.(ttf|woff2?)$/.test(file)).sort()).toEqual(
      expected.map(({ file }) => file).sort(),
    );
    for (const { file } of expected) {
      const home = file.split('/', file.startsWith('@') ? 2 : 1).join('/');
      const licence = files.filter(
        (name) => /^(LICENSE(_FONT)?|ofl\.md)$/.test(name.slice(home.length + 1)) && name.startsWith(home),
      );
      expect([home, licence.length]).toEqual([home, 1]);
      expect(readFileSync(join(fonts, licence[0]!), 'utf8')).toMatch(/SIL Open Font License/i);
    }
  });

  test('is installed in the README from the file that npm pack writes', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
    const installs = Array.from(
      readFileSync('README.md', 'utf8').matchAll(/^npm install (--save-dev .*)$/gm),
      ([, said]) => said,
    );
    expect(installs).toEqual([`--save-dev ../${name}/${name}-${version}.tgz`]);
  });

  test('is as publint wants packages to be', async () => {
    const bytes = readFileSync(packed());
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    expect((await publint({ pack: { tarball } })).messages).toEqual([]);
  });

  test('is as small as it was, and names no source maps, which it does not have', () => {
    // 11.9 MB: 9.9 of fonts, 0.7 of the pages.
    expect(statSync(packed()).size).toBeLessThan(12.5e6);
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(c?js|css)$/.test(file));
    expect(files.length).toBeGreaterThan(300);
    const withMaps = files.filter((file) =>
      /[#@] sourceMappingURL=(?!data:)/.test(readFileSync(join(own, file), 'utf8')),
    );
    expect(withMaps).toEqual([]);
  });

  // The profile leaves out how TypeScript looked for modules before "exports", as Node 10 does: it finds no entry point but the
  // first, Node has not looked like that since version 12, and TypeScript 6 warns of it.
  test('has types that are found however a project looks for them', async () => {
    const args = [
      'node_modules/@arethetypeswrong/cli/dist/index.js',
      packed(),
      '--profile',
      'node16',
      '--format',
      'json',
    ];
    // It fails, too, when it finds something.
    const { stdout } = await promisify(execFile)(process.execPath, args).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    const { problems } = (JSON.parse(stdout) as { analysis: { problems: Problem[] } }).analysis;
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, object | string>;
    };
    const modules = Object.keys(exports).filter(
      (name) => !/"require"|commonjs|\.json/.test(JSON.stringify(exports[name])),
    );
    // What is a module only can't be required by TypeScript's old rules; its users import it.
    expect(problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual(
      modules.map((entrypoint) => ({ kind: 'CJSResolvesToESM', entrypoint, resolutionKind: 'node16-cjs' })),
    );
  });
});

interface Problem {
  readonly kind: string;
  readonly entrypoint?: string;
  readonly resolutionKind?: string;
}
