import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FamilyId, Family } from '../../../renderer/controller/families/family.js';
import { definitionOfTrace } from '../../../renderer/controller/definition.js';
import { loadDevices } from '../../../devices/index.js';
import { createControllerPanel } from '../../../renderer/controller/panel.js';
import { type Diagnostic, type Expectation, profileOf, readTrace, unpack } from '../../../renderer/index.js';

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
  readonly chip: string;
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
  for (const event of events) {
    panel.feed(event);
    if (event[0] !== 'refresh_expected') continue;
    const { kind, sha256 } = event[1] as Expectation & { readonly sha256: string };
    if (kind) kinds.push(kind);
    if (kind && kind !== 'negative:unchanged') continue;
    checks++;
    if (hashOf(unpack(panel.glass())) !== sha256) wrong++;
  }
  return { checks, wrong, kinds, diagnostics: panel.diagnostics, chip: definition.chip.id };
}
