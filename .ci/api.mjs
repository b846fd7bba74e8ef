// Makes the reference of what the package exports from its docstrings: `npm run docs` writes it to docs/api. The linter looks at it,
// and writes nothing: what is exported without a word on it, and links that lead nowhere, are faults.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Application, TSConfigReader } from 'typedoc';

/** The sources of what the package exports. */
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const declarations = JSON.stringify(exports).matchAll(/"\.\/dist\/(?:commonjs\/)?([^"]+)\.d\.ts"/g);
const entryPoints = [...new Set(Array.from(declarations, ([, path]) => `${path}.ts`))];

const options = {
  name: 'esl-simulator',
  entryPoints,
  out: 'docs/api',
  readme: 'none',
  disableSources: true,
  excludeExternals: true,
  hideGenerator: true,
  // Types are checked before, by the compiler.
  skipErrorChecking: true,
  requiredToBeDocumented: ['Function', 'Class', 'Interface', 'TypeAlias', 'Variable', 'Method'],
  validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
  // Schemas, whose types are shown with all their fields, and types that are only part of one that is exported.
  intentionallyNotExported: [
    ...['bindingSchema', 'fieldProblemSchema', 'stepSchema', 'updateSchema', 'warningSchema'],
    ...[
      'Depth',
      'DeviceProfile',
      'Explained',
      'Immutable',
      'LabelFacts',
      'LayoutFacts',
      'Matched',
      'PanelCause',
      'Pictures',
      'PixelDifference',
      'Size',
      'VariantOf',
      'WrittenBox',
      'WrittenNode',
    ],
  ],
};

/** Whether the reference is without faults, which typedoc says itself. @param program The compiler's, with all that is exported. */
export async function referenceIsWhole(program) {
  const app = await Application.bootstrap(options);
  const project = app.converter.convert(
    entryPoints.map((name) => ({ displayName: name, program, sourceFile: program.getSourceFile(resolve(name)) })),
  );
  return isWhole(app, project);
}

/** Writes the reference. @returns whether it is without faults. */
export async function writeReference() {
  const app = await Application.bootstrap(options, [new TSConfigReader()]);
  const project = await app.convert();
  if (project) await app.generateOutputs(project);
  return project !== undefined && isWhole(app, project);
}

function isWhole(app, project) {
  app.validate(project);
  return !app.logger.hasErrors() && !app.logger.hasWarnings();
}

if (process.argv[2] === 'write' && !(await writeReference())) process.exitCode = 1;
