import { defaultResolver } from '../../codes/digital-link.js';
import { createQrFitter } from '../../codes/qr-box.js';
import { limits, workCosts } from '../../limits.js';
import { shapingOf } from '../../slots/arranged.js';
import type { NodeDrawing } from '../../slots/kind.js';
import { symbolIn } from '../../slots/symbols.js';
import type { QrNode } from './schema.js';

/** The bytes of a GS1 Digital Link besides its resolver and its number: "/01/" and zeros. */
const linkBytes = 10;

export const qr: NodeDrawing<QrNode> = {
  arranging({ ruler, meter, filled }) {
    const fit = createQrFitter(ruler);
    return (node, slot, device) => {
      const resolver = node.text === undefined ? (node.resolver ?? slot.shared.resolver ?? defaultResolver) : undefined;
      const charge = (text: string) => {
        const bytes = Buffer.byteLength(text) + (resolver === undefined ? 0 : resolver.length + linkBytes);
        meter.charge(workCosts.qr + Math.min(bytes, limits.codes.qr) * workCosts.qrByte + shapingOf(slot));
      };
      return filled(slot, symbolIn(node, slot, device, fit, resolver === undefined ? {} : { resolver }, charge));
    };
  },
};
