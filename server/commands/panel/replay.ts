import { dirname } from 'node:path';
import { Command } from 'commander';
import type { Device } from '../../../devices/index.js';
import { diagnosticLine, headerOf, profileOf, readTrace, type Trace, traceFor } from '../../../renderer/index.js';
import { readInput } from '../../files/read-file.js';
import type { Replay } from '../../panel/replay.js';
import { catalogueOf, emulatedDevice } from '../choose.js';
import { write } from '../draw/output.js';
import { DocumentedCommand } from '../help.js';
import { CommandError, exitCodes, type Io } from '../io.js';
import { fieldOption, shared } from '../options.js';
import { failOn, isFaulty, refreshNotes } from './outcome.js';

interface ReplayFlags {
  readonly device?: string;
  readonly out?: string;
  readonly pictures?: string;
  readonly film?: string;
  readonly report?: string;
  readonly json?: boolean;
  readonly failOn: readonly string[];
  readonly timeout?: number;
}

/** `esl-sim panel replay`: plays a trace. */
export function describePanelReplay(io: Io): Command {
  return new DocumentedCommand('replay')
    .summary('play a trace, and check the pictures')
    .description(
      'Play a trace (docs/panel-trace.md) and compare the glass with the pictures beside it. Fails with 66 when a picture differs or a diagnostic is an error; --fail-on names more. With -d, the profile wins over the header.',
    )
    .argument('<trace|->', 'NDJSON; - is standard input')
    .addOption(fieldOption('device', ' (default: the one that the header names, if any)'))
    .addOption(shared.out(': a PNG file of the glass after the last event, or -'))
    .addOption(shared.pictures(', as check-<n>.png at each check, in native orientation'))
    .option('--film <file>', 'write an animated PNG of all refreshes')
    .addOption(shared.report(': each difference'))
    .addOption(shared.json(': refreshes, checks and diagnostics'))
    .addOption(failOn())
    .addOption(shared.timeout('; fails if the trace has not ended by then'))
    .footer(
      ['done', 'failed', 'usage', 'invalid', 'differ'],
      'esl-sim panel replay trace.ndjson',
      'esl-sim panel replay trace.ndjson -d gooddisplay-gdey0213b74 --pictures shown --json',
    )
    .action(async (path: string, options: ReplayFlags) => replay(path, options, io));
}

async function replay(path: string, options: ReplayFlags, io: Io): Promise<void> {
  const { replayTrace } = await import('../../panel/replay.js');
  const { timeout = Infinity } = options;
  const late = new CommandError(exitCodes.failed, `Expected the end of the trace within ${timeout} s`);
  const end = Date.now() + timeout * 1000;
  const checkTime = (): void => {
    if (Date.now() > end) throw late;
  };
  const timer =
    timeout < Infinity && path === '-' ? setTimeout(() => io.stdin.destroy(late), timeout * 1000) : undefined;
  const text = (await readInput(path, io, 'trace')).toString();
  clearTimeout(timer);
  const { trace, device } = open(text, options.device, io);
  const { pictures, film } = options;
  const folder = path === '-' ? '.' : dirname(path);
  const given = { folder, device, checkTime, ...(pictures && { pictures }), ...(film && { film }) };
  const replayed = replayTrace(trace, given);
  if (options.out !== undefined) write(options.out === '-' ? null : options.out, replayed.png, io);
  if (options.report !== undefined) {
    const { panelReport } = await import('../../panel/report.js');
    write(options.report, panelReport(replayed), io);
  }
  const output = options.out === '-' ? io.stderr : io.stdout;
  output.write(options.json ? `${JSON.stringify(replayed.replay, null, 2)}\n` : summary(replayed.replay));
  const { checks, diagnostics, refreshes } = replayed.replay;
  const hasGhosts = refreshes.some(({ has_ghosts }) => has_ghosts);
  const isWrong = checks.some(({ result }) => result === 'differs') || isFaulty(options.failOn, diagnostics, hasGhosts);
  io.end(isWrong ? exitCodes.differ : exitCodes.done);
}

/** The trace and its profile: of `--device`, or the one that the header names. */
function open(text: string, id: string | undefined, io: Io): { trace: Trace; device: Device | null } {
  const catalogue = catalogueOf(io);
  const devices = catalogue.devices.values();
  if (id === undefined) {
    const trace = readTrace(text);
    return { trace, device: profileOf(trace.header, devices) };
  }
  const device = emulatedDevice(id, catalogue);
  return traceFor(readTrace(text, headerOf(device)), device, devices);
}

function summary({ name, chip, width, height, inks, refreshes, checks, diagnostics }: Replay): string {
  const lines = [`${name ?? 'trace'}: ${chip}, ${width}×${height}, ${inks.join(', ')}`];
  for (const { n, step, kind, seconds, seconds_assumed, has_ghosts } of refreshes)
    lines.push(`refresh ${n}\tstep ${step}\t${kind}\t${seconds} s${refreshNotes(seconds_assumed, has_ghosts)}`);
  for (const { n, step, result, wrong_pixels } of checks)
    lines.push(
      `check ${n}\tstep ${step}\t${result.replace('_', ' ')}${wrong_pixels ? `\t${wrong_pixels} pixels` : ''}`,
    );
  return `${[...lines, ...diagnostics.map(diagnosticLine)].join('\n')}\n`;
}
