import type { AnswerShape } from '../core/shape.js';

/** Facts of SoluM's description of AIMS SaaS 2.x: the members of requests. */

export const place: Readonly<Record<string, AnswerShape>> = { company: 'id', store: 'id' };

export const articles: AnswerShape = [
  { articleId: 'id', 'articleName?': 'string|null', 'nfcUrl?': 'string|null', 'eans?': ['string'], 'data?': 'object' },
];
export const deletions: AnswerShape = { articleDeleteList: ['id'] };
export const links: AnswerShape = {
  assignList: [{ labelCode: 'id', articleIdList: ['id'], 'templateName?': 'string|null' }],
};
export const unlinks: AnswerShape = { unAssignList: ['id'] };
export const whitelist: AnswerShape = { labelList: ['id'] };
export const image: AnswerShape = {
  labelCode: 'id',
  page: 'integer',
  frontPage: 'integer',
  image: 'string',
  'dithering?': 'boolean|null',
  'optAlgType?': 'integer|null',
};

export const pageChanges: AnswerShape = { pageChangeList: [{ labelCode: 'id', page: 'integer' }] };
export const lights: AnswerShape = { 'ledBlinkList?': [{ labelCode: 'id' }] };
