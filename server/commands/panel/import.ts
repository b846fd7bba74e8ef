import { Argument, Command } from 'commander';
import { type Analyser, analysers, headerOf, importCsv } from '../../../renderer/index.js';
import { readWhole } from '../../files/read-file.js';
import { catalogueOf, emulatedDevice } from '../choose.js';
import { outputOf, write } from '../draw/output.js';
import { DocumentedCommand } from '../help.js';
import { exitCodes, type Io } from '../io.js';
import { fieldOption, shared } from '../options.js';

interface ImportFlags {
  readonly device: string;
  readonly out?: string;
}

export function describePanelImport(io: Io): Command {
  return new DocumentedCommand('import')
    .summary('turn the export of a logic analyser into a trace')
    .description(
      'Turn the CSV of Saleae Logic 2 or of sigrok’s SPI decoder into a trace: docs/panel-trace.md names the columns.',
    )
    .addArgument(new Argument('<analyser>', 'who wrote the file').choices(analysers))
    .argument('<file>', 'CSV')
    .addOption(fieldOption('device', ' of the recorded bytes').makeOptionMandatory())
    .addOption(shared.out(': a file, or - for standard output (default: -, unless that is a terminal)'))
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim panel import saleae spi.csv -d gooddisplay-gdey0213b74 -o trace.ndjson',
    )
    .action((analyser: Analyser, path: string, options: ImportFlags) => {
      const file = outputOf(options.out, io);
      const text = readWhole(path, 'trace').toString();
      const device = emulatedDevice(options.device, catalogueOf(io));
      const header = { format: 'esl-panel-trace-1', ...headerOf(device) };
      const events = importCsv(text, analyser);
      write(file, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''), io);
      io.end(exitCodes.done);
    });
}
