import { Command, InvalidArgumentError, Option } from 'commander';
import { frameForms } from './frame-output.js';
import { lesson } from '../help.js';
import { exitCodes, type Io } from '../io.js';
import { readPlane, readScale } from './numbers.js';
import type { RenderOptions } from './render-label.js';

const views = ['ink', 'panel'] as const;

/** `esl-sim render`: one label as a PNG. */
export function describeRender(io: Io): Command {
  return new Command('render')
    .summary('draw one label as a PNG')
    .description(
      'Draw one label as a PNG. The same fields and panel give the same pixels on every machine. Every problem is reported at once, one line per problem, and so are warnings, such as a name that had to be cut.',
    )
    .option('-d, --device <id>', 'the panel, one of `esl-sim devices`')
    .option(
      '-l, --layout <id|file>',
      'one of `esl-sim layouts`, or a JSON file, whose path has a slash or ends in .json (default: standard)',
    )
    .option('--name <text>', 'product name, 1 to 200 characters')
    .option('--price <price>', 'digits, a dot and two digits, 0.00 to 9999999.99')
    .option('--unit <text>', 'the quantity that the price is for, 1 to 32 characters')
    .option('--sku <text>', 'article number, at most 64 characters')
    .option('--date <day>', 'the date on the label, YYYY-MM-DD (default: today in the time zone)')
    .option('--locale <locale>', 'locale of the price, BCP 47 (default: en-US)')
    .option('--currency <code>', 'ISO 4217 (default: USD)')
    .option('--time-zone <zone>', 'IANA name (default: UTC)')
    .option('--data <key=value...>', 'more fields for the layout', readData)
    .option(
      '-c, --content <file|->',
      'a JSON file with the fields of a preview: product_name, price, unit, device and so on; - is standard input. Options override its fields',
    )
    .addOption(
      new Option('--view <view>', 'pure inks for machines, or the colours as people see them (default: ink)').choices(
        views,
      ),
    )
    .option('--scale <n>', 'each pixel becomes a square of n × n pixels, 1 to 8 (default: 1)', readScale)
    .addOption(
      new Option(
        '--format <form>',
        'a PNG, the bytes that the panel is sent, or these as a C header (default: png)',
      ).choices(['png', ...frameForms]),
    )
    .option('-e, --encoding <id>', "with --format frame or c: one of the panel's encodings (default: its first)")
    .option('--plane <n>', 'with --format frame or c: one plane only, counted from 0', readPlane)
    .option(
      '-o, --output <file|->',
      'where to write the PNG; - is standard output (default: -, unless that is a terminal)',
    )
    .option('--no-metadata', 'leave out of the PNG what it shows, by which `esl-sim compare` says why labels differ')
    .option(
      '--json',
      'print facts about the image as JSON: size, inks, SHA-256 of the pixels, warnings, and the step: the lines of its texts and what is hidden; needs a file for -o',
    )
    .addHelpText(
      'after',
      lesson(
        [
          'esl-sim render -d solum-m2-2.9-bwr --name "Organic whole milk" --price 3.50 --unit "1 L" -o milk.png',
          'esl-sim render -d waveshare-4.2-b -l promotion --data previous_price=6.99 --name Butter --price 5.49 --unit "250 g" -o butter.png',
          'esl-sim render -d waveshare-4.2-b --format c --name Butter --price 5.49 --unit "250 g" -o butter.h',
          'esl-sim render -d pricer-smarttag-hd-s-red --content - --view panel --scale 2 < milk.json > milk.png',
        ],
        ['done', 'failed', 'usage', 'invalid'],
      ),
    )
    .action(async (options: RenderOptions) => {
      const { renderLabel } = await import('./render-label.js');
      await renderLabel(options, io);
      io.end(exitCodes.done);
    });
}

function readData(value: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const split = value.indexOf('=');
  if (split < 1) throw new InvalidArgumentError('Expected a key and a value, such as previous_price=4.20.');
  return { ...before, [value.slice(0, split)]: value.slice(split + 1) };
}
