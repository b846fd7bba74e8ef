import type { AnswerShape } from '../../../../server/vendors/core/shape.js';
import { integers, texts } from './members.js';

/** Facts of SoluM's description of AIMS SaaS 2.x: the members of answers. */

const done = { responseCode: '=200', responseMessage: '=SUCCESS' } as const;
const common: AnswerShape = done;
const batch: AnswerShape = { ...done, 'customBatchId?': 'string' };
export const refused: AnswerShape = texts('responseCode responseMessage');

const tokens: AnswerShape = {
  responseCode: '=200',
  responseMessage: { ...texts('access_token refresh_token'), token_type: '=Bearer', expires_in: 'integer' },
};
const stores: AnswerShape = {
  ...done,
  stores: [{ ...texts('store storeName company'), ...integers('labelCount articleCount gatewayCount') }],
};
const article = texts('articleId articleName nfcUrl');
const articleList: AnswerShape = {
  ...{ ...done, totalArticleCnt: 'integer' },
  articleList: [{ ...article, labelCount: 'integer', EANs: ['string'], ...texts('generateDate lastUpdated') }],
};
const articleInfo: AnswerShape = {
  ...{ ...done, articleList: [{ ...article, data: 'object', assignedLabel: ['string'] }] },
};
const uploads = {
  ...{ ...texts('id name result created lastModified errorInfo'), ...integers('total success fail') },
  storeWiseData: [{ store: 'string', articleCount: 'integer' }],
} as const;
const history: AnswerShape = { ...done, articleFileHistoryList: [uploads] };
const format: AnswerShape = {
  ...{ ...texts('fileExtension delimeter'), mappingInfo: texts('store articleId articleName nfcUrl') },
  ...{ articleBasicInfo: ['string'], articleData: ['string'] },
};
const label: AnswerShape = {
  ...{ ...texts('labelCode lastResponsetime type'), updateStatus: '=SUCCESS|=PROCESSING|=TIMEOUT' },
  ...{ battery: '=GOOD|=BAD', signal: '=EXCELLENT', networkStatus: 'boolean', templateName: ['string'] },
  ...{ articleList: [texts('articleId articleName')], gateway: texts('name lastConnectionDate') },
};
const labelList: AnswerShape = { ...done, labelList: [label] };
const unassigned: AnswerShape = {
  ...{ ...done, labelList: [{ ...texts('labelCode signal battery labelModel store'), networkStatus: 'boolean' }] },
};
const shown: AnswerShape = [{ index: 'integer', ...texts('state content processUpdateTime statusUpdatetime') }];
const labelDetails: AnswerShape = {
  ...{ ...done, labelCode: 'string', ...integers('activePage width height') },
  ...{ previousImage: shown, currentImage: shown },
};
const pageInfo: AnswerShape = [{ pageNumber: 'integer', ...texts('status lastUpdated') }];
const labelHistory: AnswerShape = {
  ...{ ...done, labelCode: 'string', timelineInfo: [{ ...texts('inputBatchId txSequence created'), pageInfo }] },
};
const labelOfArticle: AnswerShape = {
  ...texts('labelCode labelMac gatewayMac firmwareVersion signal battery lastResponseTime labelModel'),
  ...{ networkStatus: 'boolean', temperature: 'number' },
};
const labelsOfArticle: AnswerShape = { ...done, labelsList: [labelOfArticle] };
const labelType: AnswerShape = {
  ...{ ...done, ...texts('labelCode name colorType color'), nfc: 'boolean' },
  ...integers('displayWidth displayHeight totalPage resolution'),
};

/** The answers by method and first path of the route. */
export const answers: Readonly<Record<string, AnswerShape>> = {
  'POST /common/api/v2/token': tokens,
  'POST /common/api/v2/token/refresh': tokens,
  'GET /common/api/v2/common/store': stores,
  'POST /common/api/v2/common/articles': common,
  'PUT /common/api/v2/common/articles': common,
  'DELETE /common/api/v2/common/articles': common,
  'GET /common/api/v2/common/articles': articleList,
  'GET /common/api/v2/common/config/article/info': articleInfo,
  'GET /common/api/v2/common/articles/upload/format': format,
  'GET /common/api/v2/common/articles/history': history,
  'POST /common/api/v2/common/labels/link': batch,
  'POST /common/api/v2/common/labels/unlink': batch,
  'POST /common/api/v2/common/labels/image': { ...(batch as object) },
  'GET /common/api/v2/common/labels': labelList,
  'GET /common/api/v2/common/labels/unassigned': unassigned,
  'GET /common/api/v2/common/labels/detail': labelDetails,
  'GET /common/api/v2/common/labels/history': labelHistory,
  'GET /common/api/v2/common/labels/article': labelsOfArticle,
  'POST /common/api/v2/common/labels/page': common,
  'PUT /common/api/v2/common/labels/led': common,
  'POST /common/api/v2/common/labels/blink': common,
  'GET /common/api/v2/common/labels/type/info': labelType,
  'POST /common/api/v2/common/whitelist': common,
};
