import type { AnswerShape } from '../core/shape.js';

/** Facts of Minew's document "ESL Cloud Platform Open API" V5.0.24: the members of requests. */

const bound = { labelMac: 'id', goodsId: 'id', 'demoIdMap?': 'object|null' } as const;
export const binding = { ...bound, 'storeId?': 'any' } as const satisfies AnswerShape;
export const bindingList = { 'storeId?': 'any', labelTemplateDataVOList: [bound] } as const satisfies AnswerShape;
export const goodsList = { 'storeId?': 'any', goodsList: [{ id: 'id' }] } as const satisfies AnswerShape;
export const update = {
  labelMac: 'id',
  'storeId?': 'any',
  goodsMap: { id: 'id' },
  'demoIdMap?': 'object|null',
} as const satisfies AnswerShape;
export const store = { number: 'id', name: 'id', 'address?': 'id|null' } as const satisfies AnswerShape;
export const logs = {
  'storeId?': 'any',
  'actionType?': 'string|integer|null',
  'condition?': 'string|null',
} as const satisfies AnswerShape;
export const macs = { 'storeId?': 'any', macs: ['id'] } as const satisfies AnswerShape;
