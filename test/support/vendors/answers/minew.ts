import type { AnswerShape } from '../../../../server/vendors/core/shape.js';
import { integers, members, texts } from './members.js';

/** Facts of Minew's document "ESL Cloud Platform Open API" V5.0.24: the members of answers. */

const done = { code: 'integer', msg: 'string' } as const;
const plain: AnswerShape = { ...done, data: 'null' };
/** The answer of `updateBindBrush` has the code again. */
const accepted: AnswerShape = { ...done, data: 'integer' };
const login: AnswerShape = {
  ...{ ...done, data: { ...texts('token userInfo'), ...members('boolean', 'hasScene displayGuide') } },
};
/** The results of labels by their addresses. */
const results: AnswerShape = { ...done, data: 'object' };
const store: AnswerShape = {
  ...{ ...texts('id name createTime'), ...members('string|null', 'number? address?'), active: 'integer' },
};
const stores: AnswerShape = { ...done, data: [store] };
const storePage: AnswerShape = { ...done, data: { items: [store] } };
const newStore: AnswerShape = { ...done, data: { storeId: 'string' } };
const page = integers('currentPage pageSize totalNum isMore totalPage startIndex');
const gateways: AnswerShape = {
  ...{ ...done, ...page, items: [{ ...texts('id name mac storeId updateTime'), mode: 'integer' }] },
};
const label: AnswerShape = {
  ...{ ...texts('id mac lastupdate storeId'), ...integers('type battery'), bind: '=0|=1', isOnline: '=1|=2' },
  ...members('string|null', 'goodsId demoId'),
  screenInfo: { inch: 'number', ...integers('width height'), color: 'string' },
};
const labels: AnswerShape = { ...done, ...page, items: [label] };
const goods: AnswerShape = { ...done, data: 'object' };
const goodsPage: AnswerShape = { ...done, ...page, items: ['object'] };
const bindings: AnswerShape = { ...done, data: [{ demoId: 'string|null', ...texts('storeId mac') }] };
const changed: AnswerShape = { ...done, data: [{ ...done, data: 'object|null' }] };
const brushed: AnswerShape = { ...done, data: { ...integers('total fail'), data: 'object' } };
const templates: AnswerShape = {
  ...{ ...done, data: { ...integers('page size totalPage totalCount'), rows: [texts('demoId demoName storeId')] } },
};
const log: AnswerShape = {
  ...texts('id operator commodity labelMac result objectType actionType storeId createTime'),
  remark: 'string|null',
};
const logs: AnswerShape = { ...done, ...page, items: [log] };

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
