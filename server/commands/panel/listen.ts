import { platform } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Device } from '../../../devices/index.js';
import { type EmulatedPanel, encodePng, diagnosticLine, type Refresh } from '../../../renderer/index.js';
import { isId } from '../../fields/schemas.js';
import type { ListenAddress } from '../../panel/listen.js';
import { catalogueOf, deviceNamed } from '../choose.js';
import { DocumentedCommand } from '../help.js';
import { exitCodes, type Io, usage } from '../io.js';
import { fieldOption, shared } from '../options.js';

interface ListenFlags {
  readonly device: string;
  readonly socket?: string;
  readonly tcp?: ListenAddress;
  readonly pictures?: string;
  readonly label?: string;
  readonly server?: string;
  readonly token?: string;
  readonly once?: boolean;
}

/** `esl-sim panel listen`: a panel for firmware that runs on this machine. */
export function describePanelListen(io: Io): Command {
  return new DocumentedCommand('listen')
    .summary('be a panel for firmware that runs here')
    .description(
      'Wait for a host on a socket and show each refresh. The host sends events of a trace (docs/panel-trace.md), one a line; `esl-sim panel shim` writes libraries that do so. It runs until SIGINT or SIGTERM.',
    )
    .addOption(fieldOption('device').makeOptionMandatory())
    .addOption(new Option('--socket <path>', 'a Unix socket').argParser(readPath).conflicts('tcp'))
    .addOption(
      new Option('--tcp <host:port>', 'an address, such as 127.0.0.1:4200; port 0 picks a free one').argParser(
        readAddress,
      ),
    )
    .addOption(shared.pictures(', as refresh-<n>.png after each refresh'))
    .option('--label <id>', 'show the glass on this label of --server, live in the studio')
    .addOption(shared.server(', of --label'))
    .addOption(shared.token(''))
    .addOption(shared.once())
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
  const { placeFile } = await import('../../files/write-file.js');
  const address = options.socket === undefined ? options.tcp : { path: options.socket };
  if (!address) throw usage('Expected --socket or --tcp but received neither');
  if ((options.label === undefined) !== (options.server === undefined))
    throw usage('Expected --label and --server together but received only one of them');
  if (options.label !== undefined && !isId(options.label))
    throw usage(`Expected the id of a label for --label but received "${options.label}"`);
  const device = deviceNamed(options.device, catalogueOf(io));
  const live = options.label === undefined ? null : await liveLabel(options, device, io);
  const end = new AbortController();
  io.interruption().addEventListener('abort', () => {
    end.abort();
  });
  const ended = { faulty: false };
  await listenForHosts({
    device,
    address,
    signal: end.signal,
    onListening: (place) => io.stdout.write(`Listening on ${place}\n`),
    onRefresh(refresh) {
      const png = encodePng(refresh.picture, device);
      report(refresh, io);
      if (options.pictures !== undefined) placeFile(join(options.pictures, `refresh-${refresh.number}.png`), png);
      live?.(png, refresh.number);
    },
    onEnd(panel) {
      ended.faulty = reportEnd(panel, io) || ended.faulty;
      if (options.once) end.abort();
    },
  });
  io.end(ended.faulty && options.once ? exitCodes.differ : exitCodes.done);
}

/** Sends the newest picture to the label, one request after the other. */
async function liveLabel(options: ListenFlags, device: Device, io: Io) {
  const { showOnLabel } = await import('../../panel/label.js');
  const label = { server: options.server!, label: options.label!, device, token: options.token };
  let newest: { readonly png: Buffer; readonly number: number } | null = null;
  let isSending = false;
  const send = async (): Promise<void> => {
    for (isSending = true; newest;) {
      const { png, number } = newest;
      newest = null;
      await showOnLabel(label, png, number).catch((error: unknown) => io.stderr.write(`${(error as Error).message}\n`));
    }
    isSending = false;
  };
  return (png: Buffer, number: number): void => {
    newest = { png, number };
    if (!isSending) void send();
  };
}

function report({ number, kind, seconds, secondsAssumed, ghost }: Refresh, io: Io): void {
  const notes = [secondsAssumed ? 'assumed' : '', ghost ? 'with ghosts' : ''].filter((note) => note !== '');
  io.stdout.write(`refresh ${number}\t${kind}\t${seconds} s${notes.length > 0 ? ` (${notes.join(', ')})` : ''}\n`);
}

/** Reports the diagnostics of a host. Returns whether one is an error. */
function reportEnd({ diagnostics }: EmulatedPanel, io: Io): boolean {
  for (const diagnostic of diagnostics) io.stdout.write(`${diagnosticLine(diagnostic)}\n`);
  return diagnostics.some(({ grade }) => grade === 'error');
}

/** "127.0.0.1:4200", "[::1]:4200" or "4200": on this machine only, unless an address is given. */
function readAddress(value: string): ListenAddress {
  const [, host = '127.0.0.1', port = ''] = /^(?:(?:\[?([^[\]]+?)\]?):)?(\d{1,5})$/.exec(value) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new InvalidArgumentError('Expected an address such as 127.0.0.1:4200.');
  return { host, port: Number(port) };
}
