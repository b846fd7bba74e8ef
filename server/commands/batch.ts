import { Command, InvalidArgumentError } from 'commander';
import { BatchError } from '../batch/error.js';
import type { Format } from '../batch/rows/split-rows.js';
import { lesson } from './help.js';
import { CommandError, exitCodes, type Io } from './io.js';

interface Given {
  readonly device?: string[];
  readonly out?: string;
  readonly tar?: string;
  readonly jobs: number;
  readonly layout?: string;
  readonly format?: string;
  readonly map?: string[];
  readonly name?: string;
  readonly date?: string;
  readonly level: string;
  readonly resume?: boolean;
  readonly metadata: boolean;
  readonly json?: boolean;
}

const rows = `
A row has the fields product_name, price and unit, and if needed sku, device, layout, locale, currency, time_zone,
date and data.…; --map says which field another column is, and --map "column=" ignores the column.
Beside the images, manifest.ndjson has a line for each image (line, device, file, sha256 of the pixels, warnings, step)
and for each row that could not be drawn (line, problems).

From a file prices.csv with
  Artikel,price,unit,sku
  Organic whole milk,3.50,1 L,4006381333931
the first example makes one image, labels/4006381333931.png.
`;

/** `esl-sim batch`: an image for each row of a file. */
export function describeBatch(io: Io): Command {
  return new Command('batch')
    .description('Draw a label for each row of a CSV or NDJSON file, on all processors.')
    .argument('<file>', 'a .csv or .ndjson file, or - for standard input')
    .option('--device <ids>', 'the panels, separated by commas (default: the column device)', list)
    .option('--out <dir>', 'write a PNG for each label into a folder')
    .option('--tar <file>', 'write a tar archive; - is standard output')
    .option('--jobs <n>', 'threads that draw', whole, io.cores)
    .option(
      '--layout <id|file>',
      'the layout of all rows, or a layout file (default: the column layout, else standard)',
    )
    .option('--format <csv|ndjson>', 'the format of the input (default: by the name of the file)')
    .option('--map <column=field>', 'the field that a column stands for; may be repeated', collect)
    .option('--name <pattern>', 'names of the images, such as "{sku}" (default: the line in the file)')
    .option(
      '--date <yyyy-mm-dd>',
      'the day on the labels (default: the column date, else today in the time zone of the row)',
    )
    .option('--level <1|7>', 'compression of the PNGs: 1 is fast, 7 is small', '1')
    .option('--no-metadata', 'leave out of the PNGs what they show, by which `esl-sim compare` says why labels differ')
    .option('--resume', 'go on with the interrupted batch in --out')
    .option('--json', 'print the summary as JSON on standard output')
    .addHelpText('after', rows)
    .addHelpText(
      'after',
      lesson(
        [
          'esl-sim batch prices.csv --device solum-m2-2.9-bwr --out labels --map Artikel=product_name --name "{sku}"',
          'esl-sim batch prices.ndjson --device solum-m2-2.9-bwr,waveshare-4.2-b --tar labels.tar --level 7',
        ],
        ['done', 'failed', 'usage', 'invalid'],
      ),
    )
    .action(async (file: string, given: Given) => {
      await batch(file, given, io).catch((error: unknown) => {
        throw error instanceof BatchError ? endOf(error) : error;
      });
    });
}

async function batch(file: string, given: Given, io: Io): Promise<void> {
  const target = targetOf(given);
  const { level } = given;
  if (level !== '1' && level !== '7') throw usage(`Expected 1 or 7 for --level but received "${level}"`);
  const format = formatOf(file, given.format);
  const { openCatalogue } = await import('../fields/catalogue.js');
  const { readFolders } = await import('../config.js');
  const { deviceNamed, layoutNamed } = await import('./choose.js');
  const { readMap } = await import('../batch/rows/fields.js');
  const { dayProblem } = await import('../fields/dates.js');
  const { runBatch } = await import('../batch/run.js');
  const { summaryLines } = await import('../batch/summary.js');
  const catalogue = openCatalogue(readFolders(io.env));
  const { date = null } = given;
  if (date !== null && (!/^\d{4}-\d{2}-\d{2}$/.test(date) || dayProblem(date).length > 0))
    throw usage(`Expected a day such as 2026-11-20 for --date but received "${date}"`);
  const summary = await runBatch(
    {
      file,
      format,
      map: readMap(given.map ?? []),
      catalogue,
      devices: given.device ? onceEach(given.device).map((id) => deviceNamed(id, catalogue).id) : null,
      layout: given.layout === undefined ? null : layoutNamed(given.layout, catalogue),
      date,
      name: given.name,
      level: level === '1' ? 1 : 7,
      metadata: given.metadata,
      jobs: given.jobs,
      target,
      resume: given.resume ?? false,
    },
    io,
  );
  io.stderr.write(summaryLines(summary, 'out' in target ? `${target.out}/manifest.ndjson` : 'manifest.ndjson'));
  if (given.json) io.stdout.write(`${JSON.stringify(summary)}\n`);
  io.end(summary.failed > 0 ? exitCodes.invalid : exitCodes.done);
}

/** How the command ends when the batch ends early. */
function endOf({ kind, message }: BatchError): CommandError {
  switch (kind) {
    case 'usage':
      return new CommandError(exitCodes.usage, message);
    case 'invalid':
      return new CommandError(exitCodes.invalid, message);
    case 'failed':
      return new CommandError(exitCodes.failed, message);
    case 'unread':
      // Whoever closed the pipe wants no message.
      return new CommandError(exitCodes.failed, '');
    default:
      return kind satisfies never;
  }
}

function targetOf({ out, tar, resume, json }: Given): { out: string } | { tar: string } {
  if (out !== undefined && tar === undefined) return { out };
  if (tar === undefined || out !== undefined)
    throw usage(`Expected --out or --tar but received ${out === undefined ? 'neither' : 'both'}`);
  if (resume)
    throw usage('Expected --out with --resume but received --tar: an archive is always written from the start');
  if (json && tar === '-')
    throw usage('Expected a file for --tar with --json but received -: standard output takes the summary');
  return { tar };
}

function formatOf(file: string, given: string | undefined): Format {
  const ending = given ?? /\.(csv|ndjson)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === 'csv' || ending === 'ndjson') return ending;
  throw usage(
    given === undefined
      ? `Expected --format csv or ndjson for a file without that ending but received "${file}"`
      : `Expected csv or ndjson for --format but received "${given}"`,
  );
}

function onceEach(ids: readonly string[]): readonly string[] {
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) throw usage(`Expected each panel once for --device but received "${twice}" again`);
  return ids;
}

function list(value: string): string[] {
  return value.split(',').map((one) => one.trim());
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function whole(value: string): number {
  const number = /^[0-9]{1,3}$/.test(value) ? Number(value) : 0;
  if (number < 1) throw new InvalidArgumentError('Expected a whole number from 1 to 999.');
  return number;
}

function usage(message: string): CommandError {
  return new CommandError(exitCodes.usage, message);
}
