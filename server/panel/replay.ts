import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Device } from '../../devices/index.js';
import {
  type AnimationFrame,
  type Check,
  coloursOf,
  type ControllerPanel,
  type Diagnostic,
  encodeAnimation,
  encodePng,
  type Expectation,
  type Framebuffer,
  isJudged,
  type EmulatedPanel,
  palettedPixels,
  playTrace,
  type Refresh,
  type Trace,
  turnToLabel,
  unpack,
} from '../../renderer/index.js';
import { placeFile } from '../files/write-file.js';

/** A check of a trace, as in the JSON of `esl-sim panel replay`. */
export interface CheckResult {
  readonly n: number;
  readonly step: number;
  readonly kind: string | null;
  readonly of: string | null;
  readonly picture: string | null;
  /** `not_judged`: the trace says that the picture is not what must appear. `no_picture`: none is beside the trace. */
  readonly result: 'same' | 'differs' | 'not_judged' | 'no_picture';
  readonly wrong_pixels: number | null;
  /** The written PNGs of the glass: as meant, and as driven where that differs. */
  readonly file: string | null;
  readonly ghost: string | null;
}

export interface RefreshResult {
  readonly n: number;
  readonly step: number;
  readonly kind: Refresh['kind'];
  readonly seconds: number;
  readonly seconds_assumed: boolean;
  readonly waveform: Refresh['waveform'];
}

