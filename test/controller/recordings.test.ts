import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { playRecording, recordingsIn } from '../support/controller/recordings.js';
import { atSize, share } from '../support/labels/share.js';

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

function byChip(judged: readonly { readonly chip: string; readonly wrong: number }[]): Record<string, string> {
  const chips = [...new Set(judged.map(({ chip }) => chip))];
  return Object.fromEntries(
    chips.map((name) => {
      const all = judged.filter(({ chip }) => chip === name);
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
    if (large.length > 0) console.log(byChip(judged));
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
