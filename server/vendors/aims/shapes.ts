import type { AnswerShape } from '../core/shape.js';

/** Facts of SoluM's description of AIMS SaaS 2.x: the members of requests. */

export const place: Readonly<Record<string, AnswerShape>> = { company: 'id', store: 'id' };

export const articles = [
  { articleId: 'id', 'articleName?': 'string|null', 'nfcUrl?': 'string|null', 'eans?': ['string'], 'data?': 'object' },
] as const satisfies AnswerShape;
export const deletions = { articleDeleteList: ['id'] } as const satisfies AnswerShape;
export const links = {
  assignList: [{ labelCode: 'id', articleIdList: ['id'], 'templateName?': 'string|null' }],
} as const satisfies AnswerShape;
export const unlinks = { unAssignList: ['id'] } as const satisfies AnswerShape;
export const whitelist = { labelList: ['id'] } as const satisfies AnswerShape;
export const image = {
  labelCode: 'id',
  page: 'integer',
  frontPage: 'integer',
  image: 'string',
  'dithering?': 'boolean|null',
  'optAlgType?': 'integer|null',
} as const satisfies AnswerShape;

export const pageChanges = { pageChangeList: [{ labelCode: 'id', page: 'integer' }] } as const satisfies AnswerShape;
export const lights = { 'ledBlinkList?': [{ labelCode: 'id' }] } as const satisfies AnswerShape;
