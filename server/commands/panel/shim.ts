import { Argument, Command } from 'commander';
import { type ShimKind, shimKinds, writeShim } from '../../panel/shim.js';
import { DocumentedCommand } from '../help.js';
import { exitCodes, type Io } from '../io.js';

export function describePanelShim(io: Io): Command {
  return new DocumentedCommand('shim')
    .summary('write libraries with which drivers run here')
    .description(
      'Write libraries through which unmodified drivers talk to `esl-sim panel listen`: docs/firmware-ci.md has an example. python: for PYTHONPATH; arduino: headers for g++.',
    )
    .addArgument(new Argument('<language>', 'of the driver').choices(shimKinds))
    .argument('<folder>', 'where to write')
    .footer(['done', 'failed', 'usage'], 'esl-sim panel shim python shim', 'esl-sim panel shim arduino shim')
    .action((kind: ShimKind, folder: string) => {
      io.stdout.write(`${folder}: ${writeShim(kind, folder).join(', ')}\n`);
      io.end(exitCodes.done);
    });
}
