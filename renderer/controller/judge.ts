import { hex, type ReportDiagnostic } from './families/diagnostics.js';
import { type RamArea, type Family, register, type UpdateKind } from './families/family.js';
import { type Driven, type Ghosts, polarityOf, shownPlanes } from './glass.js';
import { visibleArea } from './picture.js';

interface Circumstances {
  readonly report: ReportDiagnostic;
  readonly kind: UpdateKind;
  readonly area: RamArea | null;
  readonly ramX: number;
  /** The second chip of a cascade, which the first one powers. */
  readonly follows: boolean;
  readonly polarity: readonly number[] | undefined;
}

/** Reports what is wrong with a refresh before it is shown. */
export function judgeRefresh(chip: Driven, circumstances: Circumstances): void {
  const { family, state } = chip;
  const { report } = circumstances;
  const trigger = family.id === 'ssd16xx' ? 0x20 : 0x12;
  if (!circumstances.follows && !state.powered)
    report('refresh-without-power-on', {
      message: 'A refresh without power-on drives nothing on a real panel',
      expected: family.id === 'ssd16xx' ? '0x22 with clock and analog on (c0)' : '0x04 first',
      received: hex(trigger),
      register: family.id === 'ssd16xx' ? 0x22 : 0x04,
    });
  judgeMemory(chip, circumstances);
  judgePolarity(chip, circumstances);
  judgeWaveform(chip, circumstances);
}

/** Unknown bytes of the memory in the visible part of the refresh. */
function judgeMemory({ family, state, part }: Driven, { report, area, ramX }: Circumstances): void {
  const seen = visibleArea(area, part, ramX, { x: false, y: false });
  for (const [place, plane] of shownPlanes({ family, state }).entries()) {
    const { bits, stride, rows, known } = state.ram[plane]!;
    const first = ((seen.x + ramX) * bits) >> 3;
    const last = Math.min(((seen.x + ramX + seen.width) * bits - 1) >> 3, stride - 1);
    let unknown = 0;
    for (let y = seen.y; y < Math.min(seen.y + seen.height, rows); y++)
      for (let x = first; x <= last; x++) if (!known[y * stride + x]) unknown++;
    if (unknown === 0) continue;
    // A driver may leave out a row or column; a panel that was never written shows noise.
    const isMost = unknown * 4 > seen.height * (last - first + 1);
    report('refresh-without-ram', {
      message: `The refresh shows ${unknown} bytes of plane ${family.planes[plane]} that were never written: on a real panel, noise`,
      expected: 'the whole plane written before the first refresh',
      received: `${unknown} unknown bytes`,
      register: Number(family.planes[plane]),
      grade: place === 0 && isMost ? 'error' : 'warning',
    });
  }
}

function judgePolarity(chip: Driven, { report, kind, polarity }: Circumstances): void {
  const { family, state } = chip;
  if (!polarity || polarity.length === 0 || kind !== 'full' || state.ram.length < 2) return;
  const found = polarityOf(chip);
  if (polarity.includes(found)) return;
  report('polarity-differs', {
    message: 'The polarity that the init sets is that of no encoding in the profile',
    expected: polarity.map(hex).join(' or '),
    received: hex(found),
    register: family.id === 'ssd16xx' ? 0x21 : 0x50,
  });
}

function judgeWaveform({ family, state }: Driven, { report }: Circumstances): void {
  if (family.id === 'uc81xx' && state.newWaveform && !(register(state, 0x00, 0x0f)[0]! & 0x20))
    report('lut-not-enabled', {
      message: 'A waveform was loaded, but bit 5 of 0x00 selects the one in OTP',
      expected: '0x00 with bit 5',
      received: hex(register(state, 0x00, 0x0f)[0]!),
      register: 0x00,
    });
  state.newWaveform = false;
  judgePlanes({ family, state }, report);
}

/** Planes that were written and that the mode does not show. */
function judgePlanes({ family, state }: Pick<Driven, 'family' | 'state'>, report: ReportDiagnostic): void {
  const { inks } = state.panel;
  if (inks.length !== 3) return;
  const bypassed = family.id === 'ssd16xx' && (register(state, 0x21, 0)[0]! & 0x40) !== 0;
  const blackAndWhite = family.id === 'uc81xx' && !state.chip.codes && (register(state, 0x00, 0x0f)[0]! & 0x10) !== 0;
  if ((!bypassed && !blackAndWhite) || !state.ram[1]!.known.includes(1)) return;
  report('plane-ignored', {
    message: bypassed
      ? 'Bit 6 of 0x21 makes the chip ignore the red plane'
      : 'In the black and white mode of 0x00 no plane is red',
    expected: 'a mode that shows the written planes',
    received: bypassed ? hex(register(state, 0x21, 0)[0]!) : hex(register(state, 0x00, 0x0f)[0]!),
    register: bypassed ? 0x21 : 0x00,
  });
}

/** Reports pixels that a real panel may not have driven. */
export function judgeGhosts({ fewest, most, stay, unknown }: Ghosts, family: Family, report: ReportDiagnostic): void {
  const shared = {
    expected: 'the picture on the glass in the old plane before a partial refresh',
    register: family.id === 'ssd16xx' ? 0x26 : 0x10,
  };
  if (unknown > 0)
    report('old-plane-not-seeded', {
      ...shared,
      message: `The refresh compares with ${unknown} bytes of the old plane that were never written`,
      received: `${unknown} unknown bytes`,
    });
  else if (fewest > 0)
    report('old-plane-not-seeded', {
      ...shared,
      message: stay
        ? `${fewest} pixels may keep their old ink: the old plane is not what the glass shows`
        : `The old plane differs from the glass in ${fewest} pixels; the loaded waveform drives them all the same`,
      received: `${fewest} pixels that count as unchanged`,
      grade: stay ? 'warning' : 'note',
    });
  else if (most > 0)
    report('old-plane-not-seeded', {
      ...shared,
      message: `${most} pixels may keep their old ink if this panel ${family.id === 'ssd16xx' ? 'exchanges its planes' : 'does not copy the new plane to the old one'} after a refresh, or if it does not: no source says which`,
      received: `${most} pixels that may count as unchanged`,
      grade: 'note',
    });
}
