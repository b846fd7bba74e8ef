import { Command, InvalidArgumentError, Option } from 'commander';
import type { Turn } from '../../../renderer/index.js';
import { readInput } from '../../files/read-file.js';
import type { DecodeOptions, EncodeOptions } from './frame-files.js';
import { frameForms } from './frame-output.js';
import { DocumentedCommand } from '../help.js';
import { exitCodes, type Io } from '../io.js';
import { fieldOption, shared } from '../options.js';

const output = ': a file, or - for standard output (default: -, unless that is a terminal)';

export function describeFrame(io: Io): Command {
  return new DocumentedCommand('frame')
    .summary('turn images into the bytes that panels are sent, and back')
    .description(
      'Turn images into the bytes that panels are sent, and back. `esl-sim render --format frame` draws and encodes a label in one step.',
    )
    .addCommand(describeEncode(io))
    .addCommand(describeDecode(io))
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim frame encode label.png -d waveshare-4.2-b -o label.bin',
      'esl-sim frame decode dump.bin -d waveshare-4.2-b -o shown.png',
    );
}

function describeEncode(io: Io): Command {
  return new DocumentedCommand('encode')
    .summary('a PNG → the bytes that a panel is sent')
    .description("Encode a PNG of the panel's size, in its pure or its measured colours.")
    .argument('<file|->', 'a PNG; - is standard input')
    .addOption(fieldOption('device').makeOptionMandatory())
    .addOption(shared.encoding())
    .addOption(turnOption())
    .addOption(shared.plane(' (default: all, one after the other)'))
    .addOption(shared.format(frameForms, ': octets, or arrays for firmware').default('frame'))
    .addOption(shared.out(output))
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim frame encode label.png -d waveshare-4.2-b -o label.bin',
      'esl-sim frame encode label.png -d waveshare-4.2-b -e gxepd2 --format c > label.h',
    )
    .action(async (file: string, options: EncodeOptions) => {
      const { encodeFile } = await import('./frame-files.js');
      encodeFile(await readInput(file, io, 'picture'), options, io);
      io.end(exitCodes.done);
    });
}

function describeDecode(io: Io): Command {
  return new DocumentedCommand('decode')
    .summary('bytes → a PNG of what the panel would show')
    .description('Decode all planes of a frame, one after the other, to the image that the panel would show.')
    .argument('<file|->', 'the bytes; - is standard input')
    .addOption(fieldOption('device').makeOptionMandatory())
    .addOption(shared.encoding())
    .addOption(turnOption())
    .addOption(shared.view())
    .addOption(shared.scale())
    .addOption(shared.out(output))
    .footer(['done', 'failed', 'usage', 'invalid'], 'esl-sim frame decode dump.bin -d waveshare-4.2-b -o shown.png')
    .action(async (file: string, options: DecodeOptions) => {
      const { decodeFile } = await import('./frame-files.js');
      decodeFile(await readInput(file, io, 'picture'), options, io);
      io.end(exitCodes.done);
    });
}

const turns = [0, 90, 180, 270] as const satisfies readonly Turn[];

function turnOption(): Option {
  return new Option(
    '--turn <degrees>',
    `how far the picture is turned clockwise for the panel: ${turns.join(', ')} (default: 0)`,
  ).argParser((value) => {
    const turn = turns.find((one) => String(one) === value);
    if (turn === undefined) throw new InvalidArgumentError(`Expected ${turns.join(', ')}.`);
    return turn;
  });
}
