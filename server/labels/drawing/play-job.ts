import type { Device } from '../../../devices/index.js';
import {
  coloursOf,
  type EmulatedPanel,
  encodePng,
  headerOf,
  playTrace,
  readTrace,
  type Refresh,
  TraceError,
  traceFor,
} from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';

export interface PlayJob {
  readonly trace: Uint8Array;
  readonly device: string;
}

/** A refresh and its pictures as PNGs, in the controller's native orientation. */
export interface PlayedRefresh extends Omit<Refresh, 'picture' | 'ghost'> {
  readonly png: Uint8Array;
  readonly ghost: Uint8Array | null;
}

export interface PlayResult extends Pick<EmulatedPanel, 'diagnostics'> {
  readonly chip: string;
  readonly width: number;
  readonly height: number;
  readonly refreshes: readonly PlayedRefresh[];
}

export const playLimits = { bytes: 8 * 1024 * 1024, events: 300_000, refreshes: 200 } as const;

export function played(
  { trace: bytes, device: id }: PlayJob,
  devices: ReadonlyMap<string, Device>,
): Checked<PlayResult> {
  const device = devices.get(id)!;
  const refreshes: PlayedRefresh[] = [];
  try {
    const defaults = headerOf(device);
    const read = readTrace(new TextDecoder().decode(bytes), defaults, playLimits.events);
    const chosen = traceFor(read, device, devices.values(), true);
    const { width, height, inks } = chosen.trace.header;
    const known = inks.join() === defaults.inks.join();
    const panel = { ...device, width, height, inks: known ? device.inks : coloursOf(inks) };
    const { definition, diagnostics } = playTrace(chosen.trace, {
      device: chosen.device,
      onRefresh({ picture, ghost, ...refresh }) {
        if (refreshes.length >= playLimits.refreshes)
          throw new TraceError(`Expected at most ${playLimits.refreshes} refreshes but received more`);
        refreshes.push({
          ...refresh,
          png: encodePng(picture, panel, { level: 1 }),
          ghost: ghost && encodePng(ghost, panel, { level: 1 }),
        });
      },
    });
    return { ok: true, value: { chip: definition.chip.id, width, height, refreshes, diagnostics }, warnings: [] };
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return { ok: false, problems: [{ field: '', reason: 'invalid_trace', message: error.message }] };
  }
}
