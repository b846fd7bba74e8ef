import { fourInk, sixInk } from './colour-codes.js';
import type { Chip, Family, FamilyId } from './family.js';
import { ssd16xx } from './ssd16xx.js';
import { uc81xx } from './uc81xx.js';

export const families: Readonly<Record<FamilyId, Family>> = {
  ssd16xx,
  uc81xx,
  'four-ink': fourInk,
  'six-ink': sixInk,
};

const chip = (family: FamilyId, id: string, more: Omit<Chip, 'id' | 'family'> = {}): Chip => ({ id, family, ...more });
const size = (width: number, height: number) => ({ width, height });

/**
 * The known chips. Memory sizes: the window that a reset sets, as read in recordings of drivers that never set one, and
 * zephyr's and GxEPD2's drivers. A family's own name stands for a chip that no source names.
 */
export const chips: readonly Chip[] = [
  chip('ssd16xx', 'ssd16xx'),
  chip('ssd16xx', 'ssd1608', size(240, 320)),
  chip('ssd16xx', 'ssd1619', size(400, 300)),
  chip('ssd16xx', 'ssd1673'),
  chip('ssd16xx', 'ssd1675', size(160, 296)),
  chip('ssd16xx', 'ssd1677', size(960, 680)),
  chip('ssd16xx', 'ssd1680', size(176, 296)),
  chip('ssd16xx', 'ssd1681', size(200, 200)),
  chip('ssd16xx', 'ssd1682'),
  chip('ssd16xx', 'ssd1683', size(400, 300)),
  chip('ssd16xx', 'ssd1685'),
  chip('ssd16xx', 'il3820', size(240, 320)),
  chip('ssd16xx', 'il3829'),
  chip('ssd16xx', 'il3897'),
  chip('uc81xx', 'uc81xx'),
  chip('uc81xx', 'uc8151'),
  chip('uc81xx', 'uc8175', { copiesOld: false }),
  chip('uc81xx', 'uc8176', { copiesOld: false }),
  chip('uc81xx', 'uc8179', { copiesOld: true }),
  chip('uc81xx', 'uc8253'),
  chip('uc81xx', 'uc8276'),
  chip('uc81xx', 'gd7965', { copiesOld: true }),
  chip('uc81xx', 'il0371', { bits: [4, 1], codes: { black: 0, white: 3, red: 4, yellow: 4 } }),
  chip('uc81xx', 'il0373'),
  chip('uc81xx', 'il0376', { bits: [2, 1] }),
  chip('uc81xx', 'il0398'),
  chip('uc81xx', 'il91874'),
  chip('uc81xx', 'jd79653'),
  chip('uc81xx', 'jd79686'),
  chip('four-ink', 'jd796xx'),
  chip('four-ink', 'jd79660'),
  chip('four-ink', 'jd79661'),
  chip('four-ink', 'jd79665'),
  chip('four-ink', 'jd79667'),
  chip('four-ink', 'jd79668'),
  chip('four-ink', 'hx8717'),
  chip('four-ink', 'ssd2677'),
  chip('six-ink', 'acep'),
  chip('six-ink', 'spectra'),
  chip('six-ink', 'uc8159'),
  chip('six-ink', 'ac073tc1a'),
  chip('six-ink', 'e640'),
  chip('six-ink', 'e673'),
  chip('six-ink', 'el133uf1', { chips: 2 }),
  chip('six-ink', 't133a01', { chips: 2 }),
];
