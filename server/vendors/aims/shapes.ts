import type { AnswerShape } from '../core/shape.js';

/** Facts of SoluM's description of AIMS SaaS 2.x: the members of requests and answers. */

const done = { responseCode: '=200', responseMessage: '=SUCCESS' } as const;
export const common: AnswerShape = done;
export const batch: AnswerShape = { ...done, 'customBatchId?': 'string' };
export const refused: AnswerShape = { responseCode: 'string', responseMessage: 'string' };

export const tokens: AnswerShape = {
  responseCode: '=200',
  responseMessage: { access_token: 'string', token_type: '=Bearer', expires_in: 'integer', refresh_token: 'string' },
};
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

export const stores: AnswerShape = {
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
export const articleList: AnswerShape = {
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
export const articleInfo: AnswerShape = {
  ...done,
  articleList: [
    { articleId: 'string', articleName: 'string', nfcUrl: 'string', data: 'object', assignedLabel: ['string'] },
  ],
};
export const history: AnswerShape = {
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
export const format: AnswerShape = {
  fileExtension: 'string',
  delimeter: 'string',
  mappingInfo: { store: 'string', articleId: 'string', articleName: 'string', nfcUrl: 'string' },
  articleBasicInfo: ['string'],
  articleData: ['string'],
};
const gateway = { name: 'string', lastConnectionDate: 'string' } as const;
export const labelList: AnswerShape = {
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
export const unassigned: AnswerShape = {
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
export const labelDetails: AnswerShape = {
  ...done,
  labelCode: 'string',
  activePage: 'integer',
  width: 'integer',
  height: 'integer',
  previousImage: shown,
  currentImage: shown,
};
export const labelHistory: AnswerShape = {
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
export const labelsOfArticle: AnswerShape = {
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
export const pageChanges: AnswerShape = { pageChangeList: [{ labelCode: 'id', page: 'integer' }] };
export const lights: AnswerShape = { 'ledBlinkList?': [{ labelCode: 'id' }] };
export const labelType: AnswerShape = {
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
