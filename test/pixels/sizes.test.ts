import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { encodePng, loadLayouts } from '../../renderer/index.js';
import { share } from '../support/labels/share.js';
import { imageData } from '../support/pictures/image-data.js';
import { productContent } from '../support/labels/products.js';

test('PNGs come out within 6 % of zlib’s best, with the code for labels within a quarter', () => {
  for (const [turn, layout] of [...loadLayouts().values()].entries())
    for (const device of share([...loadDevices().values()], 4, turn)) {
      let [fast, best] = [0, 0];
      for (const locale of ['en-US', 'hi-IN']) {
        const { frame } = renderer.render(productContent(locale, layout, device), layout, device);
        const smallest = deflateSync(frame.rows, { level: 9 }).length;
        const kept = imageData(encodePng(frame, device)).length;
        const where = [layout.id, device.id, locale];
        expect([...where, kept / smallest, kept <= smallest * 1.06]).toEqual([...where, kept / smallest, true]);
        fast += imageData(encodePng(frame, device, { level: 1 })).length;
        best += smallest;
      }
      const where = [layout.id, device.id];
      expect([...where, fast / best, fast <= best * 1.25]).toEqual([...where, fast / best, true]);
    }
});
