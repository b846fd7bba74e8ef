// Writes the man page from the same data as `esl-sim --help`: `node .ci/man.mjs FOLDER`. In its own process, as it loads the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(folder, path)).href);
const { createProgram } = await load('server/commands/program.js');
const { details } = await load('server/commands/help.js');
const { variables } = await load('server/config.js');

function manPage(program) {
  const help = program.createHelp();
  const subcommands = (command) => help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const leaves = (command, name) =>
    subcommands(command).flatMap((one) => [[`${name} ${one.name()}`, one], ...leaves(one, `${name} ${one.name()}`)]);
  const meanings = new Map(leaves(program, 'esl-sim').flatMap(([, { ending }]) => ending.exits));
  return `${[
    `.TH ESL\\-SIM 1 "" "esl\\-simulator ${text(program.version())}" "ESL simulator"`,
    '.SH NAME',
    `esl\\-sim \\- ${text('draw, check and serve electronic shelf labels')}`,
    '.SH SYNOPSIS',
    '.B esl\\-sim',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    text(program.description()),
    '.SH COMMANDS',
    ...leaves(program, 'esl-sim').flatMap(([name, command]) => described(name, command, help)),
    '.SH ENVIRONMENT',
    text(`The server reads ${variables.join(', ')}. docs/settings.md of the project has their meanings.`),
    '.SH EXIT STATUS',
    ...[...meanings].sort(([a], [b]) => a - b).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, text(meaning)]),
  ].join('\n')}\n`;
}

function described(name, command, help) {
  const { notes, examples } = command.ending;
  const terms = [
    ...help.visibleArguments(command).map((argument) => [help.argumentTerm(argument), details(argument)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [help.optionTerm(option), details(option)]),
  ];
  return [
    `.SS ${text(`${name} ${command.usage()}`)}`,
    text(command.description()),
    ...terms.flatMap(([term, meaning]) => ['.TP', `.B ${text(term)}`, text(meaning)]),
    ...notes.flatMap((note) => [
      '.PP',
      ...note.split('\n').flatMap((line) => (/^ /.test(line) ? verbatim([line.trim()]) : [text(line)])),
    ]),
    ...(examples.length > 0 ? ['.PP', 'Examples:', ...verbatim(examples)] : []),
  ];
}

const verbatim = (lines) => ['.RS', '.nf', ...lines.map(text), '.fi', '.RE'];

/** A line of roff that shows `words`: a dot or an apostrophe at its beginning would be a request. */
function text(words) {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll('’', '\\(cq')
    .replaceAll('…', '...')
    .replaceAll('×', '\\(mu')
    .replaceAll('→', '\\(->')
    .replace(/^(?=[.'])/, '\\&');
}

mkdirSync(`${folder}/man`);
writeFileSync(
  `${folder}/man/esl-sim.1`,
  manPage(createProgram({ stdout: process.stdout, stderr: process.stderr, env: {}, cores: 1 })),
);
