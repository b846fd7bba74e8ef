import { Command, InvalidArgumentError, Option } from 'commander';
import type { DisplayResponse } from '../../trmnl/api.js';
import type { LogForm } from '../../trmnl/log.js';
import { type TrmnlModel, trmnlModel, trmnlModels } from '../../trmnl/models.js';
import { DocumentedCommand } from '../help.js';
import { CommandError, exitCodes, type Io } from '../io.js';
import { shared, wholeNumber } from '../options.js';

const pictureFaults = ['WRONG_DEPTH', 'DITHERED_TWICE'] as const;

interface TrmnlFlags {
  readonly server: string;
  readonly id: string;
  readonly token?: string;
  readonly out: string;
  readonly once?: boolean;
  readonly until?: number;
  readonly timeout?: number;
  readonly failOn?: string;
  readonly model: TrmnlModel;
  readonly logs: LogForm;
}

/** `esl-sim panel trmnl`: a device that polls a server for pictures. */
export function describeTrmnl(io: Io): Command {
  return new DocumentedCommand('trmnl')
    .summary('be a TRMNL, and write down what its screen shows')
    .description(
      'Be a TRMNL, or another model of its public list, for any server of its protocol: ask for a token, ask what to show, sleep as long as the server says. What the screen shows is written as PNG. A picture of the wrong depth (WRONG_DEPTH) and one that was dithered twice (DITHERED_TWICE) are named, and end with 66 where --fail-on says so. It runs until SIGINT or SIGTERM, unless --once, --until or --timeout ends it.',
    )
    .addOption(shared.server(2300).makeOptionMandatory())
    .addOption(new Option('--id <mac>', "the device's MAC").argParser(readId).default('02:45:53:4C:00:01'))
    .addOption(
      new Option('--model <name>', `the model: ${trmnlModels.join(', ')}`)
        .argParser(readModel)
        .default(trmnlModel('og_plus'), 'og_plus'),
    )
    .addOption(
      new Option('--logs <form>', 'the form of reports to the server: logs, or logs_array as of firmware up to 1.5')
        .choices(['logs', 'logs_array'])
        .default('logs'),
    )
    .addOption(shared.token(' (default: requested from it)'))
    .addOption(shared.out(': a file that ends with .png, or a folder for all pictures').default('trmnl.png'))
    .addOption(shared.once().conflicts('until'))
    .addOption(new Option('--until <n>', 'end after n pictures').argParser(wholeNumber(1, 999_999)))
    .addOption(shared.timeout('; fails if there were fewer pictures than --once or --until say, or none'))
    .addOption(
      new Option('--fail-on <list>', 'what ends with 66: a fault of a picture, or any').choices([
        ...pictureFaults,
        'faults',
      ]),
    )
    .footer(
      ['done', 'failed', 'usage', 'differ'],
      'esl-sim panel trmnl --server http://localhost:2300 --once --timeout 60',
      'esl-sim panel trmnl --server https://byos.example --token 2r--SahjsAKCFksVcped2Q --until 3 -o screens',
    )
    .action((options: TrmnlFlags) => run(options, io));
}

async function run(
  { server, id, model, logs, token, out, once, until, timeout, failOn }: TrmnlFlags,
  io: Io,
): Promise<void> {
  const { runDevice } = await import('../../trmnl/device.js');
  const { withDeadline } = await import('../../trmnl/deadline.js');
  const { writePicture } = await import('../../trmnl/screen.js');
  const maxPictures = once ? 1 : (until ?? Infinity);
  const stopped = io.interruption();
  const seen = new Set<string>();
  const device = (signal: AbortSignal) =>
    runDevice({
      server,
      id,
      model,
      logForm: logs,
      token: token ?? null,
      until: maxPictures,
      clock: () => io.clock(),
      signal,
      onShown({ png, inks, faults }, number, display) {
        const { filename, refreshRate } = display;
        const update = settingsOf(display);
        io.stdout.write(
          `${number}\t${writePicture(out, png, number)}\t${inks} inks\t${printable(filename)}\tnext in ${refreshRate} s${update}\n`,
        );
        for (const { code, message } of faults) io.stderr.write(`${code}: ${message}\n`);
        for (const { code } of faults) seen.add(code).add('faults');
      },
      onFailure(message, seconds) {
        io.stderr.write(`${message}. The next try is in ${seconds} s\n`);
      },
    });
  const count = await (timeout === undefined ? device(stopped) : withDeadline(stopped, timeout * 1000, device));
  // Without --once and --until, one picture is enough, and a signal may stop the device before that.
  const needed = maxPictures < Infinity ? maxPictures : stopped.aborted ? 0 : 1;
  if (count >= needed) {
    io.end(seen.has(failOn ?? '') ? exitCodes.differ : exitCodes.done);
    return;
  }
  const limit = stopped.aborted ? 'before it was stopped' : `within ${timeout} s`;
  throw new CommandError(
    exitCodes.failed,
    `Expected ${needed} ${needed === 1 ? 'picture' : 'pictures'} from ${server} ${limit} but received ${count}`,
  );
}

/** What the server asks for beside the picture, in words. */
function settingsOf({ temperatureProfile, maximumCompatibility, updateFirmware }: DisplayResponse): string {
  const asked = [
    temperatureProfile === 'default' ? '' : `the temperature profile ${temperatureProfile}`,
    maximumCompatibility ? 'maximum compatibility' : '',
    updateFirmware ? 'an update of the firmware' : '',
  ].filter((text) => text !== '');
  return asked.length === 0 ? '' : `, and the server asks for ${asked.join(', ')}`;
}

function readModel(value: string): TrmnlModel {
  const model = trmnlModel(value);
  if (!model) throw new InvalidArgumentError(`Expected one of ${trmnlModels.join(', ')}.`);
  return model;
}

/** A text of the server, without control characters: it may go to a file or pipe, which {@link Io} does not clean. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '�').slice(0, 500);
}

function readId(value: string): string {
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(value))
    throw new InvalidArgumentError('Expected a MAC such as 02:45:53:4C:00:01.');
  return value.toUpperCase();
}
