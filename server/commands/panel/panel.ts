import { Command } from 'commander';
import { DocumentedCommand } from '../help.js';
import type { Io } from '../io.js';
import { describePanelImport } from './import.js';
import { describePanelListen } from './listen.js';
import { describePanelReplay } from './replay.js';
import { describePanelShim } from './shim.js';
import { describeTrmnl } from './trmnl.js';

/** `esl-sim panel`: emulates the controller of a panel. */
export function describePanel(io: Io): Command {
  return new DocumentedCommand('panel')
    .summary('see what a panel shows for what firmware sends')
    .description(
      'Emulate the controller of a panel: feed it what firmware sends, and see what the glass shows. Or emulate a device that asks a server for its pictures.',
    )
    .addCommand(describePanelReplay(io))
    .addCommand(describePanelListen(io))
    .addCommand(describePanelShim(io))
    .addCommand(describePanelImport(io))
    .addCommand(describeTrmnl(io))
    .footer(
      ['done', 'failed', 'usage', 'invalid', 'differ'],
      'esl-sim panel replay trace.ndjson --pictures shown --report report.html',
    );
}
