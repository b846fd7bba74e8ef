import { Command } from 'commander';
import { columns } from './columns.js';
import { DocumentedCommand } from './help.js';
import { type Io, orUsage } from './io.js';
import { shared } from './options.js';

/** `esl-sim devices`: lists panels. */
export function describeDevices(io: Io): Command {
  return new DocumentedCommand('devices')
    .summary('list the panels')
    .description(
      'List the panels that labels can be drawn for, or those that fit a search: id, size in pixels, inks, model, encodings.',
    )
    .option('--vendor <name>', 'a part of the name of the vendor')
    .option('--size <size>', 'pixels across and down, such as 296x128')
    .option('--inks <inks>', 'inks that the panel has, such as red,yellow')
    .option('--colors <n>', 'the number of its inks, the paper included')
    .option('--controller <name>', 'a part of the name of the controller')
    .addOption(shared.json(': the whole profiles'))
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim devices',
      'esl-sim devices --inks red,yellow --size 296x128',
      'DEVICES_DIR=panels esl-sim devices --json',
    )
    .action(async ({ json, ...search }: { json?: boolean } & Readonly<Record<string, string>>) => {
      const { loadDevices } = await import('../../devices/index.js');
      const { readFolders } = await import('../config.js');
      const { searchDevices } = await import('../fields/search-devices.js');
      const { checkDeviceSearch } = await import('../fields/validate.js');
      const { devicesDir } = readFolders(io.env);
      const devices = searchDevices(
        loadDevices(devicesDir === null ? [] : [devicesDir]).values(),
        orUsage(checkDeviceSearch(search)),
      );
      const rows = devices.map(({ id, width, height, inks, encodings, model }) => [
        id,
        `${width}×${height}`,
        inks.map(({ name }) => name).join(' '),
        model,
        encodings.map((encoding) => encoding.id).join(' '),
      ]);
      io.stdout.write(json ? `${JSON.stringify(devices, null, 2)}\n` : columns(rows));
    });
}
