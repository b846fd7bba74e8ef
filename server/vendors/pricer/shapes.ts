import type { AnswerShape } from '../core/shape.js';

/** Facts of Pricer's descriptions: Central Manager 4.41.0 and Store 1.0.0. `?` marks what a description does not require. */

export const item = {
  'itemId?': 'id',
  'itemName?': 'string|null',
  'price?': 'string|number|null',
  'itemGroup?': 'string|null',
  'department?': 'string|null',
  'presentation?': 'string|null',
  'validFrom?': 'string|null',
  'sics?': 'array|null',
  'properties?': 'object|null',
} as const satisfies AnswerShape;
export const items = [item] as const satisfies AnswerShape;
export const deletions = { itemIds: ['id'] } as const satisfies AnswerShape;
const link = {
  'barcode?': 'id',
  'itemId?': 'id|null',
  'linkedItemId?': 'id|null',
  'displayPosition?': 'integer|null',
  'facings?': 'any',
} as const satisfies AnswerShape;
export const labels = [{ barcode: 'id', 'modelName?': 'string|null', 'links?': [link] }] as const satisfies AnswerShape;
export const singleLink = {
  barcode: 'id',
  itemId: 'id',
  'displayPosition?': 'integer|null',
  'modelName?': 'string|null',
} as const satisfies AnswerShape;
