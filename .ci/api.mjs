// Makes a site of the pages in docs/ and the reference of the package's exports, with a search that needs no server: `npm run docs`
// writes it to docs/site; the argument `check` writes nothing. Fails for an export without a description and for a broken link.
import { readdirSync, readFileSync } from 'node:fs';
import { importExhaustive } from './exhaustive-packages.mjs';

const { Application, Converter, TSConfigReader } = await importExhaustive('typedoc');

/** The sources of the exports. */
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const declarations = JSON.stringify(exports).matchAll(/"\.\/dist\/(?:commonjs\/)?([^"]+)\.d\.ts"/g);
const entryPoints = [...new Set(Array.from(declarations, ([, path]) => `${path}.ts`))];

const options = {
  name: 'ESL simulator',
  entryPoints,
  out: 'docs/site',
  readme: 'docs/index.md',
  projectDocuments: [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md') && name !== 'index.md')
      .map((name) => `docs/${name}`),
    'renderer/layout/documents/README.md',
    'renderer/layout/documents/promotion-in-ten-steps.md',
    'devices/README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
  ],
  sort: ['documents-first', 'kind', 'alphabetical'],
  searchInDocuments: true,
  highlightLanguages: [
    'groovy',
    'javascript',
    'json',
    'jsonc',
    'powershell',
    'python',
    'shellscript',
    'typescript',
    'yaml',
  ],
  ignoredHighlightLanguages: ['ndjson'],
  navigation: { includeGroups: true, includeCategories: false },
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
      'Answer',
      'BoxNode',
      'Depth',
      'DeviceProfile',
      'Diagnostic',
      'DrawnKind',
      'Explained',
      'FromSchema',
      'Immutable',
      'LabelFacts',
      'LayoutFacts',
      'LintFields',
      'Matched',
      'MeasuredBox',
      'PanelCause',
      'PanelDefinition',
      'PanelEvent',
      'Pictures',
      'PixelDifference',
      'PixelSize',
      'ReportDiagnostic',
      'TagPictureOptions',
      'TagTemplate',
      'VariantOf',
      'WithChildren',
      'WithProperties',
      'WrittenInner',
      'WrittenNode',
    ],
  ],
};

const app = await Application.bootstrap(options, [new TSConfigReader()]);
// A page has the name of its heading.
app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, page) => {
  const text = page.content.map((part) => part.text).join('');
  page.name = /^# ([^:\n]*)/m.exec(text)[1];
});
const project = await app.convert();
if (project) {
  if (process.argv[2] !== 'check') await app.generateOutputs(project);
  app.validate(project);
}
if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
