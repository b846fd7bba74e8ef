import type { Shape } from '../core/shape.js';

/** Facts of SoluM's description of AIMS SaaS 2.x: the members of requests and answers. */

const done = { responseCode: '=200', responseMessage: '=SUCCESS' } as const;
export const common: Shape = done;
export const batch: Shape = { ...done, 'customBatchId?': 'string' };
export const refused: Shape = { responseCode: 'string', responseMessage: 'string' };

export const tokens: Shape = {
  responseCode: '=200',
  responseMessage: { access_token: 'string', token_type: '=Bearer', expires_in: 'integer', refresh_token: 'string' },
};
export const place: Readonly<Record<string, Shape>> = { company: 'id', store: 'id' };

export const articles: Shape = [
  { articleId: 'id', 'articleName?': 'string|null', 'nfcUrl?': 'string|null', 'eans?': ['string'], 'data?': 'object' },
];
export const deletions: Shape = { articleDeleteList: ['id'] };
export const links: Shape = {
  assignList: [{ labelCode: 'id', articleIdList: ['id'], 'templateName?': 'string|null' }],
};
export const unlinks: Shape = { unAssignList: ['id'] };
export const whitelist: Shape = { labelList: ['id'] };
export const image: Shape = {
  labelCode: 'id',
  page: 'integer',
  frontPage: 'integer',
  image: 'string',
  'dithering?': 'boolean|null',
  'optAlgType?': 'integer|null',
};

export const stores: Shape = {
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
export const articleList: Shape = {
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
export const articleInfo: Shape = {
  ...done,
  articleList: [
    { articleId: 'string', articleName: 'string', nfcUrl: 'string', data: 'object', assignedLabel: ['string'] },
  ],
};
export const history: Shape = {
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
export const format: Shape = {
  fileExtension: 'string',
  delimeter: 'string',
  mappingInfo: { store: 'string', articleId: 'string', articleName: 'string', nfcUrl: 'string' },
  articleBasicInfo: ['string'],
  articleData: ['string'],
};
const gateway = { name: 'string', lastConnectionDate: 'string' } as const;
export const labelList: Shape = {
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
export const unassigned: Shape = {
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
const shown: Shape = [
  { index: 'integer', state: 'string', content: 'string', processUpdateTime: 'string', statusUpdatetime: 'string' },
];
export const labelDetails: Shape = {
  ...done,
  labelCode: 'string',
  activePage: 'integer',
  width: 'integer',
  height: 'integer',
  previousImage: shown,
  currentImage: shown,
};
export const labelType: Shape = {
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
