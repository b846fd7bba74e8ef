import type { Device } from '../../devices/index.js';
import { contains, type Rectangle } from '../shapes/rectangle.js';
import { redContrastOf } from './contrast.js';
import { inPercent, millimetres, roundedDown } from './label.js';
import type { MeasuredBox, MeasuredSymbol } from './measure.js';
import { type LintRule, none } from './rule.js';

/** In mm. */
const ranges = { barcode: { least: 0.264, most: 0.66 }, qr: { least: 0.375, most: 0.99 } } as const;

/** Blank modules before and after the bars, by the number of modules; `other` for codes of variable length; `qr` on all sides. */
const quiet = { 95: [11, 7], 67: [7, 7], other: [10, 10], qr: [4, 4] } as const;

type QuietSide = 'left' | 'right' | 'top' | 'bottom';

function wantedOf({ bounds, module, turned }: MeasuredSymbol, kind: MeasuredBox['kind']): readonly [number, number] {
  if (kind === 'qr') return quiet.qr;
  const modules = Math.round((turned ? bounds.height : bounds.width) / module);
  return modules === 95 || modules === 67 ? quiet[modules] : quiet.other;
}

/** The px of blank ground beside a symbol: to the next ink, to the edge of its ground or to that of the panel. */
function roomAt(
  side: QuietSide,
  { bounds }: MeasuredSymbol,
  others: readonly MeasuredBox[],
  ground: Rectangle | undefined,
  device: Device,
): number {
  const [along, across] = side === 'left' || side === 'right' ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const length = { x: 'width', y: 'height' } as const;
  const isBefore = side === 'left' || side === 'top';
  const endOf = (one: Rectangle, axis: 'x' | 'y') => one[axis] + one[length[axis]];
  const beside = others
    .map(({ ink }) => ink)
    .filter((ink) => ink[across] < endOf(bounds, across) && bounds[across] < endOf(ink, across))
    .map((ink) => (isBefore ? bounds[along] - endOf(ink, along) : ink[along] - endOf(bounds, along)))
    .filter((room) => room > -bounds[length[along]]);
  const within = (outer: Rectangle) =>
    isBefore ? bounds[along] - outer[along] : endOf(outer, along) - endOf(bounds, along);
  const panel = { x: 0, y: 0, width: device.width, height: device.height };
  return Math.max(0, Math.min(within(panel), ground ? within(ground) : Infinity, ...beside));
}

/** Symbol contrast of grade C. */
const leastContrast = 0.4;

/** What a scanner can't read. */
export const codeRules: readonly LintRule[] = [
  {
    code: 'CODE_OMITTED',
    grade: 'error',
    laws: [{ set: 'codes' }],
    mend: 'Send a valid article number, take a larger panel, or a layout with more room for the code.',
    check: ({ warnings }) => {
      const omitted = warnings.filter(({ code }) => code === 'BARCODE_OMITTED');
      if (omitted.length === 0) return none;
      return omitted.map(({ field, message }) => ({ message, wanted: 'a code', drawn: 'none', fields: [field] }));
    },
  },
  {
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
  },
  {
    code: 'QUIET_ZONE',
    grade: 'error',
    laws: [
      {
        set: 'codes',
        law: 'GS1 General Specifications, quiet zones; ISO/IEC 18004, 9.1',
      },
    ],
    mend: 'Keep other boxes away from the code, or give it a wider box.',
    unknown: 'Whether the case around the panel is light.',
    check({ boxes, device }) {
      return boxes.flatMap((box) => {
        const { symbol, kind, fields } = box;
        if (!symbol) return [];
        const sides: readonly QuietSide[] =
          kind === 'qr' ? ['left', 'right', 'top', 'bottom'] : symbol.turned ? ['top', 'bottom'] : ['left', 'right'];
        const wanted = wantedOf(symbol, kind);
        const others = boxes.filter((other) => other !== box && !contains(other, symbol.bounds));
        const grounds = boxes.filter((other) => other.kind === 'box' && contains(other, symbol.bounds));
        const short = sides.flatMap((side, i) => {
          const modules = roomAt(side, symbol, others, grounds.at(-1), device) / symbol.module;
          const least = wanted[i % 2]!;
          return modules < least ? [{ side, modules, least }] : [];
        })[0];
        if (!short) return [];
        const drawn = `${Math.floor(short.modules * 10) / 10} modules`;
        const message = `The ${short.side} of the code has ${drawn} of blank ground`;
        return [{ message, wanted: `at least ${short.least} modules`, drawn, fields, boxes: [box] }];
      });
    },
  },
  {
    code: 'BAR_CONTRAST',
    grade: 'error',
    laws: [
      {
        set: 'codes',
        law: 'ISO/IEC 15416, symbol contrast of grade C',
      },
    ],
    assumed: 'scanners with red light, and the colours that were measured on a panel of these inks',
    mend: 'Put the code on white.',
    check({ boxes, device }) {
      return boxes.flatMap((box) => {
        if (!box.symbol) return [];
        const contrast = redContrastOf(box.colour, box.ground, device);
        if (contrast >= leastContrast) return [];
        const drawn = inPercent(contrast);
        const message = `In red light, ${box.colour} bars on ${box.ground} differ by ${drawn}`;
        return [{ message, wanted: `at least ${inPercent(leastContrast)}`, drawn, fields: box.fields, boxes: [box] }];
      });
    },
  },
];
