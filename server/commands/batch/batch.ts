import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../../batch/rows/shard.js';
import { DocumentedCommand } from '../help.js';
import type { Io } from '../io.js';
import { fieldOption, shared } from '../options.js';
import type { BatchFlags } from './draw-batch.js';
import { addRowOptions, choice, columnOption, devicesOption, setsOption } from './row-options.js';

const notes = [
  'A row has the fields product_name, price and unit, and if needed sku, device, layout, locale, currency, time_zone, date and data.…; --map says which field another column is, and --map "column=" ignores the column. "#3" is the third column. A column may be written in other capitals, and with blanks or hyphens. The delimiter and the encoding of the file are detected in its first 64 KB.',
  'Beside the images, manifest.ndjson has a line for each image (line, device, file, sha256 of the pixels, warnings, step, and findings with --lint) and for each row that could not be drawn (line, problems).',
  `From a file prices.csv with
  Artikel,price,unit,sku
  Organic whole milk,3.50,1 L,4006381333931
the first example makes one image, labels/4006381333931.png.`,
];

/** Reads one of several parts: "3/16". */
function shard(value: string): Shard {
  const [number = 0, count = 0] = /^\d{1,4}\/\d{1,4}$/.test(value) ? value.split('/').map(Number) : [];
  if (number < 1 || number > count) throw new InvalidArgumentError('Expected a part such as 3/16, from 1/16 to 16/16.');
  return { number, count };
}

/** `esl-sim batch`: an image for each row of a file. */
export function describeBatch(io: Io): Command {
  const command = new DocumentedCommand('batch')
    .summary('draw a label for each row of a file')
    .description('Draw a label for each row of a CSV, NDJSON or Excel file, on all processors.')
    .argument('<file>', 'a .csv, .ndjson or .xlsx file, or - for standard input')
    .addOption(devicesOption())
    .addOption(columnOption('layout'))
    .addOption(shared.out(': a folder, for a PNG of each label'))
    .option('--tar <file>', 'write a tar archive; - is standard output');
  return addRowOptions(command, io)
    .addOption(fieldOption('unit', '; that of rows without one'))
    .option('--file-name <pattern>', 'names of the images, such as "{sku}" (default: the line in the file)')
    .addOption(columnOption('date'))
    .addOption(columnOption('locale'))
    .addOption(columnOption('currency'))
    .addOption(columnOption('time_zone'))
    .addOption(setsOption('--lint <sets>', ', that check the labels: the manifest has their findings'))
    .addOption(choice('--level <level>', 'compression of the PNGs: 1 is fast, 7 is small', '1 7').default('1'))
    .addOption(shared.metadata())
    .addOption(new Option('--shard <k/n>', 'draw only the rows of a part, such as 3/16').argParser(shard))
    .addOption(new Option('--resume', 'go on with the interrupted batch in --out').conflicts('watch'))
    .addOption(shared.watch())
    .addOption(shared.json(': the summary, on standard output'))
    .notes(...notes)
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim batch prices.csv -d solum-m2-2.9-bwr -o labels --map Artikel=product_name --file-name "{sku}"',
      'esl-sim batch Preise.xlsx -d solum-m2-2.9-bwr -o labels --sheet Dairy --currency EUR --locale de-DE --watch',
      'esl-sim batch prices.ndjson -d solum-m2-2.9-bwr,waveshare-4.2-b --tar labels.tar --level 7',
    )
    .action(async (file: string, options: BatchFlags) => {
      const { drawBatch } = await import('./draw-batch.js');
      await drawBatch(file, options, io);
    });
}
