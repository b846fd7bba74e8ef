import { hex } from './families/diagnostics.js';
import { type ChipState, firstOf } from './families/family.js';
import { polarity } from './families/uc81xx.js';
import type { RefreshRequest, ShownRefresh } from './glass.js';
import { unknownBytes, visibleArea } from './picture.js';

/**
 * Reports what is wrong with a refresh before it is shown.
 * @param polarities of the profile's encodings, in the terms of the family
 */
export function judgeRefresh(state: ChipState, request: RefreshRequest, polarities: readonly number[] = []): void {
  judgeMemory(state, request);
  // Which codes are which greys is the waveform's matter.
  if (request.kind === 'full' && !state.inks.includes('light_gray')) judgePolarity(state, polarities);
  judgeWaveform(state);
  if (request.area && !state.dirty)
    state.report('window-not-written', { expected: 'data for the window before its refresh', received: 'none' });
  // Bit 5 of 0x00.
  if (state.chip.family === 'uc81xx' && state.newWaveform && !(panelSetting(state) & 0x20)) {
    const received = hex(panelSetting(state));
    state.report('lut-not-enabled', { expected: '0x00 with bit 5', received, register: 0x00 });
  }
  state.newWaveform = false;
  judgePlanes(state);
}

/** Reports a refresh by loaded waveforms, and none was loaded. */
function judgeWaveform(state: ChipState): void {
  const { chip, registers, waveformKnown, report } = state;
  const isSsd = chip.family === 'ssd16xx';
  const isLoaded = isSsd
    ? waveformKnown || registers.has(0x32)
    : !(panelSetting(state) & 0x20) || [0x20, 0x21, 0x22, 0x23, 0x24].some((lut) => registers.has(lut));
  if (isLoaded || (!isSsd && chip.family !== 'uc81xx')) return;
  report('no-waveform-loaded', {
    expected: isSsd ? '0x32, or 0x22 with bit 4, which loads the one in OTP' : '0x20 to 0x24, or 0x00 without bit 5',
    received: isSsd ? `0x22 ${hex(firstOf(state, 0x22, 0xff))}` : `0x00 ${hex(panelSetting(state))}`,
    register: isSsd ? 0x22 : 0x00,
  });
}

/** 0x00 of UC81xx. */
const panelSetting = (state: ChipState): number => firstOf(state, 0x00, 0x0f);

export function judgePower({ chip, powered, report }: ChipState): void {
  if (powered) return;
  const isSsd = chip.family === 'ssd16xx';
  const expected = isSsd ? '0x22 with clock and analog on (c0)' : '0x04 first';
  report('refresh-without-power-on', { expected, received: isSsd ? '0x20' : '0x12', register: isSsd ? 0x22 : 0x04 });
}

/** Unknown bytes of the memory in the visible part of the refresh. */
function judgeMemory(state: ChipState, { area, ramX }: RefreshRequest): void {
  const { family, part } = state;
  const seen = visibleArea(area, part, ramX, false);
  for (const [place, plane] of shownPlanes(state).entries()) {
    const { unknown, all } = unknownBytes(state.ram[plane]!, seen, ramX);
    if (unknown === 0) continue;
    state.report('refresh-without-ram', {
      expected: 'the whole plane written before the first refresh',
      received: `${unknown} unknown bytes of plane ${hex(family.planes[plane]!)}`,
      register: family.planes[plane]!,
      // A driver may leave out a row or column; a panel that was never written shows noise.
      grade: place === 0 && unknown * 4 > all ? 'error' : 'warning',
    });
  }
}

/** The planes that decide what the glass shows. */
function shownPlanes({ ram, chip, inks }: ChipState): readonly number[] {
  if (ram.length === 1 || chip.codes) return [0];
  return inks.length > 2 ? [0, 1] : [chip.family === 'ssd16xx' ? 0 : 1];
}

function judgePolarity(state: ChipState, known: readonly number[]): void {
  if (known.length === 0 || state.ram.length < 2) return;
  const isSsd = state.chip.family === 'ssd16xx';
  const found = isSsd ? firstOf(state, 0x21) & 0x88 : polarity(state);
  const [expected, received] = [known.map(hex).join(' or '), hex(found)];
  if (!known.includes(found)) state.report('polarity-differs', { expected, received, register: isSsd ? 0x21 : 0x50 });
}

/** Reports planes that were written and that the mode does not show. */
function judgePlanes(state: ChipState): void {
  const { chip, inks, ram, registers } = state;
  if (
    chip.family === 'uc81xx' &&
    inks.length === 2 &&
    !chip.hasNoModes &&
    registers.has(0x00) &&
    // Bit 0: a value without it only resets.
    (panelSetting(state) & 0x11) === 0x01
  ) {
    const received = hex(panelSetting(state));
    state.report('three-ink-mode', {
      expected: '0x00 with bit 4, as the panel has no third ink',
      received,
      register: 0x00,
    });
  }
  if (inks.length !== 3 || !ram[1]?.known.includes(1)) return;
  const [isSsd, isUc] = [chip.family === 'ssd16xx', chip.family === 'uc81xx' && !chip.codes];
  const [register, set, bit] = isSsd ? [0x21, firstOf(state, 0x21), 6] : [0x00, panelSetting(state), 4];
  if ((!isSsd && !isUc) || !(set & (1 << bit))) return;
  const expected = `${hex(register)} without bit ${bit}, which makes the chip ignore the red plane`;
  state.report('plane-ignored', { expected, received: hex(set), register });
}

/** Reports what is wrong with a refresh that was shown. */
export function judgeShown(state: ChipState, shown: ShownRefresh): void {
  judgeGhosts(state, shown);
  if (shown.undefinedCodes.length > 0) {
    const received = `${shown.undefinedCodes.join(', ')}, shown as ${state.inks[0]!}`;
    state.report('ink-code-undefined', { expected: `codes of ${state.inks.join(', ')}`, received, register: 0x10 });
  }
  if (shown.beyondWindow === 0) return;
  const received = `changes outside it (pixels: ${shown.beyondWindow})`;
  state.report('refresh-beyond-window', { expected: 'changes within the window only', received, register: 0x44 });
}

/** Reports pixels that a real panel may not have driven. */
function judgeGhosts(
  { chip, report }: ChipState,
  { ghosts: { fewest, most, unknown }, isDifferential }: ShownRefresh,
): void {
  if (unknown + most === 0) return;
  const moves = chip.family === 'ssd16xx' ? 'exchanges its planes' : 'copies the new plane over the old one';
  report('old-plane-not-seeded', {
    expected: 'the picture on the glass in the old plane before a partial refresh',
    received:
      unknown > 0
        ? `${unknown} bytes of the old plane that were never written`
        : fewest > 0
          ? `${fewest} pixels that count as unchanged${isDifferential ? '' : '; the loaded waveform drives them all the same'}`
          : `${most} pixels that may count as unchanged: no source says whether this panel ${moves} after a refresh`,
    register: chip.family === 'ssd16xx' ? 0x26 : 0x10,
    grade: unknown > 0 || (fewest > 0 && isDifferential) ? 'warning' : 'note',
  });
}
