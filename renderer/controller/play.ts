import type { Device, InkName } from '../../devices/index.js';
import { type Framebuffer, pack, unpack } from '../drawing/framebuffer.js';
import { placementOf } from '../frame/placement.js';
import { definitionOf, definitionOfTrace, hasInks, nativeSize, wiringOf } from './definition.js';
import type { Expectation } from './traces/event.js';
import { type EmulatedPanel, createControllerPanel, type Refresh } from './panel.js';
import type { Trace, TraceHeader } from './traces/trace.js';

/** The glass at a `refresh_expected` of a trace. */
export interface Check {
  /** From 1. */
  readonly number: number;
  readonly step: number;
  readonly expectation: Expectation;
  readonly picture: Framebuffer;
  /** As driven, where pixels may have kept their old ink. null: the same. */
  readonly ghost: Framebuffer | null;
}

/** Plays a trace to a panel that was just switched on. Returns the panel after the last event. */
export function playTrace(
  { header, events, unknownEvents, disagreement }: Trace,
  {
    device = null,
    onRefresh,
    onCheck,
  }: { device?: Device | null; onRefresh?: (refresh: Refresh) => void; onCheck?: (check: Check) => void },
): EmulatedPanel {
  const { definition, chipAssumed } = definitionOfTrace(header, events, device);
  const panel = createControllerPanel(definition);
  if (chipAssumed)
    panel.report('chip-assumed', {
      expected: 'a known chip for controller in the header, or --device',
      received: `${(header.controller ?? 'none').slice(0, 60)}, taken to be like ${definition.chip.id}`,
    });
  if (disagreement) panel.report('header-differs', disagreement);
  if (unknownEvents.length > 0)
    panel.report('unknown-event', {
      expected: 'the kinds of docs/panel-trace.md',
      received: unknownEvents.slice(0, 5).join(', '),
    });
  let number = 0;
  let ghost: Framebuffer | null = null;
  for (const [index, event] of events.entries()) {
    for (const refresh of panel.feed(event).refreshes) {
      ghost = refresh.ghost;
      onRefresh?.(refresh);
    }
    if (event[0] === 'refresh_expected')
      onCheck?.({ number: ++number, step: index + 1, expectation: event[1], picture: panel.glass(), ghost });
  }
  return panel;
}

/** Whether a check's picture must appear. In the negative cases it is what the caller meant, and a diagnostic must appear. */
export const isJudged = ({ kind }: Expectation): boolean => !kind || kind === 'negative:unchanged';

/** A picture in the controller's native orientation, turned to the way the label hangs. */
export function turnToLabel(frame: Framebuffer, device: Device): Framebuffer {
  const encoding = wiringOf(device);
  if (!encoding) return frame;
  const plane = { ...encoding.planes[0]!, part: 'all' as const };
  const { columns, rows, first, across, down } = placementOf(device, encoding, plane);
  const pixels = unpack(frame);
  const label = new Uint8Array(pixels.length);
  for (let y = 0, i = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, i++) label[first + x * across + y * down] = pixels[i]!;
  return pack(label, device.width, device.height, device.inks.length);
}

/**
 * The panel of a profile, just switched on: feed it what firmware sends, and see what the glass shows, the way the label
 * hangs. Time is virtual.
 * @throws {TraceError} for a panel whose wiring no source states
 * @example
 * import { createPanel, loadDevices, unpack } from 'esl-simulator';
 *
 * const panel = createPanel(loadDevices().get('gooddisplay-gdey0213b74'));
 * panel.feed(['c', 0x24]);
 * panel.feed(['d', new Uint8Array(22 * 250)]); // Rows of 176 px; 0 is black
 * panel.feed(['c', 0x22]);
 * panel.feed(['d', 'f7']);
 * const [refresh] = panel.feed(['c', 0x20]).refreshes;
 * console.log(refresh.kind, refresh.seconds, new Set(unpack(panel.glass()))); // full 1.617 Set(1) { 1 }
 * console.log(panel.diagnostics); // []
 */
export function createPanel(device: Device): EmulatedPanel {
  const panel = createControllerPanel(definitionOf(device));
  const turned = (refresh: Refresh): Refresh => ({
    ...refresh,
    picture: turnToLabel(refresh.picture, device),
    ghost: refresh.ghost && turnToLabel(refresh.ghost, device),
  });
  return {
    ...panel,
    feed(event) {
      const answer = panel.feed(event);
      return { ...answer, refreshes: answer.refreshes.map(turned) };
    },
    glass: () => turnToLabel(panel.glass(), device),
  };
}

const nominal: Readonly<Partial<Record<InkName, string>>> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  yellow: '#ffff00',
  orange: '#ff8000',
  green: '#00ff00',
  blue: '#0000ff',
  light_gray: '#aaaaaa',
  dark_gray: '#555555',
};

/** The colours of inks for a PNG, where no profile states them. */
export const coloursOf = (inks: readonly string[]): Device['inks'] =>
  (inks as readonly InkName[]).map((name) => {
    const colour = Object.hasOwn(nominal, name) ? nominal[name]! : '#808080';
    return { name, device: colour, measured: colour };
  });

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9.]+/g) ?? [];

/** The profile that a trace names: by its id, or by all words of its id or its model, with the same size and inks. */
export function profileOf({ panel, width, height, inks }: TraceHeader, devices: Iterable<Device>): Device | null {
  const named = new Set(words((panel ?? '').slice(0, 200)));
  const isNamed = (text: string): boolean => words(text).every((word) => named.has(word));
  const fits = (device: Device): boolean => {
    const native = nativeSize(device);
    return native.width === width && native.height === height && hasInks(device, inks);
  };
  return (
    [...devices].find((device) => wiringOf(device) && (isNamed(device.id) || isNamed(device.model)) && fits(device)) ??
    null
  );
}
