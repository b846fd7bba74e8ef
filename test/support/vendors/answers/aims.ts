import type { AnswerShape } from '../../../../server/vendors/core/shape.js';

/** Facts of SoluM's description of AIMS SaaS 2.x: the members of answers. */

const done = { responseCode: '=200', responseMessage: '=SUCCESS' } as const;
const common: AnswerShape = done;
const batch: AnswerShape = { ...done, 'customBatchId?': 'string' };
export const refused: AnswerShape = { responseCode: 'string', responseMessage: 'string' };

const tokens: AnswerShape = {
  responseCode: '=200',
  responseMessage: { access_token: 'string', token_type: '=Bearer', expires_in: 'integer', refresh_token: 'string' },
};
const stores: AnswerShape = {
  ...done,
  stores: [
    {
      store: 'string',
      storeName: 'string',
      company: 'string',
      labelCount: 'integer',
      articleCount: 'integer',
      gatewayCount: 'integer',
    },
  ],
};
const articleList: AnswerShape = {
  ...done,
  totalArticleCnt: 'integer',
  articleList: [
    {
      articleId: 'string',
      articleName: 'string',
      nfcUrl: 'string',
      labelCount: 'integer',
      EANs: ['string'],
      generateDate: 'string',
      lastUpdated: 'string',
    },
  ],
};
const articleInfo: AnswerShape = {
  ...done,
  articleList: [
    { articleId: 'string', articleName: 'string', nfcUrl: 'string', data: 'object', assignedLabel: ['string'] },
  ],
};
const history: AnswerShape = {
  ...done,
  articleFileHistoryList: [
    {
      id: 'string',
      name: 'string',
      result: 'string',
      total: 'integer',
      success: 'integer',
      fail: 'integer',
      storeWiseData: [{ store: 'string', articleCount: 'integer' }],
      created: 'string',
      lastModified: 'string',
      errorInfo: 'string',
    },
  ],
};
const format: AnswerShape = {
  fileExtension: 'string',
  delimeter: 'string',
  mappingInfo: { store: 'string', articleId: 'string', articleName: 'string', nfcUrl: 'string' },
  articleBasicInfo: ['string'],
  articleData: ['string'],
};
const gateway = { name: 'string', lastConnectionDate: 'string' } as const;
const labelList: AnswerShape = {
  ...done,
  labelList: [
    {
      labelCode: 'string',
      updateStatus: '=SUCCESS|=PROCESSING|=TIMEOUT',
      articleList: [{ articleId: 'string', articleName: 'string' }],
      lastResponsetime: 'string',
      battery: '=GOOD|=BAD',
      signal: '=EXCELLENT',
      networkStatus: 'boolean',
      gateway,
      type: 'string',
      templateName: ['string'],
    },
  ],
};
const unassigned: AnswerShape = {
  ...done,
  labelList: [
    {
      labelCode: 'string',
      signal: 'string',
      battery: 'string',
      networkStatus: 'boolean',
      labelModel: 'string',
      store: 'string',
    },
  ],
};
const shown: AnswerShape = [
  { index: 'integer', state: 'string', content: 'string', processUpdateTime: 'string', statusUpdatetime: 'string' },
];
const labelDetails: AnswerShape = {
  ...done,
  labelCode: 'string',
  activePage: 'integer',
  width: 'integer',
  height: 'integer',
  previousImage: shown,
  currentImage: shown,
};
const labelHistory: AnswerShape = {
  ...done,
  labelCode: 'string',
  timelineInfo: [
    {
      inputBatchId: 'string',
      txSequence: 'string',
      created: 'string',
      pageInfo: [{ pageNumber: 'integer', status: 'string', lastUpdated: 'string' }],
    },
  ],
};
const labelsOfArticle: AnswerShape = {
  ...done,
  labelsList: [
    {
      labelCode: 'string',
      labelMac: 'string',
      gatewayMac: 'string',
      firmwareVersion: 'string',
      signal: 'string',
      battery: 'string',
      networkStatus: 'boolean',
      lastResponseTime: 'string',
      labelModel: 'string',
      temperature: 'number',
    },
  ],
};
const labelType: AnswerShape = {
  ...done,
  labelCode: 'string',
  name: 'string',
  displayWidth: 'integer',
  displayHeight: 'integer',
  totalPage: 'integer',
  colorType: 'string',
  resolution: 'integer',
  nfc: 'boolean',
  color: 'string',
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
