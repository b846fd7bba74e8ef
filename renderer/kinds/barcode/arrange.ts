import { createBarcodeFitter } from '../../codes/barcode-box.js';
import { limits, workCosts } from '../../limits.js';
import { shapingOf } from '../../slots/arranged.js';
import type { NodeDrawing } from '../../slots/kind.js';
import { symbolIn } from '../../slots/symbols.js';
import type { BarcodeNode } from './schema.js';

export const barcode: NodeDrawing<BarcodeNode> = {
  arranging({ ruler, meter, filled }) {
    const fit = createBarcodeFitter(ruler);
    return (node, slot, device) => {
      const { symbology = 'auto', digits = true, guards = 'long' } = node;
      const charge = ({ length }: string) => {
        meter.charge(workCosts.barcode + Math.min(length, limits.codes.code128) * workCosts.bar + shapingOf(slot));
      };
      return filled(slot, symbolIn(node, slot, device, fit, { symbology, digits, guards }, charge));
    };
  },
};
