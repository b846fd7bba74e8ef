import { Command, InvalidArgumentError, Option } from 'commander';
import { DocumentedCommand } from './help.js';
import { CommandError, exitCodes, type Io } from './io.js';
import { shared, wholeNumber } from './options.js';

interface DeviceFlags {
  readonly server: string;
  readonly id: string;
  readonly token?: string;
  readonly out: string;
  readonly once?: boolean;
  readonly until?: number;
  readonly timeout?: number;
}

/** `esl-sim device`: simulates devices that poll a server for pictures. */
export function describeDevice(io: Io): Command {
  return new DocumentedCommand('device')
    .description('Be a device that asks a server for pictures.')
    .footer(['done', 'failed', 'usage'], 'esl-sim device trmnl --server http://localhost:2300 --once --timeout 60')
    .addCommand(describeTrmnl(io));
}

function describeTrmnl(io: Io): Command {
  return new DocumentedCommand('trmnl')
    .summary('be a TRMNL, and write down what its screen shows')
    .description(
      'Be a TRMNL of 800×480 pixels for any server of its protocol: ask for a token, ask what to show, sleep as long as the server says. What the screen shows is written as PNG. It runs until SIGINT or SIGTERM, unless a rule says when it has seen enough.',
    )
    .addOption(shared.server().makeOptionMandatory())
    .addOption(new Option('--id <mac>', "the device's MAC").argParser(readId).default('02:45:53:4C:00:01'))
    .addOption(shared.token(' (default: requested from it)'))
    .addOption(shared.out(': a file that ends with .png, or a folder for all pictures').default('trmnl.png'))
    .addOption(shared.once().conflicts('until'))
    .addOption(new Option('--until <n>', 'end after so many pictures').argParser(wholeNumber(1, 999_999)))
    .addOption(
      new Option(
        '--timeout <s>',
        'end after so many seconds; it fails unless it has seen enough, or without a rule one picture',
      ).argParser(wholeNumber(1, 999_999)),
    )
    .footer(
      ['done', 'failed', 'usage'],
      'esl-sim device trmnl --server http://localhost:2300 --once --timeout 60',
      'esl-sim device trmnl --server https://byos.example --token 2r--SahjsAKCFksVcped2Q --until 3 -o screens',
    )
    .action((options: DeviceFlags) => run(options, io));
}

async function run({ server, id, token, out, once, until, timeout }: DeviceFlags, io: Io): Promise<void> {
  const { runDevice } = await import('../trmnl/device.js');
  const { withDeadline } = await import('../trmnl/deadline.js');
  const { writePicture } = await import('../trmnl/screen.js');
  const maxPictures = once ? 1 : (until ?? Infinity);
  const stopped = io.interruption();
  const device = (signal: AbortSignal) =>
    runDevice({
      server,
      id,
      token: token ?? null,
      until: maxPictures,
      clock: () => io.clock(),
      signal,
      onShown({ png, inks }, number, { filename, refreshRate, updateFirmware }) {
        const update = updateFirmware ? ', and the server asks for an update of the firmware' : '';
        io.stdout.write(
          `${number}\t${writePicture(out, png, number)}\t${inks} inks\t${printable(filename)}\tnext in ${refreshRate} s${update}\n`,
        );
      },
      onFailure(message, seconds) {
        io.stderr.write(`${message}. The next try is in ${seconds} s\n`);
      },
    });
  const count = await (timeout === undefined ? device(stopped) : withDeadline(stopped, timeout * 1000, device));
  // Without --once and --until, one picture is enough, and a signal may stop the device before that.
  const needed = maxPictures < Infinity ? maxPictures : stopped.aborted ? 0 : 1;
  if (count >= needed) return;
  const limit = stopped.aborted ? 'before it was stopped' : `within ${timeout} s`;
  throw new CommandError(
    exitCodes.failed,
    `Expected ${needed} ${needed === 1 ? 'picture' : 'pictures'} from ${server} ${limit} but received ${count}`,
  );
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
