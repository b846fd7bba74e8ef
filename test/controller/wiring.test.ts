import { describe, expect, test } from '@jest/globals';
import { type Device, type Encoding, loadDevices } from '../../devices/index.js';
import { headerOf, nativeSize, traceFor, wiringOf } from '../../renderer/controller/definition.js';
import { playTrace, profileOf, turnToLabel } from '../../renderer/controller/play.js';
import { readTrace } from '../../renderer/controller/traces/trace.js';
import { encodeFrame } from '../../renderer/frame/index.js';
import { createPanel, type EmulatedPanel, pack, type PanelEvent, unpack } from '../../renderer/index.js';

const devices = [...loadDevices().values()];

/** Inks whose codes a driver exchanges, as its recordings show: the glass shows that. */
const swappedInks: Readonly<Record<string, readonly number[]>> = { 'gooddisplay-gdey029f51': [2, 3] };

/** A picture without any symmetry: a diagonal, and each ink in a block at the top left. */
function picture({ width, height, inks }: Device): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x >> 3 < inks.length && y < 16) return x >> 3;
    return Math.abs(x * height - y * width) < width + height ? 1 : 0;
  });
}

/** Sends a frame as an encoding says: its registers, counters at the start of the window, planes, a refresh. */
function send(panel: EmulatedPanel, device: Device, { init, planes }: Encoding, bytes: readonly Uint8Array[]) {
  const events: PanelEvent[] = [];
  const feed = (event: PanelEvent) => {
    events.push(event);
    panel.feed(event);
  };
  const command = (name: string | number, ...data: (string | Uint8Array)[]) => {
    feed(['c', Number(name)]);
    for (const part of data) feed(['d', part]);
  };
  const isSsd = planes.some(({ command: name }) => name === '0x24');
  for (const [name, value] of Object.entries(init)) command(name, value);
  const [columns, rows] = [init['0x44'], init['0x45']];
  for (const [i, plane] of planes.entries()) {
    if (isSsd && columns) command(0x4e, columns.slice(0, columns.length / 2));
    if (isSsd && rows) command(0x4f, rows.slice(0, rows.length / 2));
    // Halves go to two chips.
    if (plane.part !== 'all') {
      feed(['cs', plane.part === 'left' ? 0 : 1, 0]);
      feed(['cs', plane.part === 'left' ? 1 : 0, 1]);
    }
    command(plane.command!, bytes[i]!);
  }
  for (const line of [0, 1]) feed(['cs', 0, line]);
  if (!isSsd) command(0x04);
  feed(['busy']);
  if (isSsd) command(0x22, 'f7');
  command(isSsd ? 0x20 : 0x12);
  feed(['busy']);
  expect([device.id, panel.diagnostics.filter(({ grade }) => grade === 'error')]).toEqual([device.id, []]);
  return events;
}

describe('each profile', () => {
  test.each(devices.filter(wiringOf).map((device) => [device.id, device] as const))(
    '%s shows what its wiring sends, the way the label hangs',
    (_, device) => {
      const encoding = wiringOf(device)!;
      const pixels = picture(device);
      const { width, height, inks } = device;
      const { planes } = encodeFrame(pack(pixels, width, height, inks.length), device, encoding);
      const panel = createPanel(device);
      const events = send(
        panel,
        device,
        encoding,
        planes.map(({ bytes }) => bytes),
      );
      const swapped = swappedInks[device.id] ?? [];
      const wanted = pixels.map((ink) => (swapped.includes(ink) ? swapped.find((other) => other !== ink)! : ink));
      const glass = unpack(panel.glass());
      expect(glass.reduce((wrong, ink, i) => wrong + (ink === wanted[i] ? 0 : 1), 0)).toBe(0);
      // Halves go to two chips in a trace, too.
      if (planes.length === 0 || encoding.planes[0]!.part === 'all') return;
      const { trace } = traceFor(
        { ...readTrace(`${JSON.stringify({ ...headerOf(device), controller: null })}\n["c",18]`), events },
        device,
        devices,
      );
      const played = playTrace(trace, { device }).glass();
      expect(Buffer.compare(unpack(turnToLabel(played, device)), glass)).toBe(0);
    },
  );

  test('without a wiring is refused, tags and parallel panels among them', () => {
    const refused = devices.filter((device) => !wiringOf(device));
    expect(refused.length).toBeGreaterThan(90);
    for (const device of refused)
      expect(() => createPanel(device)).toThrow(`received ${device.id}: no source states how its glass is wired`);
    const ids = refused.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['inkplate-10', 'm5paper', 'solum-m2-2.9-bwr', 'adafruit-magtag']));
    expect(ids).not.toEqual(expect.arrayContaining(['gooddisplay-gdeq0426t82']));
  });
});

test('a complete header that is played in place of a profile says so, whichever of both can be emulated', () => {
  const [wired, other] = devices.filter(wiringOf) as [Device, Device];
  const unwired = devices.find((device) => !wiringOf(device))!;
  const differences = (panel: string, device: Device) => {
    const trace = readTrace(`${JSON.stringify({ ...headerOf(device), panel })}\n["c",18]`);
    const { disagreement } = traceFor(trace, device, devices, true).trace;
    return disagreement && `${disagreement.expected} | ${disagreement.received}`;
  };
  expect(differences('a model', wired)).toBeUndefined();
  expect(differences(wired.id, wired)).toBeUndefined();
  for (const { id } of [other, unwired])
    expect(differences(id, wired)).toBe(`${wired.id}, as of ${wired.id} | ${id} in the header, which is taken`);
  expect(differences('a model', unwired)).toBe(
    `a wiring that no source states, as of ${unwired.id} | one in the header, which is taken`,
  );
});

test('a trace names a profile by its id or all words of its model, in any case, with its size and inks', () => {
  for (const device of devices.filter(wiringOf)) {
    const header = { ...nativeSize(device), inks: device.inks.map(({ name }) => name) };
    const named = (panel: string, more: object = {}) => profileOf({ ...header, panel, ...more }, [device])?.id;
    for (const panel of [device.id, device.model.toUpperCase(), `my ${device.model}, lower left`])
      expect(named(panel)).toBe(device.id);
    expect(named(device.model, { width: header.width + 8 })).toBeUndefined();
    expect(named(device.model, { inks: header.inks.slice(1) })).toBeUndefined();
    expect(named('another panel')).toBeUndefined();
  }
});
