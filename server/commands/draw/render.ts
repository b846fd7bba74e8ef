import { Command } from 'commander';
import { fieldEntries } from '../../../renderer/fields.js';
import { readData } from './data.js';
import { frameForms } from './frame-output.js';
import { DocumentedCommand } from '../help.js';
import type { Io } from '../io.js';
import { fieldOption, shared } from '../options.js';
import type { RenderFlags } from './render-label.js';

/** `esl-sim render`: one label as a PNG. */
export function describeRender(io: Io): Command {
  const command = new DocumentedCommand('render')
    .summary('draw one label as a PNG')
    .description(
      'Draw one label as a PNG. The same fields and panel give the same pixels on every machine. All problems are reported, one line each, and so are warnings, such as a shortened name.',
    );
  for (const [field, { absent }] of fieldEntries)
    command.addOption(fieldOption(field, absent && ` (default: ${absent})`));
  return command
    .option('--data <key=value...>', 'more fields for the layout', readData)
    .option(
      '-c, --content <file|->',
      'a JSON file with the fields of a preview: product_name, price, unit, device and so on; - is standard input. Options override its fields',
    )
    .addOption(shared.view())
    .addOption(shared.scale())
    .addOption(
      shared.format(
        ['png', ...frameForms],
        ': a PNG, the bytes that the panel is sent, or these as a C header (default: png)',
      ),
    )
    .addOption(shared.encoding(', with --format frame or c'))
    .addOption(shared.plane(', with --format frame or c'))
    .addOption(shared.out(': a file, or - for standard output (default: -, unless that is a terminal)'))
    .addOption(shared.watch())
    .addOption(shared.metadata())
    .addOption(
      shared.json(
        ': facts about the image such as size, inks, SHA-256 of the pixels, warnings, and the step, which is the lines of its texts and what is hidden; needs a file for -o',
      ),
    )
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim render -d solum-m2-2.9-bwr --name "Organic whole milk" --price 3.50 --unit "1 L" -o milk.png',
      'esl-sim render -d waveshare-4.2-b -l promotion --data previous_price=6.99 --name Butter --price 5.49 --unit "250 g" -o butter.png',
      'esl-sim render -d waveshare-4.2-b --format c --name Butter --price 5.49 --unit "250 g" -o butter.h',
      'esl-sim render -d pricer-smarttag-hd-s-red --content - --view panel --scale 2 < milk.json > milk.png',
    )
    .action(async (options: RenderFlags) => {
      const { renderLabel } = await import('./render-label.js');
      await renderLabel(options, io);
    });
}
