import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { createChip, maxRead } from './chip-at-work.js';
import { createClock } from './clock.js';
import type { PanelDefinition } from './definition.js';
import { families as knownFamilies } from './families/chips.js';
import { createDiagnostics, type Diagnostic, hex, type ReportDiagnostic } from './families/diagnostics.js';
import { type Busyness, firstOf, type RamArea, type UpdateKind } from './families/family.js';
import type { Cursor } from './families/ram.js';
import { createGlass, greysFor } from './glass.js';
import { judgePower, judgeRefresh, judgeShown } from './judge.js';
import { drivesOnlyChanges, loadedWaveform } from './lookup-table.js';
import { type GlassPart, place } from './picture.js';
import { bytesOf, type PanelEvent } from './traces/event.js';
import { createWiring, partsOf, type Wired } from './wiring.js';

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

/** A panel that takes what its host sends. */
export interface ControllerPanel {
  readonly definition: PanelDefinition;
  /** Takes an event of a trace. Never throws for bytes, whatever they are. */
  feed(event: PanelEvent): Answer;
  /** What the glass shows, in the controller's native orientation. */
  glass(): Framebuffer;
  readonly diagnostics: readonly Diagnostic[];
  /** Adds a diagnostic of the host's side. */
  readonly report: ReportDiagnostic;
}

/** Seconds of a refresh that no source states: two for black and white, as most of their panels need; twenty for colours. */
const assumedSeconds = (inks: number, kind: UpdateKind): number => (inks > 2 ? 20 : kind === 'full' ? 2 : 0.5);
/** No refresh is shorter. */
const shortestSeconds = 0.2;
/** Virtual time that a look at the BUSY pin takes. */
const pollUs = 1000;
/** The shortest reset pulse: as in the data sheets of UC8151 and UC8179. */
const minResetUs = 50;
/** Partial refreshes in a row. Our assumption: makers advise a full one "after several". */
const maxPartials = 5;

