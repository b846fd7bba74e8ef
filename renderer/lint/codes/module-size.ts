import { millimetres, roundedDown } from '../label.js';
import type { LintRule } from '../rule.js';

/** In mm. */
const ranges = { barcode: { least: 0.264, most: 0.66 }, qr: { least: 0.375, most: 0.99 } } as const;

export const moduleSize: LintRule = {
  code: 'MODULE_SIZE',
  grade: 'error',
  laws: [
    {
      set: 'codes',
      law: 'GS1 General Specifications, 5.12.3.1, symbol specification table 1',
      source: 'gs1.org, General Specifications; stand.no, article 322 (QR codes)',
    },
  ],
  assumed:
    'a label is scanned as goods at a checkout are; QR codes have the range of a GS1 Digital Link, above which phones still read them',
  mend: 'Give the code a wider box, or a panel of another density.',
  check({ boxes, device }) {
    return boxes.flatMap((box) => {
      const { kind, symbol, fields } = box;
      if (!symbol || (kind !== 'barcode' && kind !== 'qr')) return [];
      const { least, most } = ranges[kind];
      const mm = millimetres(symbol.module, device);
      if (mm >= least && mm <= most) return [];
      const drawn = `${mm > most ? (Math.ceil(mm * 1000) / 1000).toFixed(3) : roundedDown(mm, 3)} mm`;
      const message = `A module of the ${kind === 'qr' ? 'QR code' : 'barcode'} is ${drawn} wide`;
      const grade = mm > most ? 'warning' : 'error';
      return [{ message, wanted: `${least} to ${most} mm`, drawn, fields, boxes: [box], grade }];
    });
  },
};
