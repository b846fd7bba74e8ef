import { expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { pack, unpack } from '../../renderer/drawing/framebuffer.js';
import { decodeFrame, encodeFrame, turnedPanel, turns } from '../../renderer/frame/index.js';
import { testPicture, turnPicture } from '../support/devices/recordings.js';

const device = loadDevices().get('gooddisplay-gdey0213f51')!;

test.each(turns)('a picture that is turned by %i degrees is sent as its turned copy is, and decoded', (turn) => {
  for (const encoding of device.encodings) {
    const panel = turnedPanel(device, encoding, turn);
    const { width, height } = panel.device;
    expect([width, height]).toEqual(turn % 180 === 0 ? [250, 122] : [122, 250]);
    const picture = testPicture(width, height, device.inks.length);
    const frame = pack(picture, width, height, device.inks.length);
    const { bytes } = encodeFrame(frame, panel.device, panel.encoding);
    const copy = pack(turnPicture(picture, width, height, turn).pixels, 250, 122, device.inks.length);
    expect(Buffer.compare(bytes, encodeFrame(copy, device, encoding).bytes)).toBe(0);
    expect(Buffer.compare(unpack(decodeFrame(bytes, panel.device, panel.encoding)), picture)).toBe(0);
  }
});
