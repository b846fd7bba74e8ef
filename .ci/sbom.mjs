// Prints what the package consists of as CycloneDX: what npm installs with it, and what the build bundles into it, which npm itself
// takes for tools of its developers. It is made from package-lock.json and dist/, without a network.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundledPackages, describePackage, fontsIn, packageOf } from './third-party.mjs';

const { name: own, version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const all = JSON.parse(execFileSync('npm', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 }));

const root = all.metadata.component['bom-ref'];
const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const nameOf = (ref) => ref.slice(0, ref.indexOf('@', 1));

/** The packages that npm installs with this one, and those that they need. */
const installed = new Set(needs.get(root).filter((ref) => nameOf(ref) in dependencies));
for (const ref of installed) for (const next of needs.get(ref)) installed.add(next);

const names = [...bundledPackages('dist').keys(), ...fontsIn('dist').map(({ file }) => packageOf(file))];
const bundled = new Set(names.map((name) => `${name}@${describePackage(name).version}`));

const components = all.components
  .filter(({ 'bom-ref': ref }) => installed.has(ref) || bundled.has(ref))
  .map((component) => {
    if (!bundled.has(component['bom-ref'])) return component;
    // For npm it is a tool of developers, if anything.
    return { ...component, scope: 'required', properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }] };
  });
const kept = new Set([root, ...components.map((component) => component['bom-ref'])]);

const sbom = {
  ...all,
  metadata: { ...all.metadata, component: { ...all.metadata.component, name: own, version } },
  components,
  dependencies: all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
};
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
