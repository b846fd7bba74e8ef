import { Command } from 'commander';
import { columns } from './columns.js';
import { lesson } from './help.js';
import type { Io } from './io.js';

/** `esl-sim devices`: lists the panels that labels can be drawn for. */
export function describeDevices(io: Io): Command {
  return new Command('devices')
    .summary('list the panels')
    .description('List the panels that labels can be drawn for: id, size in pixels, inks, model.')
    .option('--json', 'print the whole profiles as JSON')
    .addHelpText(
      'after',
      lesson(['esl-sim devices', 'DEVICES_DIR=panels esl-sim devices --json'], ['done', 'failed', 'usage', 'invalid']),
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { loadDevices } = await import('../../devices/index.js');
      const { readFolders } = await import('../config.js');
      const { devicesDir } = readFolders(io.env);
      const devices = [...loadDevices(devicesDir === null ? [] : [devicesDir]).values()];
      const rows = devices.map(({ id, width, height, inks, model }) => [
        id,
        `${width}×${height}`,
        inks.map(({ name }) => name).join(' '),
        model,
      ]);
      io.stdout.write(json ? `${JSON.stringify(devices, null, 2)}\n` : columns(rows));
    });
}
