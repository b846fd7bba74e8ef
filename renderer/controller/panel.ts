import { assumedSeconds, assumedSecondsOf } from '../../devices/index.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { createChip, powerOff, readChip, resetChip, restart, settle, takeCommand, takeData } from './chip-at-work.js';
import { busynessAt, type Clock, isBusy, startBusy, wait, waitUntilIdle } from './clock.js';
import type { PanelDefinition } from './definition.js';
import { families as knownFamilies } from './families/chips.js';
import { createDiagnostics, type Diagnostic, hex, type ReportDiagnostic } from './families/diagnostics.js';
import { type Busyness, type ChipState, firstOf, type RamArea, type UpdateKind } from './families/family.js';
import { createGlass, drivenGlass, type Glass, greysFor, showOn } from './glass.js';
import { judgePower, judgeRefresh, judgeShown } from './judge.js';
import { drivesOnlyChanges, loadedWaveform } from './lookup-table.js';
import { place } from './picture.js';
import { bytesOf, type PanelEvent } from './traces/event.js';
import { partsOf, route, takersOf, type Wiring } from './wiring.js';

/** A refresh of the glass. */
export interface Refresh {
  /** From 1. */
  readonly number: number;
  readonly step: number;
  readonly kind: UpdateKind;
  readonly seconds: number;
  /** Whether a source states the seconds, or they are assumed. */
  readonly secondsAssumed: boolean;
  /** Frames of the loaded waveform. null: it is in the panel's OTP, which no driver shows. */
  readonly waveform: { readonly frames: number; readonly onlyChanges: boolean } | null;
  /** The glass after the refresh, as meant. */
  readonly picture: Framebuffer;
  /** The glass as driven, where pixels may have kept their old ink. null: the same. */
  readonly ghost: Framebuffer | null;
}

export interface Answer {
  readonly busy: boolean;
  /** The level of the BUSY pin. */
  readonly busyLevel: 0 | 1;
  readonly read?: Uint8Array;
  readonly refreshes: readonly Refresh[];
}

/** A panel that takes what firmware sends to it. Created by {@link createPanel}. */
export interface EmulatedPanel {
  readonly definition: PanelDefinition;
  /** Takes an event of a trace. Never throws for bytes, whatever they are. */
  feed(event: PanelEvent): Answer;
  /** What the glass shows, in the controller's native orientation. */
  glass(): Framebuffer;
  readonly diagnostics: readonly Diagnostic[];
  /** Adds a diagnostic of the host's side. */
  readonly report: ReportDiagnostic;
}

/** Seconds of a partial refresh without colours that no source states. */
const assumedPartialSeconds = 0.5;
/** No refresh is shorter. */
const shortestSeconds = 0.2;
/** Virtual time that a look at the BUSY pin takes. */
const pollUs = 1000;
/** The shortest reset pulse: as in the data sheets of UC8151 and UC8179. */
const minResetUs = 50;
/** Partial refreshes in a row. Our assumption: makers advise a full one "after several". */
const maxPartials = 5;
/** Looks at BUSY in a row while the panel is idle. Our assumption: a driver that knows the level needs one. */
const maxIdlePolls = 500;

interface PanelState extends Wiring {
  readonly definition: PanelDefinition;
  readonly glass: Glass;
  readonly clock: Clock;
  readonly report: ReportDiagnostic;
  /** The number of the current event. */
  step: number;
  /** As the current event came: chips that take the same event do not wait for each other. */
  busyness: Busyness;
  /** When the reset pin went low. null: it is high. */
  heldSince: number | null;
  /** The first visible column of the memory. null: not known yet. */
  ramX: number | null;
  /** Refreshes so far, and partial ones since the last full one. */
  number: number;
  partials: number;
  /** Looks at BUSY in a row while the panel is idle. */
  idlePolls: number;
  /** The refresh of the current event. */
  refreshed: Omit<Refresh, 'picture' | 'ghost'> | null;
}

