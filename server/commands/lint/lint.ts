import { type Command } from 'commander';
import { addRowOptions, columnOption, devicesOption, setsOption } from '../batch/row-options.js';
import { readData } from '../draw/data.js';
import { DocumentedCommand } from '../help.js';
import type { Io } from '../io.js';
import { fieldOption, shared } from '../options.js';
import type { LintFlags } from './lint-labels.js';

const notes = [
  'A file that ends in .csv, .ndjson or .xlsx has a label in each row, as for `esl-sim batch`. Any other file is one label: JSON with the fields of a preview. Without a file, the options are the label.',
  'The laws of a place are chosen, not guessed from a language. The label is drawn as a label whose binding has these rules is. This is a check, not legal advice: docs/label-lint.md has each rule with its law.',
];

/** `esl-sim lint`: checks labels with sets of rules. */
export function describeLint(io: Io): Command {
  const command = new DocumentedCommand('lint')
    .summary('check whether labels are lawful, readable and true')
    .description('Check a label, or the labels of all rows of a file, with sets of rules.')
    .argument('[file]', 'a .csv, .ndjson or .xlsx file of rows, or JSON of a label; - is standard input')
    .addOption(setsOption('--rules <sets>', '; truth is always one of them (default: the lint of a label, else truth)'))
    .addOption(devicesOption())
    .addOption(columnOption('layout'))
    .addOption(shared.junit())
    .addOption(shared.sarif())
    .addOption(shared.report(': the pictures of labels with findings, the boxes at fault marked'))
    .addOption(shared.json(': counts by rule, and the findings of each label'));
  return addRowOptions(command, io)
    .addOption(columnOption('date'))
    .addOption(columnOption('locale'))
    .addOption(columnOption('currency'))
    .addOption(columnOption('time_zone'))
    .addOption(fieldOption('product_name'))
    .addOption(fieldOption('price'))
    .addOption(fieldOption('unit'))
    .addOption(fieldOption('sku'))
    .option('--data <key=value...>', 'more fields for the layout', readData)
    .notes(...notes)
    .footer(
      ['done', 'failed', 'usage', 'invalid', 'differ'],
      'esl-sim lint milk.json --rules at,readability',
      'esl-sim lint prices.csv -d solum-m2-2.9-bwr -l unit-price --rules at,eu --sarif lint.sarif --junit lint.xml',
      'esl-sim lint prices.csv -d solum-m2-2.9-bwr --locale de-AT --currency EUR --rules at --report report.html',
      'esl-sim lint -d solum-m2-2.9-bwr --name Butter --price 5.49 --unit "250 g" --rules readability,codes',
    )
    .action(async (file: string | undefined, options: LintFlags) => {
      const { lintLabels } = await import('./lint-labels.js');
      await lintLabels(file, options, io);
    });
}
