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

/** Chips without differences from their family, whose own name comes first. */
const plain: Readonly<Record<FamilyId, string>> = {
  ssd16xx: 'SSD16xx SSD1673 SSD1682 SSD1685 IL3829 IL3897',
  uc81xx: 'UC81xx UC8151 UC8151D UC8253 UC8276 IL0373 IL0398 IL91874 JD79653 JD79686',
  'four-ink': 'JD796xx JD79660 JD79661 JD79665 JD79665AA JD79667 JD79668 HX8717 SSD2677',
  'six-ink': 'Spectra ACeP UC8159 AC073TC1A E640 E673',
};

/**
 * Memory sizes: the window that a reset sets, as read in recordings of drivers that never set one, and zephyr's and GxEPD2's
 * drivers.
 */
const special: readonly Chip[] = [
  { family: 'ssd16xx', id: 'SSD1608', width: 240, height: 320 },
  { family: 'ssd16xx', id: 'SSD1619', width: 400, height: 300 },
  { family: 'ssd16xx', id: 'SSD1675', width: 160, height: 296 },
  { family: 'ssd16xx', id: 'SSD1677', width: 960, height: 680 },
  { family: 'ssd16xx', id: 'SSD1680', width: 176, height: 296 },
  { family: 'ssd16xx', id: 'SSD1681', width: 200, height: 200 },
  { family: 'ssd16xx', id: 'SSD1683', width: 400, height: 300 },
  { family: 'ssd16xx', id: 'IL3820', width: 240, height: 320 },
  { family: 'uc81xx', id: 'UC8175', copiesOld: false, hasNoModes: true },
  { family: 'uc81xx', id: 'UC8176', copiesOld: false },
  { family: 'uc81xx', id: 'UC8179', copiesOld: 'n2ocp' },
  { family: 'uc81xx', id: 'GD7965', copiesOld: 'n2ocp' },
  { family: 'uc81xx', id: 'IL0371', bits: [4, 1], hasNoModes: true, codes: { black: 0, white: 3, red: 4, yellow: 4 } },
  { family: 'uc81xx', id: 'IL0376', bits: [2, 1] },
  { family: 'six-ink', id: 'EL133UF1', chips: 2 },
  { family: 'six-ink', id: 'T133A01', chips: 2 },
];

export const chips: readonly Chip[] = [
  ...Object.values(families).flatMap(({ id: family }) => plain[family].split(' ').map((id) => ({ id, family }))),
  ...special,
];
