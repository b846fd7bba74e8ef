// Generates the reference of the package's exports: `npm run docs` writes it to docs/api; the argument `check` writes nothing. Fails
// for an export without a description and for a broken link.
import { readFileSync } from 'node:fs';
import { importExhaustive } from './exhaustive-packages.mjs';

const { Application, TSConfigReader } = await importExhaustive('typedoc');

/** The sources of the exports. */
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
  // The build has checked types.
  skipErrorChecking: true,
  requiredToBeDocumented: ['Function', 'Class', 'Interface', 'TypeAlias', 'Variable', 'Method'],
  validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
  // Schemas, whose types list all fields, and types that are only parts of exported ones.
  intentionallyNotExported: [
    ...[
      'bindingSchema',
      'fieldProblemSchema',
      'findingSchema',
      'stepSchema',
      'updateSchema',
      'warningGrades',
      'warningSchema',
    ],
    ...[
      'BoxNode',
      'ControllerPanel',
      'Depth',
      'DeviceProfile',
      'DrawnKind',
      'Explained',
      'Immutable',
      'LabelFacts',
      'LayoutFacts',
      'LintFields',
      'Matched',
      'MeasuredBox',
      'PanelCause',
      'Pictures',
      'PixelDifference',
      'PixelSize',
      'VariantOf',
      'WithChildren',
      'WrittenInner',
      'WrittenNode',
    ],
  ],
};

const app = await Application.bootstrap(options, [new TSConfigReader()]);
const project = await app.convert();
if (project) {
  if (process.argv[2] !== 'check') await app.generateOutputs(project);
  app.validate(project);
}
if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