/** Builds a panel whose chip was just switched on: its memory is unknown, its glass is white. */
export function createControllerPanel(definition: PanelDefinition): EmulatedPanel {
  const { chip, inks, placement } = definition;
  const family = (definition.families ?? knownFamilies)[chip.family];
  const parts = partsOf(definition);
  const isCascade = parts.length > 1 && !chip.chips;
  const { report, list } = createDiagnostics(() => panel.step);
  const clock: Clock = { now: 0, isTimed: false, busyUntil: 0, surelyUntil: 0 };
  const chips = parts.map((part, index): ChipState => {
    const line = isCascade ? 0 : index;
    const wires = {
      ...{ chip, family, part, inks, line, report },
      onData: guessStart,
      busyness: () => panel.busyness,
      busy: (us: number) => {
        startBusy(clock, us, 0);
      },
      refresh(kind: UpdateKind, area: RamArea | null) {
        if (index === line) show(panel, isCascade ? chips : [chips[index]!], kind, area);
      },
    };
    // Room for any start that a window may name.
    return createChip(wires, placement.ramX ?? 8);
  });
  const across = parts.reduce((sum, part) => sum + part.width, 0);
  const glass = createGlass(across, parts[0]!.height, chips[0]!.moved !== null);
  const panel: PanelState = {
    ...{ definition, chips, isCascade, deselected: new Set(), targets: [], glass, clock, report },
    ...{
      step: 0,
      busyness: 'idle',
      heldSince: null,
      ramX: placement.ramX,
      number: 0,
      partials: 0,
      idlePolls: 0,
      refreshed: null,
    },
  };

  /** The picture begins where the first window of its width begins. */
  function guessStart({ cursor: { left, right }, part }: ChipState): void {
    if (panel.ramX !== null || left === 0 || right - left + 1 !== Math.ceil(part.width / 8)) return;
    panel.ramX = left * 8;
    report('placement-assumed', {
      expected: 'a placement in the header of the trace, or a profile',
      received: `0x44 from ${left} to ${right}: column ${panel.ramX}`,
      register: 0x44,
    });
  }

  return {
    definition,
    feed(event) {
      panel.step++;
      panel.refreshed = null;
      const read = take(panel, event);
      const busy = isBusy(clock);
      const busyLevel = busy ? family.busyLevel : family.busyLevel === 1 ? 0 : 1;
      return { busy, busyLevel, refreshes: refreshesOf(panel), ...(read && { read }) };
    },
    glass: () => framed(panel, glass.meant),
    diagnostics: list,
    report,
  };
}

function framed({ definition, glass }: PanelState, pixels: Uint8Array): Framebuffer {
  const { width, height, placement, inks } = definition;
  return pack(place(pixels, glass.width, pixels.length / glass.width, placement), width, height, inks.length);
}

/** The refresh of the current event, with its pictures. */
function refreshesOf(panel: PanelState): readonly Refresh[] {
  const { refreshed, glass } = panel;
  if (!refreshed) return [];
  const ghost = drivenGlass(glass);
  return [{ ...refreshed, picture: framed(panel, glass.meant), ghost: ghost && framed(panel, ghost) }];
}

/** Refreshes the glass of chips that share a command. */
function show(panel: PanelState, lit: readonly ChipState[], kind: UpdateKind, area: RamArea | null): void {
  const { definition, report } = panel;
  const { inks } = definition;
  const state = lit[0]!;
  const { greys, assumed, contradicted } = greysFor(state, definition, kind);
  const waveform = loadedWaveform(state);
  judgePower(state);
  const request = { kind, area, ramX: panel.ramX ?? 0, greys };
  const shown = lit.map((each) => {
    judgeRefresh(each, request, definition.polarity);
    Object.assign(each, { dirty: false, unshown: false });
    const result = showOn(panel.glass, each, request);
    judgeShown(each, result);
    return result;
  });
  if (inks.includes('light_gray') && assumed)
    report('grey-order-assumed', {
      expected: 'a waveform in 0x32, a profile, or grey_code_order in the header',
      received: 'none',
    });
  if (inks.includes('light_gray') && contradicted)
    report('grey-order-differs', { expected: 'the order of the loaded waveform', received: 'another grey_code_order' });
  const isDifferential = shown.some((each) => each.isDifferential);
  countPartials(panel, isDifferential);
  const isPartial = isDifferential || (kind === 'partial' && inks.length === 2);
  const named: UpdateKind = area ? 'window' : isPartial ? 'partial' : 'full';
  const lasting = secondsOf(definition, named);
  startBusy(panel.clock, lasting.seconds * 1e6, (lasting.secondsAssumed ? shortestSeconds : lasting.seconds) * 1e6);
  const frames = waveform && Math.max(...waveform.map((timeline) => timeline.length));
  // Chips that refresh in one event refresh the glass once.
  panel.refreshed ??= {
    ...{ number: ++panel.number, step: panel.step, kind: named, ...lasting },
    waveform: frames === null ? null : { frames, onlyChanges: drivesOnlyChanges(state) === true },
  };
}

function countPartials(panel: PanelState, isDifferential: boolean): void {
  panel.partials = isDifferential ? panel.partials + 1 : 0;
  if (panel.partials <= maxPartials) return;
  const expected = `a full refresh after ${maxPartials}, as is assumed`;
  panel.report('too-many-partials', { expected, received: `${panel.partials} in a row` });
}

