import type { Waveform } from './waveforms.js';

/** Something that a pixel is put through: a push towards an ink, or a rest (`0`), for so many frames of the panel. */
interface Step {
  readonly drive: 'W' | 'K' | 'R' | 'T' | '0';
  readonly frames: number;
}

/** A push of fewer frames moves no particle far enough to be seen: such ones keep others in motion. Our assumption. */
const visible = 8;

/** Reads the way of a pixel, see {@link Waveform}. */
export function stepsOf(way: string): readonly Step[] {
  return Array.from(way.matchAll(/\(([^)]*)\)x(\d+)|([WKRT0])(\d+)/g)).flatMap(([, inner, times, drive, frames]) =>
    inner === undefined
      ? [{ drive: drive as Step['drive'], frames: Number(frames) }]
      : Array.from({ length: Number(times) }, () => stepsOf(inner)).flat(),
  );
}

/** What pixels are on their way from one ink to another. */
export interface Change {
  readonly from: number;
  readonly to: number;
}

/** What stands for white, black and the colour on a panel, as places among its inks. */
export interface DriveInks {
  readonly W: number;
  readonly K: number;
  /** The colour of a pixel that does not become one. */
  readonly R: number;
}

/** Part of a refresh in which no pixel changes: the ink of each of the changes' pixels, and until when, 0 to 1. */
export interface Phase {
  readonly inks: readonly number[];
  readonly until: number;
}

/**
 * What pixels look like during a refresh, phase by phase. Inks only: a pixel has the ink that it was pushed to last. The last
 * phase ends at 1; what the pixels have become then is not in it.
 */
export function phasesOf(changes: readonly Change[], waveform: Waveform, inks: DriveInks): readonly Phase[] {
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

/** The ink that pixels of a change have in each frame of the panel. None: they rest. */
function timeLine({ from, to }: Change, waveform: Waveform, { W, K, R }: DriveInks): readonly number[] {
  if (waveform.onlyChanged && from === to) return [];
  const goals = { W, K, R: to === W || to === K ? R : to, T: to };
  let ink = from;
  return stepsOf(waveform.way(to)).flatMap(({ drive, frames }) => {
    if (drive === 'T' || (drive !== '0' && frames >= visible)) ink = goals[drive];
    return Array.from({ length: frames }, () => ink);
  });
}
