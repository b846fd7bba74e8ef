import type { LintRule } from '../rule.js';
import { atPriceHeight } from './at/at-price-height.js';
import { atUnitPriceHeight } from './at/at-unit-price-height.js';
import { atUnitPriceRatio } from './at/at-unit-price-ratio.js';
import { qcLabelArea } from './ca-qc/qc-label-area.js';
import { qcMemberSimilar } from './ca-qc/qc-member-similar.js';
import { qcPricePoints } from './ca-qc/qc-price-points.js';
import { qcSinglePrice } from './ca-qc/qc-single-price.js';
import { qcTextPoints } from './ca-qc/qc-text-points.js';
import { lowestPriceMissing } from './common/lowest-price-missing.js';
import { normalPriceMissing } from './common/normal-price-missing.js';
import { reductionFromOtherPrice } from './common/reduction-from-other-price.js';
import { unitPriceMissing } from './common/unit-price-missing.js';
import { deUnitPriceUnit } from './de/de-unit-price-unit.js';
import { nzUnitPriceRatio } from './nz/nz-unit-price-ratio.js';
import { ukMemberUnitPrice } from './uk/uk-member-unit-price.js';
import { ctUnitPriceHeading } from './us/ct-unit-price-heading.js';
import { ctUnitPricePlace } from './us/ct-unit-price-place.js';
import { maLabelHeight } from './us/ma-label-height.js';
import { maPriceHeight } from './us/ma-price-height.js';
import { ctUnitPriceDigits, njUnitPriceCents } from './us/unit-price-below-dollar.js';

/** What laws ask of a label. */
export const lawRules: readonly LintRule[] = [
  unitPriceMissing,
  lowestPriceMissing,
  reductionFromOtherPrice,
  normalPriceMissing,
  atPriceHeight,
  atUnitPriceHeight,
  atUnitPriceRatio,
  deUnitPriceUnit,
  ukMemberUnitPrice,
  nzUnitPriceRatio,
  qcPricePoints,
  qcTextPoints,
  qcLabelArea,
  qcMemberSimilar,
  qcSinglePrice,
  maPriceHeight,
  maLabelHeight,
  ctUnitPriceHeading,
  ctUnitPricePlace,
  ctUnitPriceDigits,
  njUnitPriceCents,
];
