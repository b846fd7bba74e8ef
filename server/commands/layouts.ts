import { Command } from 'commander';
import { columns } from './columns.js';
import { DocumentedCommand } from './help.js';
import type { Io } from './io.js';
import { shared } from './options.js';

export function describeLayouts(io: Io): Command {
  return new DocumentedCommand('layouts')
    .summary('list the layouts')
    .description('List the layouts that labels can be drawn with: id, title, and fields for --data (* required).')
    .addOption(shared.json(': the whole layouts'))
    .footer(['done', 'failed', 'usage', 'invalid'], 'esl-sim layouts', 'LAYOUTS_DIR=ours esl-sim layouts --json')
    .action(async ({ json }: { json?: boolean }) => {
      const { openCatalogue } = await import('../fields/catalogue.js');
      const { readFolders } = await import('../config.js');
      const layouts = [...openCatalogue(readFolders(io.env)).layouts.values()];
      const rows = layouts.map(({ id, title, data = {} }) => [
        id,
        title,
        Object.entries(data)
          .map(([name, { required }]) => (required ? `${name}*` : name))
          .join(' '),
      ]);
      io.stdout.write(json ? `${JSON.stringify(layouts, null, 2)}\n` : columns(rows));
    });
}