/** Builds a panel whose chip was just switched on: its memory is unknown, its glass is white. */
export function createControllerPanel(definition: PanelDefinition): ControllerPanel {
  const { chip, inks, width, height, placement, seconds } = definition;
  const families = definition.families ?? knownFamilies;
  const family = families[chip.family];
  const parts = partsOf(definition);
  const isCascade = parts.length > 1 && !chip.chips;
  const [across, down] = [parts.reduce((sum, part) => sum + part.width, 0), parts[0]!.height];
  const { report, list } = createDiagnostics(() => step);
  const clock = createClock();
  let step = 0;
  // As the current event came: chips that take the same event do not wait for each other.
  let busyness: Busyness = 'idle';
  // When the reset pin went low. null: it is high.
  let heldSince: number | null = null;
  let { ramX } = placement;
  let number = 0;
  let partials = 0;
  let refreshed: Omit<Refresh, 'picture' | 'ghost'> | null = null;

  const chips = parts.map((part, index): Wired => {
    const at = createChip(
      family,
      chip,
      { width: part.width, height: part.height, inks },
      // Room for any start that a window may name.
      placement.ramX ?? 8,
      {
        report,
        busyness: () => busyness,
        busy(us) {
          clock.startBusy(us, 0);
        },
        refresh(kind, area) {
          if (index === 0 || !isCascade) show(isCascade ? chips : [chips[index]!], kind, area);
        },
      },
      Object.values(families),
      (cursor) => {
        if (ramX === null) guessStart(cursor, part);
      },
    );
    return { at, family, state: at.state, part, line: isCascade ? 0 : index };
  });
  const wiring = createWiring(chips, isCascade);
  const glass = createGlass(across, down, chips[0]!.state.moved !== null);

  function guessStart({ left, right }: Cursor, part: GlassPart): void {
    if (left === 0 || right - left + 1 !== Math.ceil(part.width / 8)) return;
    ramX = left * 8;
    report('placement-assumed', {
      expected: 'a placement in the header of the trace, or a profile',
      received: `0x44 from ${left} to ${right}: column ${ramX}`,
      register: 0x44,
    });
  }

  const framed = (pixels: Uint8Array): Framebuffer =>
    pack(place(pixels, across, down, placement), width, height, inks.length);

  function show(lit: readonly Wired[], kind: UpdateKind, area: RamArea | null): void {
    const { state } = lit[0]!;
    const { greys, assumed } = greysFor(state, definition.greys);
    const waveform = loadedWaveform(state);
    judgePower(state);
    const shown = lit.map((each) => {
      judgeRefresh(each, { kind, area, ramX: ramX ?? 0, polarity: definition.polarity });
      Object.assign(each.state, { dirty: false, unshown: false });
      const result = glass.show(each, kind, area, ramX ?? 0, greys);
      judgeShown(each, result);
      return result;
    });
    if (inks.includes('light_gray') && assumed)
      report('grey-order-assumed', {
        expected: 'a waveform in 0x32, a profile, or grey_code_order in the header',
        received: 'none',
      });
    const isDifferential = shown.some((each) => each.isDifferential);
    partials = isDifferential ? partials + 1 : 0;
    if (partials > maxPartials)
      report('too-many-partials', {
        expected: `a full refresh after ${maxPartials}, as is assumed`,
        received: `${partials} in a row`,
      });
    const isPartial = isDifferential || (kind === 'partial' && inks.length === 2);
    const named: UpdateKind = area ? 'window' : isPartial ? 'partial' : 'full';
    const stated = named === 'full' ? seconds.full : (seconds.partial ?? seconds.full);
    const lasting = stated ?? assumedSeconds(inks.length, named);
    clock.startBusy(lasting * 1e6, (stated ?? shortestSeconds) * 1e6);
    // Chips that refresh in one event refresh the glass once.
    refreshed ??= {
      number: ++number,
      step,
      kind: named,
      seconds: lasting,
      secondsAssumed: stated === null,
      waveform: waveform && {
        frames: Math.max(...waveform.map((timeline) => timeline.length)),
        onlyChanges: drivesOnlyChanges(state) === true,
      },
    };
  }

  function withPictures(refresh: typeof refreshed): readonly Refresh[] {
    const ghost = refresh && glass.driven();
    return refresh ? [{ ...refresh, picture: framed(glass.meant), ghost: ghost && framed(ghost) }] : [];
  }

  /** The memory has a new picture, and the last update only switched something on. */
  function judgeUnshown(): void {
    const { state } = chips[0]!;
    if (!state.unshown) return;
    state.unshown = false;
    const received = `0x22 ${hex(firstOf(state, 0x22, 0xff))}`;
    report('refresh-shows-nothing', { expected: '0x22 with bit 2, such as f7, c7 or ff', received, register: 0x22 });
  }

  function setSelect(level: number, line: number): void {
    wiring.select(level, line);
    // On panels with two chips an edge of chip select ends the data: more of it begins at the start.
    if (chip.chips) chips[line]?.at.restart();
  }

  function setReset(level: number): void {
    if (level === 0) heldSince ??= clock.now();
    if (level === 0 || heldSince === null) return;
    const us = clock.now() - heldSince;
    heldSince = null;
    if (clock.isTimed() && us < minResetUs)
      report('reset-too-short', { expected: `at least ${minResetUs} µs`, received: `${us} µs` });
    settle();
    for (const { at } of chips) at.reset();
    wiring.reset();
    clock.stopBusy();
  }

  function setPower(level: number): void {
    if (level !== 0) return;
    for (const { at } of chips) at.powerOff();
    // How long the panel is off is not known.
    if (heldSince !== null) heldSince = -Infinity;
  }

  function command(byte: number): void {
    settle();
    busyness = clock.busyness();
    for (const each of wiring.route(byte)) each.to.at.command(each.byte);
  }

  function data(event: 'd' | 'd1', bytes: Uint8Array): void {
    const takers = wiring.takers(event);
    const isSplit = event === 'd1' && chip.chips;
    for (const part of isSplit ? Array.from(bytes, (byte) => Uint8Array.of(byte)) : [bytes])
      for (const { at } of takers) {
        if (isSplit) at.restart();
        at.data(part);
      }
    if (takers.length === 0)
      report('data-without-command', { expected: 'chip select low, and a command', received: `${bytes.length} bytes` });
  }

  function settle(): void {
    for (const { at } of chips) at.settle();
  }

  function take(event: PanelEvent): Uint8Array | undefined {
    switch (event[0]) {
      case 'cs':
        setSelect(event[1], event[2] ?? 0);
        return;
      case 'rst':
        setReset(event[1]);
        return;
      case 'pwr':
        setPower(event[1]);
        return;
      case 'c':
        if (heldSince === null) command(event[1] & 0xff);
        return;
      case 'd':
      case 'd1':
        if (heldSince === null) data(event[0], bytesOf(event[1]));
        return;
      case 'read':
        busyness = clock.busyness();
        return wiring.takers('d')[0]?.at.read(event[1]) ?? new Uint8Array(Math.min(Math.max(event[1], 0), maxRead));
      case 'wait_us':
        settle();
        clock.wait(event[1]);
        return;
      case 'level':
        settle();
        clock.wait(pollUs);
        return;
      case 'busy':
        settle();
        clock.waitUntilIdle();
        return;
      case 'refresh_expected':
        settle();
        judgeUnshown();
        return;
      case 'dc':
      case 'call':
        return;
      default:
        event[0] satisfies never;
    }
  }

  return {
    definition,
    feed(event) {
      step++;
      refreshed = null;
      const read = take(event);
      const refreshes = withPictures(refreshed);
      const busy = clock.isBusy();
      const busyLevel = busy ? family.busyLevel : family.busyLevel === 1 ? 0 : 1;
      return { busy, busyLevel, refreshes, ...(read && { read }) };
    },
    glass: () => framed(glass.meant),
    diagnostics: list,
    report,
  };
}
