import { type Command, InvalidArgumentError, Option } from 'commander';
import { fields } from '../../../renderer/fields.js';
import { isLintSet, type LintSet, lintSets } from '../../../renderer/lint-sets.js';
import type { Io } from '../io.js';
import { encodings } from '../../batch/rows/find-encoding.js';
import { fieldOption, wholeNumber } from '../options.js';

export function addRowOptions<Described extends Command>(command: Described, io: Io): Described {
  return command
    .addOption(
      new Option('--jobs <n>', 'threads that draw')
        .argParser(wholeNumber(1, 999))
        .default(io.cores, 'one per processor'),
    )
    .addOption(choice('--input-format <format>', 'the format of the input (default: by file name)', 'csv ndjson xlsx'))
    .addOption(
      choice('--input-encoding <encoding>', 'the encoding of the input (default: it is detected)', encodings.join(' ')),
    )
    .addOption(choice('--delimiter <sign>', 'between the columns of a CSV (default: it is detected)', ', ; | tab'))
    .option('--sheet <name>', 'the sheet of a workbook (default: the first that is not hidden)')
    .addOption(
      choice(
        '--decimal <sign>',
        'the decimal sign of prices: comma for 1.234,50 (default: as each shows; for 3.000, as other rows show)',
        'point comma',
      ),
    )
    .option('--map <column=field>', 'the field of a column, or field=column|column; may be repeated', collect)
    .option('--guess', 'take columns by common names, and ignore the others; without units, one is a piece');
}

/** The option for the panels of all rows. */
export function devicesOption(): Option {
  return fieldOption('device', '; several with commas (default: the column device)').argParser(list);
}

export function columnOption(field: 'layout' | 'date' | 'locale' | 'currency' | 'time_zone'): Option {
  return fieldOption(field, ` (default: the column ${field}, else ${fields[field].absent})`);
}

export function setsOption(flags: string, more: string): Option {
  return new Option(flags, `sets of rules with commas, of ${Object.keys(lintSets).join(', ')}${more}`).argParser(sets);
}

export function choice(flags: string, description: string, words: string): Option {
  return new Option(flags, description).choices(words.split(' '));
}

function list(value: string): string[] {
  return value.split(',').map((one) => one.trim());
}

function sets(value: string): readonly LintSet[] {
  const names = [...new Set(list(value))];
  const unknown = names.find((name) => !isLintSet(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Expected sets of rules but received "${unknown}".`);
  return names as LintSet[];
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
