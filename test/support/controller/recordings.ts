import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FamilyId, Family } from '../../../renderer/controller/families/family.js';
import { hex } from '../../../renderer/controller/families/diagnostics.js';
import { definitionOfTrace } from '../../../renderer/controller/definition.js';
import { loadDevices } from '../../../devices/index.js';
import { createControllerPanel } from '../../../renderer/controller/panel.js';
import {
  type Diagnostic,
  type Expectation,
  type Framebuffer,
  profileOf,
  readTrace,
  unpack,
} from '../../../renderer/index.js';

const devices = [...loadDevices().values()];

/** A recorded stream of an unmodified driver. */
export interface Recording {
  readonly name: string;
  /** `disputed`: the driver is wrong; a diagnostic must say so. `rolled`: the hashes are of the rolled picture. */
  readonly status: string;
  readonly text: string;
}

export interface Played {
  /** Checks whose picture must appear, and those of them that differ. */
  readonly checks: number;
  readonly wrong: number;
  readonly kinds: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly family: FamilyId;
  /** Frames of the waveforms that were loaded. */
  readonly frames: ReadonlySet<number>;
  /** The glass at the end, in native orientation. */
  readonly glass: Framebuffer;
}

/** Recordings in a file beside this one. Hashes (SHA-256, 128 bits) of the inks of each pixel replace pictures. */
export function recordingsIn(file: string): readonly Recording[] {
  const text = brotliDecompressSync(readFileSync(file)).toString();
  return text.split(/^(?=\{)/m).map((recording) => {
    const { name, status } = JSON.parse(recording.slice(0, recording.indexOf('\n'))) as Recording;
    return { name, status, text: recording };
  });
}

const hashOf = (pixels: Uint8Array): string => createHash('sha256').update(pixels).digest('hex').slice(0, 32);

/** Plays a recording, with other families than the built-in ones if they are given. */
export function playRecording(text: string, families?: Readonly<Record<FamilyId, Family>>): Played {
  const { header, events } = readTrace(text);
  const { definition } = definitionOfTrace(header, events, profileOf(header, devices));
  const panel = createControllerPanel({ ...definition, ...(families && { families }) });
  let [checks, wrong] = [0, 0];
  const kinds: string[] = [];
  const frames = new Set<number>();
  for (const event of events) {
    for (const { waveform } of panel.feed(event).refreshes) if (waveform) frames.add(waveform.frames);
    if (event[0] !== 'refresh_expected') continue;
    const { kind, sha256 } = event[1] as Expectation & { readonly sha256: string };
    if (kind) kinds.push(kind);
    if (kind && kind !== 'negative:unchanged') continue;
    checks++;
    if (hashOf(unpack(panel.glass())) !== sha256) wrong++;
  }
  return {
    checks,
    wrong,
    kinds,
    diagnostics: panel.diagnostics,
    family: definition.chip.family,
    frames,
    glass: panel.glass(),
  };
}

/** The last data of each command, by the command's name in a profile, such as "0x24". */
export function lastDataOf(text: string): ReadonlyMap<string, Buffer> {
  const bursts = new Map<string, string>();
  let command = '';
  for (const event of readTrace(text).events) {
    if (event[0] === 'c') {
      command = hex(event[1]);
      bursts.set(command, '');
    } else if (event[0] === 'd' || event[0] === 'd1') bursts.set(command, bursts.get(command)! + String(event[1]));
  }
  return new Map([...bursts].map(([name, digits]) => [name, Buffer.from(digits, 'hex')]));
}
