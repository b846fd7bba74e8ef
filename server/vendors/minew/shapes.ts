import type { AnswerShape } from '../core/shape.js';

/** Facts of Minew's document "ESL Cloud Platform Open API" V5.0.24: the members of requests and answers. */

const done = { code: 'integer', msg: 'string' } as const;
export const plain: AnswerShape = { ...done, data: 'null' };
/** The answer of `updateBindBrush` has the code again. */
export const accepted: AnswerShape = { ...done, data: 'integer' };
export const login: AnswerShape = {
  ...done,
  data: { token: 'string', userInfo: 'string', hasScene: 'boolean', displayGuide: 'boolean' },
};
/** The results of labels by their addresses. */
export const results: AnswerShape = { ...done, data: 'object' };
const store: AnswerShape = {
  id: 'string',
  name: 'string',
  'number?': 'string|null',
  'address?': 'string|null',
  active: 'integer',
  createTime: 'string',
};
export const stores: AnswerShape = { ...done, data: [store] };
export const storePage: AnswerShape = { ...done, data: { items: [store] } };
export const newStore: AnswerShape = { ...done, data: { storeId: 'string' } };
const page = {
  currentPage: 'integer',
  pageSize: 'integer',
  totalNum: 'integer',
  isMore: 'integer',
  totalPage: 'integer',
  startIndex: 'integer',
} as const;
export const gateways: AnswerShape = {
  ...done,
  ...page,
  items: [{ id: 'string', name: 'string', mac: 'string', mode: 'integer', storeId: 'string', updateTime: 'string' }],
};
export const labels: AnswerShape = {
  ...done,
  ...page,
  items: [
    {
      id: 'string',
      mac: 'string',
      type: 'integer',
      bind: '=0|=1',
      battery: 'integer',
      lastupdate: 'string',
      storeId: 'string',
      isOnline: '=1|=2',
      goodsId: 'string|null',
      demoId: 'string|null',
      screenInfo: { inch: 'number', width: 'integer', height: 'integer', color: 'string' },
    },
  ],
};
export const goods: AnswerShape = { ...done, data: 'object' };
export const goodsPage: AnswerShape = { ...done, ...page, items: ['object'] };
export const bindings: AnswerShape = { ...done, data: [{ demoId: 'string|null', storeId: 'string', mac: 'string' }] };
export const changed: AnswerShape = { ...done, data: [{ code: 'integer', msg: 'string', data: 'object|null' }] };
export const brushed: AnswerShape = { ...done, data: { total: 'integer', fail: 'integer', data: 'object' } };
export const templates: AnswerShape = {
  ...done,
  data: {
    page: 'integer',
    size: 'integer',
    totalPage: 'integer',
    totalCount: 'integer',
    rows: [{ demoId: 'string', demoName: 'string', storeId: 'string' }],
  },
};
export const logs: AnswerShape = {
  ...done,
  ...page,
  items: [
    {
      id: 'string',
      operator: 'string',
      commodity: 'string',
      labelMac: 'string',
      result: 'string',
      objectType: 'string',
      actionType: 'string',
      storeId: 'string',
      createTime: 'string',
      remark: 'string|null',
    },
  ],
};

const bound = { labelMac: 'id', goodsId: 'id', 'demoIdMap?': 'object|null' } as const;
export const binding: AnswerShape = { ...bound, 'storeId?': 'any' };
export const bindingList: AnswerShape = { 'storeId?': 'any', labelTemplateDataVOList: [bound] };
export const macs: AnswerShape = { 'storeId?': 'any', macs: ['id'] };
