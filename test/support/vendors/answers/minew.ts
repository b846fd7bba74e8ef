import type { AnswerShape } from '../../../../server/vendors/core/shape.js';

/** Facts of Minew's document "ESL Cloud Platform Open API" V5.0.24: the members of answers. */

const done = { code: 'integer', msg: 'string' } as const;
const plain: AnswerShape = { ...done, data: 'null' };
/** The answer of `updateBindBrush` has the code again. */
const accepted: AnswerShape = { ...done, data: 'integer' };
const login: AnswerShape = {
  ...done,
  data: { token: 'string', userInfo: 'string', hasScene: 'boolean', displayGuide: 'boolean' },
};
/** The results of labels by their addresses. */
const results: AnswerShape = { ...done, data: 'object' };
const store: AnswerShape = {
  id: 'string',
  name: 'string',
  'number?': 'string|null',
  'address?': 'string|null',
  active: 'integer',
  createTime: 'string',
};
const stores: AnswerShape = { ...done, data: [store] };
const storePage: AnswerShape = { ...done, data: { items: [store] } };
const newStore: AnswerShape = { ...done, data: { storeId: 'string' } };
const page = {
  currentPage: 'integer',
  pageSize: 'integer',
  totalNum: 'integer',
  isMore: 'integer',
  totalPage: 'integer',
  startIndex: 'integer',
} as const;
const gateways: AnswerShape = {
  ...done,
  ...page,
  items: [{ id: 'string', name: 'string', mac: 'string', mode: 'integer', storeId: 'string', updateTime: 'string' }],
};
const labels: AnswerShape = {
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
const goods: AnswerShape = { ...done, data: 'object' };
const goodsPage: AnswerShape = { ...done, ...page, items: ['object'] };
const bindings: AnswerShape = { ...done, data: [{ demoId: 'string|null', storeId: 'string', mac: 'string' }] };
const changed: AnswerShape = { ...done, data: [{ code: 'integer', msg: 'string', data: 'object|null' }] };
const brushed: AnswerShape = { ...done, data: { total: 'integer', fail: 'integer', data: 'object' } };
const templates: AnswerShape = {
  ...done,
  data: {
    page: 'integer',
    size: 'integer',
    totalPage: 'integer',
    totalCount: 'integer',
    rows: [{ demoId: 'string', demoName: 'string', storeId: 'string' }],
  },
};
const logs: AnswerShape = {
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

export const refused = plain;

/** The answers by method and first path of the route. */
export const answers: Readonly<Record<string, AnswerShape>> = {
  'POST /apis/action/login': login,
  'GET /apis/esl/store/list': stores,
  'GET /apis/esl/store/listPage': storePage,
  'POST /apis/esl/store/add': newStore,
  'GET /apis/esl/gateway/listPage': gateways,
  'GET /apis/esl/template/findAll': templates,
  'POST /apis/esl/goods/addToStore': plain,
  'POST /apis/esl/goods/updateToStore': plain,
  'POST /apis/esl/goods/update': changed,
  'POST /apis/esl/goods/batchUpdateBrush': { ...(plain as object), data: 'array' },
  'POST /apis/esl/goods/batchDelete': plain,
  'GET /apis/esl/goods/getByStoreId': goodsPage,
  'GET /apis/esl/goods/singleQuery': goods,
  'GET /apis/esl/goods/findByGoodsId': bindings,
  'POST /apis/esl/label/batchAdd': results,
  'GET /apis/esl/label/cascadQuery': labels,
  'POST /apis/esl/label/update': plain,
  'POST /apis/esl/label/batchBinding': results,
  'POST /apis/esl/label/bind/generateBindingByTemplateStrategy': results,
  'POST /apis/esl/label/updateBindBrush': accepted,
  'POST /apis/esl/label/deleteBind': plain,
  'POST /apis/esl/label/batchBrush': brushed,
  'GET /apis/esl/label/led': plain,
  'POST /apis/esl/logs/queryList': logs,
};
