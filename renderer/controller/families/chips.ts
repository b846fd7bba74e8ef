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
 * zephyr's and GxEPD2's drivers. A family's name is the id of a chip that no source names.
 */
export const chips: readonly Chip[] = [
  chip('ssd16xx', 'SSD16xx'),
  chip('ssd16xx', 'SSD1608', size(240, 320)),
  chip('ssd16xx', 'SSD1619', size(400, 300)),
  chip('ssd16xx', 'SSD1673'),
  chip('ssd16xx', 'SSD1675', size(160, 296)),
  chip('ssd16xx', 'SSD1677', size(960, 680)),
  chip('ssd16xx', 'SSD1680', size(176, 296)),
  chip('ssd16xx', 'SSD1681', size(200, 200)),
  chip('ssd16xx', 'SSD1682'),
  chip('ssd16xx', 'SSD1683', size(400, 300)),
  chip('ssd16xx', 'SSD1685'),
  chip('ssd16xx', 'IL3820', size(240, 320)),
  chip('ssd16xx', 'IL3829'),
  chip('ssd16xx', 'IL3897'),
  chip('uc81xx', 'UC81xx'),
  chip('uc81xx', 'UC8151'),
  chip('uc81xx', 'UC8151D'),
  chip('uc81xx', 'UC8175', { copiesOld: false }),
  chip('uc81xx', 'UC8176', { copiesOld: false }),
  chip('uc81xx', 'UC8179', { copiesOld: 'n2ocp' }),
  chip('uc81xx', 'UC8253'),
  chip('uc81xx', 'UC8276'),
  chip('uc81xx', 'GD7965', { copiesOld: 'n2ocp' }),
  chip('uc81xx', 'IL0371', { bits: [4, 1], codes: { black: 0, white: 3, red: 4, yellow: 4 } }),
  chip('uc81xx', 'IL0373'),
  chip('uc81xx', 'IL0376', { bits: [2, 1] }),
  chip('uc81xx', 'IL0398'),
  chip('uc81xx', 'IL91874'),
  chip('uc81xx', 'JD79653'),
  chip('uc81xx', 'JD79686'),
  chip('four-ink', 'JD796xx'),
  chip('four-ink', 'JD79660'),
  chip('four-ink', 'JD79661'),
  chip('four-ink', 'JD79665'),
  chip('four-ink', 'JD79665AA'),
  chip('four-ink', 'JD79667'),
  chip('four-ink', 'JD79668'),
  chip('four-ink', 'HX8717'),
  chip('four-ink', 'SSD2677'),
  chip('six-ink', 'ACeP'),
  chip('six-ink', 'Spectra'),
  chip('six-ink', 'UC8159'),
  chip('six-ink', 'AC073TC1A'),
  chip('six-ink', 'E640'),
  chip('six-ink', 'E673'),
  chip('six-ink', 'EL133UF1', { chips: 2 }),
  chip('six-ink', 'T133A01', { chips: 2 }),
];
