import { InvalidArgumentError, Option } from 'commander';

/**
 * Options of several commands. Each has one meaning, one long and one short name. `more` adds details for a command, after a
 * punctuation mark.
 */
export const shared = {
  device: (more = '') => new Option('-d, --device <id>', `the panel, one of \`esl-sim devices\`${more}`),
  layout: (more = '') =>
    new Option(
      '-l, --layout <id|file>',
      `one of \`esl-sim layouts\`, or a JSON file, whose path has a slash or ends in .json${more}`,
    ),
  out: (more: string) => new Option('-o, --out <path>', `where to write${more}`),
  date: (more = '') => new Option('--date <day>', `the date on the label, YYYY-MM-DD${more}`),
  locale: (more = '') => new Option('--locale <locale>', `locale of the price, BCP 47${more}`),
  currency: (more = '') => new Option('--currency <code>', `currency of the prices, ISO 4217${more}`),
  timeZone: (more = '') => new Option('--time-zone <zone>', `time zone of the date, IANA name${more}`),
  view: () =>
    new Option('--view <view>', 'pure inks for machines, or the colours as people see them (default: ink)').choices([
      'ink',
      'panel',
    ]),
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
  report: () => new Option('--report <file>', 'write one HTML page that shows each difference'),
  json: (more: string) => new Option('--json', `print JSON${more}`),
  name: (of: string) => new Option('--name <text>', `the name, ${of}`),
  watch: () => new Option('--watch', 'draw again whenever a file that was read changes, until SIGINT or SIGTERM'),
} as const;

/** A parser of whole numbers. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number < min || number > max) throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return number;
  };
}
