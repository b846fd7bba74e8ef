import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Device } from '../../devices/index.js';
import {
  type Check,
  coloursOf,
  encodeAnimation,
  encodePng,
  type Expectation,
  type Framebuffer,
  isJudged,
  palettedPixels,
  playTrace,
  type Refresh,
  type Trace,
  TraceError,
  turnToLabel,
  unpack,
} from '../../renderer/index.js';
import { readWhole } from '../files/read-file.js';
import { placeFile } from '../files/write-file.js';

/** A refresh, as in the JSON of `esl-sim panel replay`. */
const refreshResult = ({ number: n, step, kind, seconds, secondsAssumed, waveform, ghost }: Refresh) =>
  ({ n, step, kind, seconds, seconds_assumed: secondsAssumed, waveform, has_ghosts: ghost !== null }) as const;

export interface ReplayOptions {
  /** Where pictures named in the trace are. */
  readonly folder: string;
  readonly device: Device | null;
  readonly pictures?: string;
  readonly film?: string;
  /** Called at each refresh. Throws when it is too late. */
  readonly checkTime?: () => void;
}

export type Replayed = ReturnType<typeof replayTrace>;
/** The JSON of `esl-sim panel replay`. */
export type Replay = Replayed['replay'];
type CheckResult = ReturnType<typeof judge>;

/** Pictures that a report and a film show at most. */
const maxShown = 500;

/** Plays a trace, compares it with the pictures beside it, and writes the pictures of its checks. */
export function replayTrace(trace: Trace, options: ReplayOptions) {
  const { pictures } = options;
  const { name, width, height, inks: names } = trace.header;
  const hasProfile = options.device?.inks.map((ink) => ink.name).join() === names.join();
  const device = hasProfile ? options.device : null;
  const dpi = options.device?.dpi ?? ({ value: 100, basis: 'assumed', note: '-' } as const);
  const panel: PngPanel = { width, height, inks: device?.inks ?? coloursOf(names), dpi };
  const shown: { readonly refresh: Refresh; readonly png: Buffer }[] = [];
  const refreshes: ReturnType<typeof refreshResult>[] = [];
  const checks: CheckResult[] = [];
  /** Without checks, each picture is written. */
  const folder = trace.events.some(([kind]) => kind === 'refresh_expected') ? undefined : pictures;
  const played = playTrace(trace, {
    device: options.device,
    onRefresh(refresh) {
      options.checkTime?.();
      refreshes.push(refreshResult(refresh));
      if (shown.length === maxShown && folder === undefined) return;
      const png = encodePng(refresh.picture, panel);
      if (shown.length < maxShown) shown.push({ refresh, png });
      if (folder !== undefined) placeRefresh(folder, refresh, png, panel);
    },
    onCheck: (check) => checks.push(judge(check, panel, options)),
  });
  const last = played.glass();
  if (options.film) placeFile(options.film, film(shown, last, panel));
  const label = device ? turnToLabel(last, device) : last;
  return {
    replay: {
      name: typeof name === 'string' ? name : null,
      device: options.device?.id ?? null,
      chip: played.definition.chip.id,
      width,
      height,
      inks: names,
      refreshes,
      checks,
      diagnostics: played.diagnostics,
    },
    /** The glass at the end: the way the label hangs where a profile says it, else in native orientation. */
    png: encodePng(label, { ...panel, width: label.width, height: label.height }),
    /** The picture of each refresh, of at most {@link maxShown}. */
    shown,
  };
}

type PngPanel = Parameters<typeof encodePng>[1];

/** Writes the glass after a refresh as meant, and as driven where that differs. */
export function placeRefresh(folder: string, { number, ghost }: Refresh, png: Buffer, panel: PngPanel): void {
  placeFile(join(folder, `refresh-${number}.png`), png);
  if (ghost) placeFile(join(folder, `ghost-${number}.png`), encodePng(ghost, panel));
}

function judge(
  { number, step, expectation, picture, ghost }: Check,
  panel: PngPanel,
  { folder, pictures }: ReplayOptions,
) {
  const expected = expectedPicture(expectation, folder);
  const isPaletted = expected?.indexed && expected.palette.length === panel.inks.length;
  // Written with the colours of the expected picture, so that they can be compared by other programs, too.
  const inks = panel.inks.map((ink, i) => (isPaletted ? { ...ink, device: expected.palette[i]! } : ink));
  const write = (name: string, frame: Framebuffer): string | null => {
    if (!pictures) return null;
    placeFile(join(pictures, name), encodePng(frame, { ...panel, inks }));
    return join(pictures, name);
  };
  const wrong = expected ? differences(unpack(picture), expected, panel) : null;
  // The picture of a check that is not judged is not what must appear, as the trace says.
  const judged = isJudged(expectation) ? (wrong === 0 ? 'same' : 'differs') : 'not_judged';
  return {
    n: number,
    step,
    kind: expectation.kind ?? null,
    of: expectation.of ?? null,
    picture: expectation.picture ?? null,
    result: wrong === null ? ('no_picture' as const) : judged,
    wrong_pixels: wrong,
    /** The written PNGs of the glass: as meant, and as driven where that differs. */
    file: write(`check-${number}.png`, picture),
    ghost: ghost && write(`ghost-${number}.png`, ghost),
  };
}

type ExpectedPicture = ReturnType<typeof palettedPixels>;

/** The picture of a check, from the folder of the trace only. null: there is none. @throws {TraceError} for a file that is no PNG */
function expectedPicture({ picture }: Expectation, folder: string): ExpectedPicture | null {
  if (typeof picture !== 'string' || basename(picture) !== picture) return null;
  const path = join(folder, picture);
  if (!existsSync(path)) return null;
  try {
    return palettedPixels(readWhole(path, 'picture'));
  } catch (error) {
    throw new TraceError(`${path}: ${(error as Error).message}`);
  }
}

/** Pixels that differ. An indexed picture has the inks as its palette; another one is read by its colours. */
function differences(pixels: Uint8Array, expected: ExpectedPicture, { width, height, inks }: PngPanel): number {
  if (expected.width !== width || expected.height !== height) return width * height;
  const ink = expected.palette.map((colour, i) =>
    expected.indexed ? i : inks.findIndex(({ device }) => device === colour),
  );
  return expected.pixels.reduce((wrong, colour, i) => wrong + (ink[colour] === pixels[i] ? 0 : 1), 0);
}

/** The picture after each refresh, for as long as it takes. */
function film(shown: readonly { readonly refresh: Refresh }[], last: Framebuffer, panel: PngPanel): Buffer {
  const frames = shown.map(({ refresh: { picture, seconds } }) => ({
    frame: picture,
    ms: Math.min(Math.max(Math.round(seconds * 1000), 500), 65_535),
  }));
  const comment = 'The picture after each refresh, for as long as it takes';
  return encodeAnimation(frames.length > 0 ? frames : [{ frame: last, ms: 500 }], last, panel, {
    view: 'ink',
    comment,
  });
}
