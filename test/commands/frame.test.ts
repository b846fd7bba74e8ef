import { writeFileSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { decodeFrame, encodeFrame, FrameError, LabelError, loadDevices, openSimulator } from '../../server/library.js';
import { pack, unpack } from '../../renderer/drawing/framebuffer.js';
import { expectEnd, runHere } from '../support/cli.js';
import { turnPicture } from '../support/devices/recordings.js';
import { milkLabel, temporaryFolder } from '../support/server.js';

const { at } = temporaryFolder();

const device = loadDevices().get('waveshare-4.2-b')!;
const simulator = await openSimulator();
const { frame, png } = simulator.render({ ...milkLabel, device: device.id });
writeFileSync(at('milk.png'), png);
const label = ['-d', device.id, '--name', 'Organic whole milk', '--price', '3.50', '--unit', '1 L'];
const dated = [...label, '--sku', milkLabel.sku, '--date', milkLabel.date];

describe('the library', () => {
  test('encodes and decodes by the id of the encoding', () => {
    const { bytes, planes } = encodeFrame(frame, device);
    expect([bytes.length, planes.map(({ command }) => command)]).toEqual([30_000, ['0x10', '0x13']]);
    expect(decodeFrame(bytes, device)).toEqual(frame);
    const other = encodeFrame(frame, device, 'gxepd2');
    expect(decodeFrame(other.bytes, device, 'gxepd2')).toEqual(frame);
    expect(other.planes[1]!.bytes).toEqual(planes[1]!.bytes.map((byte) => ~byte));
  });

  test('names the known values when it refuses one', () => {
    expect(() => encodeFrame(frame, device, 'gxepd')).toThrow(LabelError);
    expect(() => encodeFrame(frame, device, 'gxepd')).toThrow('(did you mean "gxepd2"?)');
    expect(() => decodeFrame(new Uint8Array(3), device)).toThrow(FrameError);
  });
});

describe('esl-sim render --format', () => {
  test('frame: the bytes that the panel is sent', async () => {
    const { code, stdout, stderr } = await runHere(['render', ...dated, '--format', 'frame']);
    expect([code, stderr]).toEqual([0, '']);
    expect(Uint8Array.from(stdout)).toEqual(Uint8Array.from(encodeFrame(frame, device).bytes));
  });

  test('c: one plane as an array of a C header', async () => {
    const args = ['render', ...dated, '--format', 'c', '-e', 'gxepd2', '--plane', '1', '-o', at('milk.h')];
    expect((await runHere(args)).code).toBe(0);
    const header = readFileSync(at('milk.h'), 'utf8');
    expect(header).toContain('encoding gxepd2, registers 0x00=0f 0x50=f7');
    expect(header.match(/static const uint8_t \w+/g)).toEqual(['static const uint8_t esl_label_plane_1']);
  });

  test('one plane of an encoding with a framing has none, in C either', async () => {
    const args = ['-d', 'gicisky-3.7-bwr', ...dated.slice(2), '--plane', '1'];
    const { stdout } = await runHere(['render', ...args, '--format', 'frame']);
    const header = (await runHere(['render', ...args, '--format', 'c'])).stdout.toString();
    expect(stdout).toHaveLength(12_480);
    expect(header.match(/static const uint8_t \w+\[\d+\]/g)).toEqual(['static const uint8_t esl_label_plane_1[12480]']);
  });

  test.each([
    [['--plane', '1'], 64, 'Expected --format frame or c beside --plane but received none'],
    [['--format', 'frame', '-e', 'x'], 64, '--encoding: Expected one of waveshare, '],
    [['--format', 'frame', '--plane', '2'], 64, '--plane: Expected 0 to 1 for plane'],
  ])('%j is refused', async (more, exit, message) => {
    await expectEnd(['render', ...dated, ...more], exit, message);
  });
});

describe('esl-sim frame', () => {
  test('encodes a PNG, and decodes it to the same picture', async () => {
    expect((await runHere(['frame', 'encode', at('milk.png'), '-d', device.id, '-o', at('milk.bin')])).code).toBe(0);
    const { code, stdout } = await runHere(['frame', 'decode', at('milk.bin'), '-d', device.id]);
    expect(code).toBe(0);
    expect(PNG.sync.read(stdout).data).toEqual(PNG.sync.read(png).data);
    const other = ['frame', 'decode', at('milk.bin'), '-d', device.id, '-e', 'waveshare-old'];
    await expectEnd(other, 65, 'for the pixel in column ');
  });

  test('--turn turns a picture clockwise for the panel, and back', async () => {
    const panel = ['-d', device.id, '--turn', '180'];
    const { pixels, width, height } = turnPicture(unpack(frame), frame.width, frame.height, 180);
    const shown = encodeFrame(pack(pixels, width, height, device.inks.length), device);
    expect(Uint8Array.from((await runHere(['frame', 'encode', at('milk.png'), ...panel])).stdout)).toEqual(shown.bytes);
    writeFileSync(at('turned.bin'), shown.bytes);
    const { stdout } = await runHere(['frame', 'decode', at('turned.bin'), ...panel]);
    expect(PNG.sync.read(stdout).data).toEqual(PNG.sync.read(png).data);
    const portrait = await runHere(['frame', 'decode', at('turned.bin'), '-d', device.id, '--turn', '90']);
    expect(PNG.sync.read(portrait.stdout)).toMatchObject({ width: 300, height: 400 });
    const oblique = ['frame', 'decode', at('turned.bin'), '-d', device.id, '--turn', '45'];
    await expectEnd(oblique, 64, 'Expected 0, 90, 180, 270');
  });

  test.each([
    [['encode', at('milk.png'), '-d', 'waveshare-7.5-b-v2'], 65, 'a PNG of 800×480 pixels'],
    [['encode', at('milk.png')], 64, '--device'],
    [['encode', at('none.png'), '-d', device.id], 1, 'none.png'],
    [['decode', at('milk.png'), '-d', device.id], 65, 'Expected 30000 bytes for encoding waveshare but received'],
    [['decode', at('milk.bin'), '-d', 'waveshare-4.2'], 64, 'Expected one of `esl-sim devices`'],
  ])('%j is refused', async (args, exit, message) => {
    await expectEnd(['frame', ...args], exit, message);
  });
});
