import { platform } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Device } from '../../../devices/index.js';
import { type Diagnostic, encodePng, diagnosticLine } from '../../../renderer/index.js';
import { isId } from '../../fields/schemas.js';
import type { ListenAddress } from '../../panel/listen.js';
import { catalogueOf, emulatedDevice } from '../choose.js';
import { DocumentedCommand } from '../help.js';
import { CommandError, exitCodes, type Io, usage } from '../io.js';
import { fieldOption, shared } from '../options.js';
import { failOn, isFaulty, refreshNotes } from './outcome.js';

interface ListenFlags {
  readonly device: string;
  readonly socket?: string;
  readonly tcp?: ListenAddress;
  readonly pictures?: string;
  readonly label?: string;
  readonly server?: string;
  readonly token?: string;
  readonly once?: boolean;
  readonly failOn: readonly string[];
  readonly timeout?: number;
}

export function describePanelListen(io: Io): Command {
  return new DocumentedCommand('listen')
    .summary('be a panel for firmware that runs here')
    .description(
      'Wait for a host on a socket and show each refresh. The host sends events of a trace (docs/panel-trace.md), one a line; `esl-sim panel shim` writes libraries that do so. It runs until SIGINT or SIGTERM, unless --once or --timeout ends it. It fails if a picture could not be sent to --label, with --once without a refresh, and if the time ends while a host is connected or before a refresh.',
    )
    .addOption(fieldOption('device').makeOptionMandatory())
    .addOption(new Option('--socket <path>', 'a Unix socket').argParser(readPath).conflicts('tcp'))
    .addOption(
      new Option('--tcp <host:port>', 'an address, such as 127.0.0.1:4200; port 0 picks a free one').argParser(
        readAddress,
      ),
    )
    .addOption(shared.pictures(', as refresh-<n>.png after each refresh, and ghost-<n>.png where it has ghosts'))
    .option('--label <id>', 'show the glass on this label of --server, live in the studio')
    .addOption(shared.server(3000, ', of --label'))
    .addOption(shared.token(''))
    .addOption(shared.once())
    .addOption(failOn())
    .addOption(shared.timeout(''))
    .footer(
      ['done', 'failed', 'usage', 'differ'],
      'esl-sim panel listen -d gooddisplay-gdey0213b74 --socket panel.sock --pictures shown',
      'esl-sim panel listen -d waveshare-7.5-v2 --tcp 127.0.0.1:4200 --label desk --server http://localhost:3000',
    )
    .action((options: ListenFlags) => listen(options, io));
}

/** Bytes of a socket's path: Linux has room for 107, macOS for 103 (unix(7), unix(4)). */
const maxPathBytes = platform() === 'darwin' ? 103 : 107;

/** Node cuts a longer path off, and listens at another place. */
function readPath(path: string): string {
  if (platform() !== 'win32' && Buffer.byteLength(path) > maxPathBytes)
    throw new InvalidArgumentError(`Expected at most ${maxPathBytes} bytes.`);
  return path;
}

async function listen(options: ListenFlags, io: Io): Promise<void> {
  const { listenForHosts } = await import('../../panel/listen.js');
  const { placeRefresh } = await import('../../panel/replay.js');
  const address = options.socket === undefined ? options.tcp : { path: options.socket };
  if (!address) throw usage('Expected --socket or --tcp but received neither');
  if ((options.label === undefined) !== (options.server === undefined))
    throw usage('Expected --label and --server together but received only one of them');
  if (options.label !== undefined && !isId(options.label))
    throw usage(`Expected the id of a label for --label but received "${options.label}"`);
  const device = emulatedDevice(options.device, catalogueOf(io));
  const live = options.label === undefined ? null : await liveLabel(options, device, io);
  const end = new AbortController();
  const stop = (): void => {
    end.abort();
  };
  const interruption = io.interruption();
  interruption.addEventListener('abort', stop);
  const timer = options.timeout === undefined ? undefined : setTimeout(stop, options.timeout * 1000);
  const seen = { refreshes: 0, hasGhosts: false, diagnostics: [] as Diagnostic[], wasConnected: false };
  await listenForHosts({
    device,
    address,
    signal: end.signal,
    onListening: (place) => io.stdout.write(`Listening on ${place}\n`),
    onRefresh(refresh) {
      const { number, kind, seconds, secondsAssumed, ghost } = refresh;
      const png = encodePng(refresh.picture, device);
      io.stdout.write(`refresh ${number}\t${kind}\t${seconds} s${refreshNotes(secondsAssumed, ghost !== null)}\n`);
      if (options.pictures !== undefined) placeRefresh(options.pictures, refresh, png, device);
      seen.refreshes++;
      if (ghost) seen.hasGhosts = true;
      live?.show(png, number);
    },
    onEnd({ diagnostics }) {
      for (const diagnostic of diagnostics) io.stdout.write(`${diagnosticLine(diagnostic)}\n`);
      seen.diagnostics.push(...diagnostics);
      seen.wasConnected = end.signal.aborted;
      if (options.once) stop();
    },
  }).finally(() => {
    clearTimeout(timer);
    // After a failure, the server and its host are still open.
    stop();
  });
  const isShown = (await live?.end()) ?? true;
  const isLate = options.timeout !== undefined && !interruption.aborted && (seen.wasConnected || !options.once);
  if (isLate && seen.wasConnected)
    throw failed(`the host to disconnect within ${options.timeout} s but it was still connected`);
  if (seen.refreshes === 0 && (isLate || options.once)) throw failed('a refresh but received none');
  if (!isShown)
    throw failed(`each picture on the label ${options.label!} of ${options.server!} but some were not sent`);
  io.end(isFaulty(options.failOn, seen.diagnostics, seen.hasGhosts) ? exitCodes.differ : exitCodes.done);
}

const failed = (text: string): CommandError => new CommandError(exitCodes.failed, `Expected ${text}`);

/** Sends the newest picture to the label, one request after the other. */
async function liveLabel(options: ListenFlags, device: Device, io: Io) {
  const { showOnLabel } = await import('../../panel/label.js');
  const label = { server: options.server!, label: options.label!, device, token: options.token };
  let newest: { readonly png: Buffer; readonly number: number } | null = null;
  let sending: Promise<void> | null = null;
  let isShown = true;
  const send = async (): Promise<void> => {
    while (newest) {
      const { png, number } = newest;
      newest = null;
      await showOnLabel(label, png, number).catch((error: unknown) => {
        isShown = false;
        io.stderr.write(`${(error as Error).message}\n`);
      });
    }
    sending = null;
  };
  return {
    show(png: Buffer, number: number): void {
      newest = { png, number };
      sending ??= send();
    },
    /** Waits for the last request. @returns whether all succeeded */
    async end(): Promise<boolean> {
      await sending;
      return isShown;
    },
  };
}

/** "127.0.0.1:4200", "[::1]:4200" or "4200": on this machine only, unless an address is given. */
function readAddress(value: string): ListenAddress {
  const [, host = '127.0.0.1', port = ''] = /^(?:(?:\[?([^[\]]+?)\]?):)?(\d{1,5})$/.exec(value) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new InvalidArgumentError('Expected an address such as 127.0.0.1:4200.');
  return { host, port: Number(port) };
}
