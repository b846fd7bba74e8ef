import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { families } from '../../renderer/controller/families/chips.js';
import type { FamilyId } from '../../renderer/controller/families/family.js';
import { decodeFrame } from '../../renderer/frame/index.js';
import { planeBytes } from '../../renderer/frame/placement.js';
import { unpack } from '../../renderer/index.js';
import { lastDataOf, playRecording, recordingsIn } from '../support/controller/recordings.js';
import { recordings as frameRecordings, sha256, turnPicture } from '../support/devices/recordings.js';
import { atSize, share } from '../support/labels/share.js';

const devices = loadDevices();
const folder = 'test/support/controller';
const small = recordingsIn(join(folder, 'recordings.ndjson.br'));
const large = atSize<typeof small>([], recordingsIn(join(folder, 'large-recordings.ndjson.br')));

/** The diagnostic that names the fault of a driver or its caller. */
const faults: Readonly<Record<string, string>> = {
  'negative:busy': 'command-while-busy',
  'negative:old-plane': 'old-plane-not-seeded',
  'negative:undefined': 'refresh-without-ram|old-plane-not-seeded|command-in-deep-sleep',
  'negative:wrong-family': 'wrong-family',
  'negative:unchanged': '',
  'side-effect': 'refresh-beyond-window',
};
const disputed: Readonly<Record<string, string>> = {
  'bb-EP27_176x264-partial': 'write-past-ram',
  'bb-EP296_128x296-partial': 'refresh-shows-nothing',
  'ws-epd2in66-e': 'counter-not-at-start',
  // It sends an inverted picture, as the glass then shows: no register tells that this was not meant.
  'ws-epd2in9d-e': '',
};

/** Frames of the waveforms that a driver loads. */
const waveforms: Readonly<Record<string, readonly number[]>> = {
  'full-inky-phat-red-212x104': [3744],
  'full-waveshare-2.13-v3-portrait': [121],
  'full-waveshare-2.9-v2-landscape': [222],
  'ws-epd2in13_V3-e': [121, 22],
  'ws-epd2in9_V2-e': [222, 22, 50],
  'ws-epd2in9_V2-gray': [174],
};

function byFamily(judged: readonly { readonly family: FamilyId; readonly wrong: number }[]): Record<string, string> {
  return Object.fromEntries(
    Object.keys(families).map((name) => {
      const all = judged.filter(({ family }) => family === name);
      return [name, `${all.filter(({ wrong }) => wrong === 0).length} of ${all.length}`];
    }),
  );
}

describe('a recorded driver', () => {
  const played = [...share(small, 3), ...large].map((recording) => ({
    ...recording,
    ...playRecording(recording.text),
  }));

  test('shows each picture to the pixel', () => {
    const judged = played.filter(({ status }) => status !== 'disputed');
    expect(judged.filter(({ wrong }) => wrong > 0).map(({ name, wrong, checks }) => [name, wrong, checks])).toEqual([]);
    expect(judged.reduce((sum, { checks }) => sum + checks, 0)).toBeGreaterThan(atSize(150, 800));
    if (large.length > 0) console.log(byFamily(judged));
  });

  test('shows what decode gives for the same bytes as a frame', () => {
    const pairs = played.flatMap(({ name, text, glass }) => {
      const frame = frameRecordings[name.replace('full-', '')];
      return name.startsWith('full-') ? [{ name, text, glass, frame: frame! }] : [];
    });
    const same = pairs.filter(({ text, glass, frame }) => {
      const device = devices.get(frame.device)!;
      const encoding = device.encodings.find(({ id }) => id === frame.encoding)!;
      const sent = lastDataOf(text);
      for (const { command, bytes, sha256: hash } of frame.bursts) {
        expect(sent.get(command!)!.length).toBe(bytes);
        if (hash) expect(sha256(sent.get(command!)!)).toBe(hash);
      }
      // A driver of a black and white panel may leave the old picture as it was.
      const body = encoding.planes.map(
        (plane) => sent.get(plane.command!) ?? Buffer.alloc(planeBytes(encoding, plane)),
      );
      const decoded = decodeFrame(Buffer.concat(body), device, encoding);
      const back = ((360 - encoding.rotation) % 360) as 0 | 90 | 180 | 270;
      const { pixels } = turnPicture(unpack(glass), glass.width, glass.height, back);
      const ink = frame.inks.map((name) => device.inks.findIndex((each) => each.name === name));
      return (
        Buffer.compare(
          unpack(decoded),
          pixels.map((code) => ink[code]!),
        ) === 0
      );
    });
    console.log(`${same.length} of ${pairs.length} streams show what decode gives for their frames`);
    expect(pairs.filter((pair) => !same.includes(pair)).map(({ name }) => name)).toEqual([]);
    expect(pairs.length).toBeGreaterThan(atSize(5, 42));
  });

  test('loads a waveform as long as its source says', () => {
    const judged = played.filter(({ name }) => name in waveforms);
    expect(judged.length).toBeGreaterThan(0);
    for (const { name, frames } of judged) expect([name, [...frames]]).toEqual([name, waveforms[name]]);
  });

  test('that is right gets no diagnostic of grade error', () => {
    const right = played.filter(({ status, kinds }) => status !== 'disputed' && kinds.length === 0);
    const errors = right.flatMap(({ name, diagnostics }) =>
      diagnostics.filter(({ grade }) => grade === 'error').map(({ code, step }) => [name, code, step]),
    );
    expect(errors).toEqual([]);
  });

  test('that is wrong gets the diagnostic that says so', () => {
    const wrong = played.flatMap(({ name, status, kinds, diagnostics }) => {
      const codes = diagnostics.map(({ code }) => code).join(' ');
      const expected = [...kinds.map((kind) => faults[kind]!), disputed[name] ?? ''];
      if (status.includes('rolled')) expected.push('counter-not-at-start');
      return expected.filter((fault) => !new RegExp(fault).test(codes)).map((fault) => [name, fault, codes]);
    });
    expect(wrong).toEqual([]);
  });
});
