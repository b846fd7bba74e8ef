import type { InkName } from '../../devices/index.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { type Busyness, createChip } from './chip-at-work.js';
import { families as knownFamilies } from './families/chips.js';
import { createDiagnostics, type Diagnostic, hex, type ReportDiagnostic } from './families/diagnostics.js';
import { bytesOf, type PanelEvent } from './traces/event.js';
import { type RamArea, type Chip, type Family, type FamilyId, register, type UpdateKind } from './families/family.js';
import { createGlass, type Driven, greysFor } from './glass.js';
import { drivesOnlyChanges, framesOf, loadedPhases } from './lookup-table.js';
import { createOldPicture } from './old-picture.js';
import { type GlassPart, place, type Placement } from './picture.js';
import { judgeGhosts, judgeRefresh } from './judge.js';

/** A panel: its chip, its glass, and how both are wired. */
export interface PanelDefinition {
  readonly chip: Chip;
  /** The picture in the controller's native orientation. */
  readonly width: number;
  readonly height: number;
  readonly inks: readonly InkName[];
  /** null: taken from the first window that is as large as the panel. */
  readonly placement: Omit<Placement, 'ramX'> & { readonly ramX: number | null };
  /** The ink of each code of a panel with four greys. null: from the loaded waveform, or assumed. */
  readonly greys: readonly number[] | null;
  /** Partial refreshes in a row that the maker allows, where a source states it. */
  readonly maxPartials?: number;
  readonly seconds: { readonly full: number | null; readonly partial: number | null };
  /** The polarities of the profile's encodings, see `polarityOf`. */
  readonly polarity?: readonly number[];
  /** Families in place of the built-in ones, for tests. */
  readonly families?: Readonly<Record<FamilyId, Family>>;
}

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
  /** Microseconds since the start. */
  now(): number;
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

/** The parts of the glass, one for each chip: two on 13.3" panels, and where a panel is wider than the memory of an SSD16xx. */
function partsOf({ chip, width, height, placement }: PanelDefinition): readonly GlassPart[] {
  const turned = placement.turn === 90 || placement.turn === 270;
  const [across, down] = turned ? [height, width] : [width, height];
  const cascade = chip.family === 'ssd16xx' && chip.width !== undefined && across > chip.width;
  if (!cascade && !chip.chips) return [{ x: 0, width: across, height: down, mirrored: false }];
  const half = Math.ceil(across / 2);
  return [
    { x: 0, width: half, height: down, mirrored: false },
    { x: half, width: across - half, height: down, mirrored: cascade },
  ];
}

/** Commands of a cascade that only the first chip takes: the second one has its own, with bit 7. */
const addressed: ReadonlySet<number> = new Set([0x11, 0x24, 0x26, 0x44, 0x45, 0x4e, 0x4f]);

