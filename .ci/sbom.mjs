// Prints a CycloneDX SBOM: the installed dependencies, and the bundled packages, which npm lists as devDependencies. It reads
// package-lock.json and dist/, without a network.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundledPackages, describePackage, packageOf, requiredFonts } from './third-party.mjs';

const { name: own, version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const all = JSON.parse(execFileSync('npm', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 }));

const root = all.metadata.component['bom-ref'];
const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const nameOf = (ref) => ref.slice(0, ref.indexOf('@', 1));

/** The transitive dependencies. */
const installed = new Set(needs.get(root).filter((ref) => nameOf(ref) in dependencies));
for (const ref of installed) for (const next of needs.get(ref)) installed.add(next);

const names = [...bundledPackages('dist').keys(), ...requiredFonts('dist/fonts').map(({ file }) => packageOf(file))];
const bundled = new Map(
  [...new Set(names)].map((name) => describePackage(name)).map((each) => [`${each.name}@${each.version}`, each]),
);
// npm lists bundled packages as optional, if at all.
const mark = { scope: 'required', properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }] };

const locked = all.components.filter(({ 'bom-ref': ref }) => installed.has(ref) || bundled.has(ref));
for (const { 'bom-ref': ref } of locked) if (bundled.has(ref)) bundled.get(ref).isLocked = true;
const components = [
  ...locked.map((component) => (bundled.has(component['bom-ref']) ? { ...component, ...mark } : component)),
  // Vendored packages: fonts, and the compressor's compiler.
  ...[...bundled].filter(([, { isLocked }]) => !isLocked).map(([ref, each]) => componentOf(ref, each)),
];
const included = new Set([root, ...components.map((component) => component['bom-ref'])]);

function componentOf(ref, { name, version, licence, source }) {
  return {
    'bom-ref': ref,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/ (AND|OR) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    externalReferences: [{ type: 'vcs', url: source }],
    ...mark,
  };
}

const sbom = {
  ...all,
  metadata: { ...all.metadata, component: { ...all.metadata.component, name: own, version } },
  components,
  dependencies: all.dependencies
    .concat(
      components.filter(({ 'bom-ref': ref }) => !needs.has(ref)).map(({ 'bom-ref': ref }) => ({ ref, dependsOn: [] })),
    )
    .filter(({ ref }) => included.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => included.has(each)) })),
};
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
