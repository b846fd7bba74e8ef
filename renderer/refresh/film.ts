import type { Device } from '../../devices/index.js';
import { type Framebuffer, pack, unpack } from '../drawing/framebuffer.js';
import { limits } from '../limits.js';
import { type AnimationFrame, encodeAnimation, maxFrameMs } from '../png/animation.js';
import type { InkView } from '../png/encode.js';
import { type InkChange, type Phase, phasesOf } from './phases.js';
import { type WaveformKind, waveformOf } from './waveforms.js';
import { getOrInsert } from '../get-or-insert.js';

export interface FilmedRefresh {
  readonly kind: WaveformKind;
  /** The duration, and its source. */
  readonly seconds: number;
  readonly basis: string;
}

/** How long the pictures before and after the refresh are shown, in milliseconds. */
const still = { before: 500, after: 1000 } as const;
/** In milliseconds. Browsers slow down shorter frames. */
const minFrameMs = 20;

/**
 * A panel's refresh as an animated PNG in the panel's inks: the picture before for half a second; what the glass shows while it
 * refreshes, in real time; the picture after for a second. Its comment names the sources of waveform and seconds. It has at
 * most as many frames as `limits.animation` allows: the shortest are dropped.
 * @throws {RangeError} for frames that are not of the device's size and depth
 */
export function filmRefresh(
  from: Framebuffer,
  to: Framebuffer,
  device: Device,
  { kind, seconds, basis }: FilmedRefresh,
  view: InkView,
): Buffer {
  const waveform = waveformOf(device, kind);
  const { changes, place } = pixelChangesOf(unpack(from), unpack(to));
  const phases = phasesOf(changes, waveform, drivesOf(device));
  const timed = timesOf(phases, seconds * 1000, maxFrames(from));
  const painted = new Map<string, Framebuffer>();
  const paint = (inks: readonly number[]): Framebuffer => {
    const key = inks.join(' ');
    return getOrInsert(painted, key, () => paintedFrame(to, device.inks.length, place, inks));
  };
  const middle = timed.map(({ inks, ms }): AnimationFrame => ({ frame: paint(inks), ms }));
  const frames = [{ frame: from, ms: still.before }, ...middle, { frame: to, ms: still.after }];
  const comment = `A ${kind} refresh of ${seconds} s (${basis}). Waveform: ${waveform.basis}: ${waveform.source}.`;
  return encodeAnimation(frames, to, device, { view, comment });
}

/** The distinct changes of pixels, and for each pixel the index of its change. */
function pixelChangesOf(from: Uint8Array, to: Uint8Array): { changes: readonly InkChange[]; place: Uint8Array } {
  const places = new Map<number, number>();
  const place = new Uint8Array(to.length);
  for (let p = 0; p < to.length; p++) {
    const change = from[p]! * 16 + to[p]!;
    const index = getOrInsert(places, change, () => places.size);
    place[p] = index;
  }
  const changes = [...places.keys()].map((change) => ({ from: change >> 4, to: change & 15 }));
  return { changes, place };
}

function drivesOf({ inks }: Device) {
  const K = inks.findIndex(({ name }) => name === 'black');
  const colour = inks.findIndex((_, ink) => ink > 0 && ink !== K);
  return { W: 0, K, R: colour < 0 ? K : colour };
}

/** The maximum number of frames between the first and the last. */
function maxFrames({ width, height }: Framebuffer): number {
  const { frames, pixels } = limits.animation;
  return Math.max(4, Math.min(frames, Math.floor(pixels / (width * height)))) - 2;
}

interface Timed {
  readonly inks: readonly number[];
  readonly ms: number;
}

/** The phases in whole milliseconds, at most `most` of them. */
function timesOf(phases: readonly Phase[], totalMs: number, most: number): readonly Timed[] {
  let least = minFrameMs;
  let timed = longPhases(phases, totalMs, least);
  while (timed.length > most) timed = longPhases(phases, totalMs, (least *= 1.25));
  return timed;
}

/** The phases of at least `least` milliseconds. The time of others goes to the next one, at the end to the previous one. */
function longPhases(phases: readonly Phase[], totalMs: number, least: number): readonly Timed[] {
  const begins: { readonly inks: readonly number[]; readonly at: number }[] = [];
  let at = 0;
  for (const { inks, until } of phases) {
    const end = Math.round(until * totalMs);
    if (end - at < least) continue;
    begins.push({ inks, at });
    at = end;
  }
  if (begins.length === 0) begins.push({ inks: phases.at(-1)!.inks, at: 0 });
  return begins.map(({ inks, at: begin }, i) => {
    const end = begins[i + 1]?.at ?? totalMs;
    return { inks, ms: Math.min(Math.round(end) - begin, maxFrameMs) };
  });
}

/** The picture whose pixels have the inks of their changes. */
function paintedFrame(
  { width, height }: Framebuffer,
  inkCount: number,
  place: Uint8Array,
  inks: readonly number[],
): Framebuffer {
  const ofPlace = Uint8Array.from(inks);
  const pixels = new Uint8Array(place.length);
  for (let p = 0; p < pixels.length; p++) pixels[p] = ofPlace[place[p]!]!;
  return pack(pixels, width, height, inkCount);
}