export interface Replay {
  readonly name: string | null;
  readonly device: string | null;
  readonly chip: string;
  readonly width: number;
  readonly height: number;
  readonly inks: readonly string[];
  readonly refreshes: readonly RefreshResult[];
  readonly checks: readonly CheckResult[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReplayOptions {
  /** Where pictures named in the trace are. */
  readonly folder: string;
  readonly device: Device | null;
  readonly pictures?: string;
  readonly film?: string;
}

/** A replayed trace, and its pictures. */
export interface Replayed {
  readonly replay: Replay;
  /** The glass at the end: the way the label hangs where a profile says it, else in native orientation. */
  readonly png: Buffer;
  /** The picture of each refresh, of at most {@link maxShown}. */
  readonly shown: readonly { readonly refresh: Refresh; readonly png: Buffer }[];
}

/** Pictures that a report and a film show at most. */
const maxShown = 500;

/** Plays a trace, compares it with the pictures beside it, and writes the pictures of its checks. */
export function replayTrace(trace: Trace, options: ReplayOptions): Replayed {
  const { device, pictures } = options;
  const { width, height, inks: names } = trace.header;
  const inks = device && sameInks(device, names) ? device.inks : coloursOf(names);
  const panel = { width, height, inks, dpi: device?.dpi ?? ({ value: 100, basis: 'assumed', note: '-' } as const) };
  const refreshes: Refresh[] = [];
  const all: RefreshResult[] = [];
  const checks: CheckResult[] = [];
  const played = playTrace(trace, {
    device,
    onRefresh(refresh) {
      const { number: n, step, kind, seconds, secondsAssumed, waveform } = refresh;
      all.push({ n, step, kind, seconds, seconds_assumed: secondsAssumed, waveform });
      if (refreshes.length < maxShown) refreshes.push(refresh);
    },
    onCheck: (check) => checks.push(judge(check, panel, options)),
  });
  const shown = refreshes.map((refresh) => ({ refresh, png: encodePng(refresh.picture, panel) }));
  if (pictures && checks.length === 0)
    for (const { refresh, png } of shown) placeFile(join(pictures, `refresh-${refresh.number}.png`), png);
  if (options.film) placeFile(options.film, film(refreshes, played, panel));
  return { replay: summary(trace, device, played, all, checks), png: finalPng(played, device, panel), shown };
}

type PngPanel = Parameters<typeof encodePng>[1];

function sameInks(device: Device, names: readonly string[]): boolean {
  return device.inks.map(({ name }) => name).join() === names.join();
}

function judge(
  { number, step, expectation, picture, ghost }: Check,
  panel: PngPanel,
  options: ReplayOptions,
): CheckResult {
  const expected = expectedPicture(expectation, options.folder);
  const palette =
    expected?.indexed && expected.palette.length === panel.inks.length ? withPalette(panel, expected.palette) : panel;
  const write = (name: string, frame: Framebuffer): string | null => {
    if (!options.pictures) return null;
    const path = join(options.pictures, name);
    placeFile(path, encodePng(frame, palette));
    return path;
  };
  const wrong = expected ? differences(unpack(picture), expected, panel) : null;
  const judged = isJudged(expectation);
  return {
    n: number,
    step,
    kind: expectation.kind ?? null,
    of: expectation.of ?? null,
    picture: expectation.picture ?? null,
    result: wrong === null ? 'no_picture' : !judged ? 'not_judged' : wrong === 0 ? 'same' : 'differs',
    wrong_pixels: wrong,
    file: write(`check-${number}.png`, picture),
    ghost: ghost && write(`ghost-${number}.png`, ghost),
  };
}

type ExpectedPicture = ReturnType<typeof palettedPixels>;

/** The picture of a check, from the folder of the trace only. null: there is none. */
function expectedPicture({ picture }: Expectation, folder: string): ExpectedPicture | null {
  if (typeof picture !== 'string' || basename(picture) !== picture) return null;
  const path = join(folder, picture);
  return existsSync(path) ? palettedPixels(readFileSync(path)) : null;
}

/** Pixels that differ. An indexed picture has the inks as its palette; another one is read by its colours. */
function differences(pixels: Uint8Array, expected: ExpectedPicture, { width, height, inks }: PngPanel): number {
  if (expected.width !== width || expected.height !== height) return width * height;
  const ink = expected.indexed
    ? (colour: number) => colour
    : (colour: number) => inks.findIndex(({ device }) => device === expected.palette[colour]);
  return expected.pixels.reduce((wrong, colour, i) => wrong + (ink(colour) === pixels[i] ? 0 : 1), 0);
}

function withPalette(panel: PngPanel, palette: readonly string[]): PngPanel {
  return { ...panel, inks: panel.inks.map((ink, i) => ({ ...ink, device: palette[i]! })) };
}

function film(refreshes: readonly Refresh[], played: ControllerPanel, panel: PngPanel): Buffer {
  const frames: AnimationFrame[] = refreshes.map(({ picture, seconds }) => ({
    frame: picture,
    ms: Math.min(Math.max(Math.round(seconds * 1000), 500), 65_535),
  }));
  const still = played.glass();
  const comment = 'The picture after each refresh, for as long as it takes';
  return encodeAnimation(frames.length > 0 ? frames : [{ frame: still, ms: 500 }], still, panel, {
    view: 'ink',
    comment,
  });
}

function finalPng(played: Pick<EmulatedPanel, 'glass'>, device: Device | null, panel: PngPanel): Buffer {
  const glass = played.glass();
  if (
    !device ||
    !sameInks(
      device,
      panel.inks.map(({ name }) => name),
    )
  )
    return encodePng(glass, panel);
  const label = turnToLabel(glass, device);
  return encodePng(label, { ...panel, width: label.width, height: label.height });
}

function summary(
  { header }: Trace,
  device: Device | null,
  { definition, diagnostics }: ControllerPanel,
  refreshes: readonly RefreshResult[],
  checks: readonly CheckResult[],
): Replay {
  const { chip, width, height, inks } = definition;
  const name = typeof header.name === 'string' ? header.name : null;
  return { name, device: device?.id ?? null, chip: chip.id, width, height, inks, refreshes, checks, diagnostics };
}

/** Whether a check differs, or a diagnostic is an error. */
export const isFaulty = ({ checks, diagnostics }: Replay): boolean =>
  checks.some(({ result }) => result === 'differs') || diagnostics.some(({ grade }) => grade === 'error');
