import type { LintRule, WarningRule } from '../rule.js';
import { depositAbovePrice } from './deposit-above-price.js';
import { discountTooHigh } from './discount-too-high.js';
import { fieldTwice } from './field-twice.js';
import { lowestPriceAbovePrevious } from './lowest-price-above-previous.js';
import { lowestPriceBelowPrice } from './lowest-price-below-price.js';
import { memberPriceNotLower } from './member-price-not-lower.js';
import { multiBuyDearer } from './multi-buy-dearer.js';
import { offerEndUnreadable } from './offer-end-unreadable.js';
import { offerEnded } from './offer-ended.js';
import { offerNotLower } from './offer-not-lower.js';
import { payQuantityNotLower } from './pay-quantity-not-lower.js';
import { priceZero } from './price-zero.js';
import { unitPriceMismatch } from './unit-price-mismatch.js';

/** The rules that every answer also has as warnings, by the same codes. */
export const warningRules: readonly WarningRule[] = [offerNotLower, unitPriceMismatch];

/** What a label says contradicts itself. */
export const truthRules: readonly LintRule[] = [
  priceZero,
  ...warningRules,
  lowestPriceBelowPrice,
  lowestPriceAbovePrevious,
  discountTooHigh,
  memberPriceNotLower,
  multiBuyDearer,
  payQuantityNotLower,
  offerEnded,
  offerEndUnreadable,
  depositAbovePrice,
  fieldTwice,
];
