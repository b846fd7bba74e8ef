import type { AnswerShape } from '../core/shape.js';

/** Facts of Minew's document "ESL Cloud Platform Open API" V5.0.24: the members of requests. */

const bound = { labelMac: 'id', goodsId: 'id', 'demoIdMap?': 'object|null' } as const;
export const binding: AnswerShape = { ...bound, 'storeId?': 'any' };
export const bindingList: AnswerShape = { 'storeId?': 'any', labelTemplateDataVOList: [bound] };
export const macs: AnswerShape = { 'storeId?': 'any', macs: ['id'] };