function secondsOf({ seconds: { full, partial }, inks }: PanelDefinition, kind: UpdateKind) {
  const stated = kind === 'full' ? full : (partial ?? full);
  const usual = assumedSecondsOf(inks);
  const assumed = kind !== 'full' && usual === assumedSeconds.black ? assumedPartialSeconds : usual;
  return { seconds: stated ?? assumed, secondsAssumed: stated === null };
}

/** The memory has a new picture, and the last update only switched something on. */
function judgeUnshown({ chips: [state], report }: PanelState): void {
  if (!state?.unshown) return;
  state.unshown = false;
  const received = `0x22 ${hex(firstOf(state, 0x22, 0xff))}`;
  report('refresh-shows-nothing', { expected: '0x22 with bit 2, such as f7, c7 or ff', received, register: 0x22 });
}

function setSelect({ definition, chips, deselected }: PanelState, level: number, line: number): void {
  if (level === 0) deselected.delete(line);
  else deselected.add(line);
  // On panels with two chips an edge of chip select ends the data: more of it begins at the start.
  const state = chips[line];
  if (definition.chip.chips && state) restart(state);
}

function setReset(panel: PanelState, level: number): void {
  const { clock, chips, report } = panel;
  if (level === 0) panel.heldSince ??= clock.now;
  if (level === 0 || panel.heldSince === null) return;
  const us = clock.now - panel.heldSince;
  panel.heldSince = null;
  if (clock.isTimed && us < minResetUs)
    report('reset-too-short', { expected: `at least ${minResetUs} µs`, received: `${us} µs` });
  chips.forEach(settle);
  chips.forEach(resetChip);
  panel.targets = [];
  clock.busyUntil = clock.surelyUntil = clock.now;
}

function setPower(panel: PanelState, level: number): void {
  if (level !== 0) return;
  panel.chips.forEach(powerOff);
  // How long the panel is off is not known.
  if (panel.heldSince !== null) panel.heldSince = -Infinity;
}

function judgePoll(panel: PanelState): void {
  const { clock, chips, report } = panel;
  panel.idlePolls = isBusy(clock) ? 0 : panel.idlePolls + 1;
  if (panel.idlePolls !== maxIdlePolls) return;
  const { busyLevel } = chips[0]!.family;
  const received = `${maxIdlePolls} looks at BUSY in a row at level ${1 - busyLevel}`;
  report('busy-level-wrong', { expected: `to go on, as ${busyLevel} is busy and ${1 - busyLevel} is idle`, received });
}

function command(panel: PanelState, byte: number): void {
  // UC81xx drivers send 0x71 between looks at BUSY.
  if (!panel.chips[0]!.family.commands[byte]?.whileBusy) panel.idlePolls = 0;
  panel.chips.forEach(settle);
  panel.busyness = busynessAt(panel.clock);
  for (const state of route(panel, byte)) takeCommand(state, panel.isCascade ? byte & 0x7f : byte);
}

function data(panel: PanelState, event: 'd' | 'd1', bytes: Uint8Array): void {
  const takers = takersOf(panel, event);
  const isSplit = event === 'd1' && panel.definition.chip.chips;
  for (const part of isSplit ? Array.from(bytes, (byte) => Uint8Array.of(byte)) : [bytes])
    for (const state of takers) {
      if (isSplit) restart(state);
      takeData(state, part);
    }
  if (takers.length > 0) return;
  const received = `${bytes.length} bytes`;
  panel.report('data-without-command', { expected: 'chip select low, and a command', received });
}

/** Events before which the parameters that have come are applied. */
const settling: ReadonlySet<string> = new Set(['wait_us', 'level', 'busy', 'refresh_expected']);

function take(panel: PanelState, event: PanelEvent): Uint8Array | undefined {
  const { chips, clock } = panel;
  const isHeld = panel.heldSince !== null;
  if (settling.has(event[0])) chips.forEach(settle);
  switch (event[0]) {
    case 'cs':
      setSelect(panel, event[1], event[2] ?? 0);
      return;
    case 'rst':
      setReset(panel, event[1]);
      return;
    case 'pwr':
      setPower(panel, event[1]);
      return;
    case 'c':
      if (!isHeld) command(panel, event[1] & 0xff);
      return;
    case 'd':
    case 'd1':
      if (!isHeld) data(panel, event[0], bytesOf(event[1]));
      return;
    case 'read':
      panel.busyness = busynessAt(clock);
      return readChip(takersOf(panel, 'd')[0], event[1]);
    case 'wait_us':
      wait(clock, event[1]);
      return;
    case 'level':
      judgePoll(panel);
      wait(clock, pollUs);
      return;
    case 'busy':
      waitUntilIdle(clock);
      return;
    case 'refresh_expected':
      judgeUnshown(panel);
      return;
    case 'dc':
    case 'call':
      return;
    default:
      event[0] satisfies never;
  }
}
