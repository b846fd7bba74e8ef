import type { Waveform } from './waveforms.js';

/** A push of a pixel towards an ink, or a rest (`0`), with its length in frames of the panel. */
interface DriveStep {
  readonly drive: 'W' | 'K' | 'R' | 'T' | '0';
  readonly frames: number;
}

/** Shorter pushes, in frames, move no particle visibly: they keep others in motion. An assumption. */
const minVisibleFrames = 8;

/** Parses the way of a pixel, see {@link Waveform}. */
export function stepsOf(way: string): readonly DriveStep[] {
  return Array.from(way.matchAll(/\(([^()]*)\)x(\d+)|([WKRT0])(\d+)/g)).flatMap(([, inner, times, drive, frames]) =>
    inner === undefined
      ? [{ drive: drive as DriveStep['drive'], frames: Number(frames) }]
      : Array.from({ length: Number(times) }, () => stepsOf(inner)).flat(),
  );
}

export interface InkChange {
  readonly from: number;
  readonly to: number;
}

/** The indices of white, black and the colour among a panel's inks. */
export interface DriveInks {
  readonly W: number;
  readonly K: number;
  /** The colour of a pixel whose new ink is no colour. */
  readonly R: number;
}

/** Part of a refresh in which no pixel changes: the ink of each change's pixels, and the end, 0 to 1. */
export interface Phase {
  readonly inks: readonly number[];
  readonly until: number;
}

/**
 * The look of pixels during a refresh, phase by phase. Inks only: a pixel has the ink that it was last pushed to. The last
 * phase ends at 1 and does not include the final inks.
 */
export function phasesOf(changes: readonly InkChange[], waveform: Waveform, inks: DriveInks): readonly Phase[] {
  const lines = changes.map((change) => timeLine(change, waveform, inks));
  const length = Math.max(1, ...lines.map((line) => line.length));
  const phases: { inks: readonly number[]; until: number }[] = [];
  for (let frame = 0; frame < length; frame++) {
    const now = lines.map((line, i) => line[frame] ?? line.at(-1) ?? changes[i]!.from);
    const last = phases.at(-1);
    const until = (frame + 1) / length;
    if (last?.inks.every((ink, i) => ink === now[i])) last.until = until;
    else phases.push({ inks: now, until });
  }
  return phases;
}

/** The ink of a change's pixels in each frame of the panel. Empty: they rest. */
function timeLine({ from, to }: InkChange, waveform: Waveform, { W, K, R }: DriveInks): readonly number[] {
  if (waveform.onlyChanged && from === to) return [];
  const goals = { W, K, R: to === W || to === K ? R : to, T: to };
  let ink = from;
  return stepsOf(waveform.way(to)).flatMap(({ drive, frames }) => {
    if (drive === 'T' || (drive !== '0' && frames >= minVisibleFrames)) ink = goals[drive];
    return Array.from({ length: frames }, () => ink);
  });
}
