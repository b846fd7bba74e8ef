// Checks the types of all projects and writes the declarations, and tells its parent when the types are right. With the argument
// `lint` it then lints with the types that it has worked out: a linter that reads and types all sources anew takes twice as long.
// So it does with the reference that is made of docstrings.
import { ESLint } from 'eslint';
import ts from 'typescript';

const [what] = process.argv.slice(2);
const names = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: ts.sys.getCurrentDirectory,
  getNewLine: () => '\n',
};

// The page takes its types of answers from declarations of the server, which are written by then.
const all = typed('.');
const page = all && typed('server/page');
if (page) process.send?.('right');
if (!page || (what === 'lint' && !(await linted()))) process.exitCode = 1;
if (page && what === 'lint') {
  const { referenceIsWhole } = await import('./api.mjs');
  if (!(await referenceIsWhole(all))) process.exitCode = 1;
}

/** Checks and writes a project. @returns its program; nothing if something is wrong with it, which it says. */
function typed(folder) {
  const { fileNames, options, projectReferences } = ts.getParsedCommandLineOfConfigFile(
    `${folder}/tsconfig.json`,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => say([problem]) },
  );
  const host = ts.createIncrementalCompilerHost(options);
  const builder = ts.createIncrementalProgram({ rootNames: fileNames, options, projectReferences, host });
  const wrong = [...ts.getPreEmitDiagnostics(builder), ...builder.emit().diagnostics];
  say(wrong);
  return wrong.length === 0 ? builder.getProgram() : undefined;
}

function say(problems) {
  const format = process.stderr.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
  process.stderr.write(format(ts.sortAndDeduplicateDiagnostics(problems), names));
}

/** Lints all that ESLint's own command would. @returns whether it finds nothing, not even what it only warns of. */
async function linted() {
  const withTypesOf = (program) => ({ languageOptions: { parserOptions: { project: null, programs: [program] } } });
  // AssemblyScript's few files are of a project that the compiler here does not check.
  process.env.TSESTREE_SINGLE_RUN = 'true';
  const eslint = new ESLint({
    overrideConfig: [
      { files: ['**/*.ts'], ignores: ['server/page/**', 'renderer/png/assembly/**'], ...withTypesOf(all) },
      { files: ['server/page/**/*.ts', 'server/page/**/*.tsx'], ...withTypesOf(page) },
      // Tests try them without a browser.
      { files: ['server/page/state/**/*.ts'], ...withTypesOf(all) },
    ],
  });
  const results = await eslint.lintFiles('.');
  const { format } = await eslint.loadFormatter();
  process.stdout.write(await format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}
