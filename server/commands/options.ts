import { InvalidArgumentError, Option } from 'commander';
import { type FieldName, fields } from '../../renderer/fields.js';

/** "time-zone" → "timeZone", as commander calls an option. */
type CamelCase<Text> = Text extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Text;
type Attribute<Flags> = Flags extends `${string}--${infer Long} <${string}` ? CamelCase<Long> : never;

/** The values of the options for the fields of a label. */
export type FieldFlags = {
  readonly [Name in FieldName as Attribute<(typeof fields)[Name]['option'][0]>]?: string;
};

export function fieldOption(field: FieldName, more = ''): Option {
  const [flags, description] = fields[field].option;
  return new Option(flags, description + more);
}

/**
 * Options of several commands. Each has one meaning, one long and one short name. `more` adds details for a command, after a
 * punctuation mark.
 */
export const shared = {
  out: (more: string) => new Option('-o, --out <path>', `where to write${more}`),
  view: () =>
    new Option(
      '--view <view>',
      'pure inks for machines, their measured colours, or a photograph of the tag (default: ink)',
    ).choices(['ink', 'panel', 'tag']),
  scale: () =>
    new Option('--scale <n>', 'each pixel becomes a square of n × n pixels, 1 to 8 (default: 1)').argParser(
      wholeNumber(1, 8),
    ),
  format: (forms: readonly string[], more: string) =>
    new Option('--format <form>', `the form of what is written${more}`).choices(forms),
  encoding: (more = '') =>
    new Option(
      '-e, --encoding <id>',
      `one of the panel's encodings, see \`esl-sim devices\` (default: its first)${more}`,
    ),
  plane: (more = '') => new Option('--plane <n>', `one plane only, counted from 0${more}`).argParser(wholeNumber(0, 3)),
  metadata: () =>
    new Option(
      '--no-metadata',
      'leave out of the PNG what it shows, by which `esl-sim compare` says why labels differ',
    ),
  report: (more: string) => new Option('--report <file>', `write one HTML page${more}`).argParser(readReport),
  junit: () => new Option('--junit <file>', 'write a JUnit report: a test case a label').argParser(readReport),
  sarif: () => new Option('--sarif <file>', 'write a log in SARIF 2.1.0: a result a finding').argParser(readReport),
  server: (port: number, more = '') =>
    new Option('-s, --server <url>', `the server, such as http://localhost:${port}${more}`).argParser(readServer),
  token: (more: string) => new Option('--token <key>', `the key for the server${more}`).argParser(readToken),
  timeout: (more: string) =>
    new Option('--timeout <s>', `end after s seconds${more}`).argParser(wholeNumber(1, 999_999)),
  once: () => new Option('--once', 'end after the first one'),
  pictures: (more: string) => new Option('--pictures <folder>', `write the glass into a folder${more}`),
  json: (more: string) => new Option('--json', `print JSON${more}`),
  name: (of: string) => new Option('--name <text>', `the name: ${of}`),
  database: () => new Option('--database <url>', 'the store, such as sqlite:data/esl.db (default: DATABASE_URL)'),
  watch: () => new Option('--watch', 'draw again whenever a file that was read changes, until SIGINT or SIGTERM'),
} as const;

function readReport(text: string): string {
  if (text === '-') throw new InvalidArgumentError('Expected a file: standard output has the summary.');
  return text;
}

export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number < min || number > max) throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return number;
  };
}

/** A variable of the shell may be empty, and a request without a key would do something else. */
function readToken(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('Expected a key.');
  return value;
}

function readServer(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('Expected an address with http:// or https://.');
  return value.replace(/(?<!\/)\/+$/, '');
}
