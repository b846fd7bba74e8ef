import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const run = promisify(execFile);
const said = async (...args: string[]) => (await run(process.execPath, args, { maxBuffer: 1e8 })).stdout;
const notice = readFileSync('NOTICE', 'utf8');
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

/** The packages that the studio imports directly. */
function importedByPage(): string[] {
  const files = readdirSync('server/page', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const imports = files.flatMap((file) =>
    Array.from(
      readFileSync(`server/page/${file}`, 'utf8').matchAll(/^import (?!type )[^;']*from '([^'.][^']*)';/gm),
      ([, name]) => /^(@[^/]+\/)?[^/]+/.exec(name!)![0],
    ),
  );
  expect(imports.length).toBeGreaterThan(20);
  return [...new Set(imports)];
}

/** The bundled packages in NOTICE, and their licences. */
const bundled = Array.from(
  notice.matchAll(/^((?:@[\w.-]+\/)?[a-z][\w.-]*) (\d+\.\d+\.\d+) \(http/gm),
  ([, name, version]) => `${name!}@${version!}`,
);

describe('NOTICE', () => {
  test('equals the output for this build', async () => {
    expect(await said('.ci/notice.mjs', 'print')).toBe(notice);
  });

  test('names every font with its licence, which is there', () => {
    const files = readdirSync('dist/fonts/files', { recursive: true, encoding: 'utf8' });
    const fonts = files.filter((file) => /\.(ttf|otf|woff2?)(\.gz)?$/.test(file));
    expect(fonts.length).toBeGreaterThan(25);
    for (const font of fonts) {
      const [, entry] = notice.split(
        `  File: dist/fonts/files/${font}, ${font.endsWith('.gz') ? 'compressed' : 'unchanged'}\n`,
      );
      const [, copyright, licence] =
        /^ {2}Copyright: (.+)\n {2}Licence: OFL-1\.1, in (.+)\n {2}From: .+ \(https:/.exec(entry ?? '') ?? [];
      expect([font, copyright]).toEqual([font, expect.stringMatching(/\d{4}/)]);
      expect(readFileSync(licence!, 'utf8')).toMatch(/SIL OPEN FONT LICENSE/i);
    }
    for (const name of readdirSync('dist/fonts/glyphs'))
      expect(notice).toContain(`File: dist/fonts/glyphs/${name}, made`);
  });

  test('names every bundled package, with its licence', () => {
    const names = bundled.map((each) => each.slice(0, each.lastIndexOf('@')));
    for (const name of [...importedByPage(), 'yoga-layout', 'lean-qr', 'jsbarcode', 'ajv'])
      expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
    const texts = notice.split(/^(?=(?:@[\w.-]+\/)?[a-z][\w.-]* \d+\.\d+\.\d+ \(http.*\n {2}In: .*\n\n)/m).slice(1);
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) expect(text).toMatch(/ {4}.*Copyright|Apache License/i);
  });
});

/** The vendored packages, and the hashes of their files. */
const vendored = JSON.parse(readFileSync('.ci/vendored.json', 'utf8')) as Record<
  string,
  { readonly text: string; readonly files: Readonly<Record<string, { readonly sha256: string }>> }
>;

test('fonts/files has the files of packages as they were: npm run vendor', () => {
  const folder = 'fonts/files';
  const here = Object.entries(vendored);
  expect(here).toHaveLength(19);
  const named = here.flatMap(([name, { text, files }]) => [`${name}/${text}`, ...Object.keys(files)]);
  const found = here.flatMap(([name]) =>
    readdirSync(`${folder}/${name}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1)),
  );
  expect(found.sort()).toEqual(named.sort());
  for (const [file, { sha256 }] of here.flatMap(([, { files }]) => Object.entries(files)))
    expect([
      file,
      createHash('sha256')
        .update(readFileSync(`${folder}/${file}`))
        .digest('hex'),
    ]).toEqual([file, sha256]);
});

interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly scope: string;
    readonly licenses?: readonly unknown[];
    readonly properties: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('the SBOM', () => {
  test('has installed and bundled packages, and no tools', async () => {
    const sbom = JSON.parse(await said('.ci/sbom.mjs')) as Sbom;
    expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'esl-simulator']);
    const refs = sbom.components.map((component) => component['bom-ref']);
    expect(refs).toEqual(
      expect.arrayContaining(Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)),
    );
    const marked = sbom.components.filter(({ properties }) =>
      properties.some(({ name, value }) => name === 'cdx:npm:package:bundled' && value === 'true'),
    );
    const fonts = Array.from(
      notice.matchAll(/^ {2}From: (\S+) (\S+) /gm),
      ([, name, version]) => `${name!}@${version!}`,
    );
    expect(marked.map((component) => component['bom-ref']).sort()).toEqual([...new Set([...bundled, ...fonts])].sort());
    for (const tool of ['typescript', 'jest', 'esbuild', 'oxlint'])
      expect(sbom.components.map(({ name }) => name)).not.toContain(tool);
    // The lock has only names of packages for other machines.
    expect(sbom.components.filter(({ licenses, scope }) => !licenses && scope !== 'optional')).toEqual([]);
    // Each dependency of a component is a component.
    expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
  });
});
