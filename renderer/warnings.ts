/**
 * The warnings, each with its grade: a text is `cut`, something is `lost` or `hidden`, or `smaller`; a content is `doubtful`, or
 * the label reads as it should. Their words are in the studio's texts by the same codes.
 */
export const warningGrades = {
  TEXT_TRUNCATED: 'cut',
  TEXT_SHRUNK: 'smaller',
  FIELD_HIDDEN: 'hidden',
  FIELD_COVERED: 'doubtful',
  GLYPH_MISSING: 'doubtful',
  FONT_REPLACED: 'harmless',
  ICON_UNKNOWN: 'doubtful',
  PICTURE_UNKNOWN: 'doubtful',
  PICTURE_PALE: 'doubtful',
  INVISIBLE_REMOVED: 'harmless',
  BARCODE_OMITTED: 'lost',
  INK_UNAVAILABLE: 'doubtful',
  OFFER_NOT_LOWER: 'doubtful',
  UNIT_PRICE_MISMATCH: 'harmless',
  QUANTITY_UNREAD: 'doubtful',
  PRICE_ZERO: 'doubtful',
  LOWEST_PRICE_BELOW_PRICE: 'doubtful',
  LOWEST_PRICE_ABOVE_PREVIOUS: 'doubtful',
  DISCOUNT_TOO_HIGH: 'doubtful',
  MEMBER_PRICE_NOT_LOWER: 'doubtful',
  MULTI_BUY_DEARER: 'doubtful',
  MULTI_BUY_QUANTITY: 'doubtful',
  PAY_QUANTITY_NOT_LOWER: 'doubtful',
  OFFER_ENDED: 'doubtful',
  OFFER_END_UNREADABLE: 'doubtful',
  PRICE_MAGNITUDE: 'doubtful',
  DEPOSIT_ABOVE_PRICE: 'doubtful',
  FIELD_TWICE: 'doubtful',
  TEXT_DAMAGED: 'doubtful',
  NUMBER_DAMAGED: 'doubtful',
  DATA_UNUSED: 'doubtful',
  ARTICLE_NOT_DRAWN: 'doubtful',
  CURRENCY_TAKEN: 'harmless',
} as const;

/** What a warning is about, such as TEXT_SHRUNK. */
export type WarningCode = keyof typeof warningGrades;