/** Builds a panel whose chip was just switched on: its memory is unknown, its glass is white. */
export function createControllerPanel(definition: PanelDefinition): ControllerPanel {
  const { chip, inks, width, height, placement, seconds } = definition;
  const families = definition.families ?? knownFamilies;
  const family = families[chip.family];
  const parts = partsOf(definition);
  const cascade = parts.length > 1 && !chip.chips;
  const [across, down] = [parts.reduce((sum, part) => sum + part.width, 0), parts[0]!.height];
  const glass = createGlass(across, down);
  let step = 0;
  let now = 0;
  let busyUntil = 0;
  // The end of the time in which the chip is busy whatever no source states.
  let surelyUntil = 0;
  // Traces without waits, as of a logic analyser's bytes, show nothing about BUSY.
  let timed = false;
  let resetLowAt = -1;
  let busyness: Busyness = 'idle';
  let held = false;
  let ramX = placement.ramX ?? 0;
  let ramXKnown = placement.ramX !== null;
  let number = 0;
  let partials = 0;
  let refreshed: Omit<Refresh, 'picture' | 'ghost'> | null = null;
  const diagnostics = createDiagnostics(() => step);
  const { report } = diagnostics;

  const chips = parts.map((part, index) => {
    const panel = { width: part.width, height: part.height, inks };
    const oldPictures = inks.length === 2 && (chip.bits ?? family.bits).join() === '1,1';
    const at = createChip(
      family,
      chip,
      panel,
      // Room for any start that a window may name.
      placement.ramX ?? 8,
      {
        report,
        families: Object.values(families),
        busyness: () => busyness,
        busy: (us) => {
          busyUntil = Math.max(busyUntil, now + us);
        },
        refresh: (kind, area) => {
          show(index, kind, area);
        },
      },
      (plane, cursor, bytes) => {
        if (!ramXKnown && cursor.left > 0) guessStart(cursor.left, cursor.right, part);
        driven[index]!.oldPicture?.write(plane, cursor, bytes);
      },
    );
    return { at, part, oldPictures };
  });
  const driven: readonly Driven[] = chips.map(({ at, part, oldPictures }) => ({
    family,
    state: at.state,
    part,
    oldPicture: oldPictures ? createOldPicture(family, at.state.ram) : null,
  }));
  const selected = parts.map(() => true);

  function guessStart(left: number, right: number, part: GlassPart): void {
    if (right - left + 1 !== Math.ceil(part.width / 8)) return;
    ramXKnown = true;
    ramX = left * 8;
    report('placement-assumed', {
      message: `The picture is taken to begin in column ${ramX} of the memory, where the window of its width begins`,
      expected: 'a placement in the header of the trace, or a profile',
      received: `0x44 from ${left} to ${right}`,
      register: 0x44,
    });
  }

  const framed = (pixels: Uint8Array): Framebuffer =>
    pack(place(pixels, across, down, { ...placement, ramX }), width, height, inks.length);

  function show(index: number, kind: UpdateKind, area: RamArea | null): void {
    if (cascade && index > 0) return;
    const lit = cascade ? driven : [driven[index]!];
    const { state } = lit[0]!;
    const { greys, assumed } = greysFor(state, definition.greys);
    const phases = loadedPhases(state);
    const shown = lit.map((each, i) => {
      judgeRefresh(each, { report, kind, area, ramX, polarity: definition.polarity, follows: i > 0 });
      return glass.show(each, kind, area, ramX, greys);
    });
    for (const each of lit) Object.assign(each.state, { dirty: false, unshown: false });
    for (const { ghosts } of shown) judgeGhosts(ghosts, family, report);
    const differential = shown.some((each) => each.differential);
    const fast = kind === 'partial' && inks.length === 2;
    const named: UpdateKind = area ? 'window' : differential || fast ? 'partial' : 'full';
    partials = differential ? partials + 1 : 0;
    judgeShown(shown[0]!.beyondWindow, inks.includes('light_gray') && assumed);
    const stated = named === 'full' ? seconds.full : (seconds.partial ?? seconds.full);
    const lasting = stated ?? assumedSeconds(inks.length, named);
    busyUntil = Math.max(busyUntil, now + lasting * 1e6);
    surelyUntil = Math.max(surelyUntil, now + (stated ?? shortestSeconds) * 1e6);
    // Chips that refresh in one event refresh the glass once.
    refreshed ??= {
      number: ++number,
      step,
      kind: named,
      seconds: lasting,
      secondsAssumed: stated === null,
      waveform: phases ? { frames: framesOf(phases), onlyChanges: drivesOnlyChanges(state) === true } : null,
    };
  }

  function withPictures(refresh: typeof refreshed): readonly Refresh[] {
    if (!refresh) return [];
    const ghost = glass.driven();
    return [{ ...refresh, picture: framed(glass.meant), ghost: ghost && framed(ghost) }];
  }

  function judgeShown(beyond: number, greysAssumed: boolean): void {
    if (beyond > 0)
      report('refresh-beyond-window', {
        message: `The refresh shows ${beyond} changed pixels outside the window: SSD16xx always refreshes the whole memory`,
        expected: 'changes within the window only',
        received: `${beyond} pixels outside`,
        register: 0x44,
      });
    if (greysAssumed)
      report('grey-order-assumed', {
        message: 'No waveform is loaded, and no source states which code is which grey: their order is assumed',
        expected: 'a waveform in 0x32, a profile, or grey_code_order in the header',
        received: 'none',
      });
    if (definition.maxPartials && partials > definition.maxPartials)
      report('too-many-partials', {
        message: `${partials} partial refreshes in a row`,
        expected: `at most ${definition.maxPartials}, then a full one`,
        received: `${partials}`,
      });
  }

  /** The memory has a new picture, and the last update only switched something on. */
  function judgeUnshown(): void {
    const { state } = chips[0]!.at;
    if (!state.unshown) return;
    state.unshown = false;
    const sequence = register(state, 0x22, 0xff)[0]!;
    report('refresh-shows-nothing', {
      message: `0x20 after 0x22 ${hex(sequence)} drives nothing: bit 2 displays`,
      expected: '0x22 with bit 2, such as f7, c7 or ff',
      received: hex(sequence),
      register: 0x22,
    });
  }

  function route(byte: number): readonly { readonly at: (typeof chips)[number]['at']; readonly byte: number }[] {
    if (!cascade) return chips.flatMap(({ at }, i) => (selected[i] ? [{ at, byte }] : []));
    if (byte & 0x80) return [{ at: chips[1]!.at, byte: byte & 0x7f }];
    return (addressed.has(byte) ? chips.slice(0, 1) : chips).map(({ at }) => ({ at, byte }));
  }

  let targets: ReturnType<typeof route> = [];

  const settle = () => {
    for (const { at } of chips) at.settle();
  };

  function setReset(level: number): void {
    if (level === 0) {
      if (!held) resetLowAt = now;
      held = true;
      return;
    }
    if (!held) return;
    held = false;
    if (timed && now - resetLowAt < minResetUs)
      report('reset-too-short', {
        message: `The reset pulse lasts ${now - resetLowAt} µs`,
        expected: `at least ${minResetUs} µs`,
        received: `${now - resetLowAt} µs`,
      });
    settle();
    for (const { at } of chips) at.reset();
    busyUntil = now;
    surelyUntil = now;
  }

  function take(event: PanelEvent): Uint8Array | undefined {
    switch (event[0]) {
      case 'cs':
        if (event[2] === undefined) selected[0] = event[1] === 0 || parts.length === 1;
        else if (event[2] in selected) selected[event[2]] = event[1] === 0;
        return;
      case 'rst':
        setReset(event[1]);
        return;
      case 'pwr':
        if (event[1] === 0) for (const { at } of chips) at.powerOff();
        resetLowAt = -Infinity;
        return;
      case 'c':
        if (held) return;
        for (const { at } of targets) at.settle();
        busyness = !timed || now >= busyUntil ? 'idle' : now < surelyUntil ? 'busy' : 'assumed';
        targets = route(event[1] & 0xff);
        for (const { at, byte } of targets) at.command(byte);
        return;
      case 'd':
      case 'd1':
        if (!held) for (const { at } of targets) at.data(bytesOf(event[1]));
        return;
      case 'read':
        return targets[0]?.at.read(event[1]) ?? new Uint8Array(Math.min(event[1], 4096));
      case 'wait_us':
        timed = true;
        settle();
        now += Math.max(event[1], 0);
        return;
      case 'busy':
        timed = true;
        settle();
        now = Math.max(now, busyUntil);
        return;
      case 'level':
        timed = true;
        settle();
        now += pollUs;
        return;
      case 'refresh_expected':
        settle();
        judgeUnshown();
        return;
      case 'dc':
      case 'call':
        return;
      default:
        return event[0] satisfies never;
    }
  }

  return {
    definition,
    feed(event) {
      step++;
      refreshed = null;
      const read = take(event);
      const refreshes = withPictures(refreshed);
      const busy = now < busyUntil;
      const busyLevel = busy ? family.busyLevel : family.busyLevel === 1 ? 0 : 1;
      return { busy, busyLevel, refreshes, ...(read && { read }) };
    },
    glass: () => framed(glass.meant),
    diagnostics: diagnostics.list,
    report,
    now: () => now,
  };
}
