import { Command } from 'commander';
import type { Io } from './io.js';

/** `esl-sim devices`: the panels that labels can be drawn for. */
export function describeDevices(io: Io): Command {
  return new Command('devices')
    .description('List the panels that labels can be drawn for.')
    .option('--json', 'print the whole profiles as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { openShelf } = await import('../shelf.js');
      const { readConfig } = await import('../config.js');
      const devices = [...openShelf(readConfig(io.env)).devices.values()];
      const lines = devices.map(({ id, width, height, inks, model }) =>
        [id, `${width}×${height}`, inks.map(({ name }) => name).join(' '), model].join('\t'),
      );
      io.stdout.write(json ? `${JSON.stringify(devices, null, 2)}\n` : `${lines.join('\n')}\n`);
    });
}
