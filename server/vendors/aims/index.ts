import type { JsonObject } from '../../fields/json.js';
import type { StoredLabel } from '../../labels/store/index.js';
import { tagView } from '../../labels/tag/view.js';
import { layoutOf, nameIn, shippedMappings } from '../core/mapping.js';
import type { ArticleRecord, Change, LabelRecord, ChangeOutcome } from '../core/changes.js';
import type { RequestRecord } from '../core/runs.js';
import {
  authorizationOf,
  type CallWith,
  type VendorCall,
  labelsOf,
  Refusal,
  type Reply,
  routesOf,
  type Vendor,
} from '../core/vendor.js';
import { drawnSoon } from '../core/requests.js';
import * as shapes from './shapes.js';

/** Seconds of an access token, by the description's example, and of a refresh token, which no source states. */
const lifetimes = { access: 3600, refresh: 14 * 24 * 3600 } as const;
/** Rows of a page where the request names no number; the most of one. */
const rows = { usual: 10, most: 500 } as const;
/** Bytes of a body with a picture in Base64. */
const pictureBytes = 3 * 1024 * 1024;

const success = { responseCode: '200', responseMessage: 'SUCCESS' } as const;
const failures = [401, 403, 405, 500];

/** At both clusters of AIMS. */
const route = routesOf(
  (path) => [`/common/api/v2${path}`, `/c1/common/api/v2${path}`],
  failures,
  200,
  (path) => (path.includes('/v2/common/') ? shapes.place : {}),
);

function invalid(message: string): Refusal {
  return new Refusal(405, '405', message);
}

/** AIMS SaaS of SoluM. The facts are those of its description and of clients: see docs/other-systems.md. */
export const aims: Vendor = {
  id: 'aims',
  title: 'SoluM AIMS',
  mapping: shippedMappings.aims!,
  credentials: authorizationOf,
  refuse({ kind, problem, own }) {
    const status = { unauthorized: 401, expired: 401, forbidden: 403, limited: 429, invalid: 405, failed: 500 }[kind];
    const message = status === 401 ? 'Unauthorized' : (own?.message ?? problem.detail);
    return { status, body: { responseCode: String(status), responseMessage: message } };
  },
  routes: [
    route('POST', '/token', 'Get a token', {
      scope: 'login',
      body: { username: 'secret', password: 'secret' },
      async handle(call) {
        const { username, password } = call.body;
        await call.login({ user: username, password });
        return tokensFor(call);
      },
    }),
    route('POST', '/token/refresh', 'Get a token for a refresh token', {
      scope: 'login',
      body: { refreshToken: 'secret' },
      assumed: 'refresh-token-lifetime',
      async handle(call) {
        await call.login({ token: call.body.refreshToken }, 'refresh');
        return tokensFor(call);
      },
    }),
    route('GET', '/common/store', 'List the stores', {
      query: { company: 'id' },
      assumed: 'stores-exist-by-use',
      handle: (call) => listed('stores', storeViews(call), (view) => view),
    }),
    ...(['POST', 'PUT'] as const).map((method) =>
      route(method, '/common/articles', 'Add or update articles', {
        scope: 'update',
        body: shapes.articles,
        assumed: 'fields-merge',
        drawn: (call) =>
          labelsOf(
            call,
            call.query.store!,
            call.body.map(({ articleId }) => articleId),
          ),
        handle: putArticles,
      }),
    ),
    route('DELETE', '/common/articles', 'Delete articles', {
      body: shapes.deletions,
      assumed: 'labels-keep-their-picture',
      async handle({ submit, query, body }) {
        await submit(body.articleDeleteList.map((id): Change => ({ kind: 'delete', store: query.store!, id })));
        return { body: success };
      },
    }),
    route('GET', '/common/articles', 'List the articles', { handle: articleList }),
    route('GET', '/common/config/article/info', 'List the articles with their labels', { handle: articleInfo }),
    route('GET', '/common/articles/upload/format', 'See the names of fields', {
      query: { company: 'id' },
      handle: ({ mapping: { fields } }) => ({ body: formatOf(fields) }),
    }),
    route('GET', '/common/articles/history', 'See the results of article updates', {
      query: { company: 'id', 'store?': 'id' },
      assumed: 'result-words',
      handle: articleHistory,
    }),
    route('POST', '/common/labels/link', 'Link labels with articles', {
      scope: 'manage',
      body: shapes.links,
      assumed: 'unknown-labels-are-created, unknown-articles-are-405',
      drawn: (call) => call.body.assignList.length,
      handle: linkLabels,
    }),
    route('POST', '/common/labels/unlink', 'Unlink labels', {
      scope: 'manage',
      body: shapes.unlinks,
      assumed: 'labels-keep-their-picture',
      async handle(call) {
        const codes = call.body.unAssignList;
        const { request } = await call.submit(codes.map((code): Change => ({ kind: 'unlink', code })));
        return settled(call, request, codes.length);
      },
    }),
    route('POST', '/common/labels/image', 'Show a picture on a label', {
      body: shapes.image,
      bytes: pictureBytes,
      assumed: 'pictures-of-another-size-are-scaled',
      handle: showImage,
    }),
    route('GET', '/common/labels', 'List the labels', { assumed: 'signal, gateway', handle: labelList }),
    route('GET', '/common/labels/unassigned', 'List labels without articles', {
      assumed: 'signal',
      handle: unassignedLabels,
    }),
    route('GET', '/common/labels/detail', 'See the picture of a label', {
      query: { ...shapes.place, label: 'id' },
      handle: labelDetail,
    }),
    route('GET', '/common/labels/history', 'See the last pictures of a label', {
      query: { ...shapes.place, label: 'id' },
      assumed: 'batch-ids, sequences',
      handle: labelHistory,
    }),
    route('GET', '/common/labels/article', 'List the labels of an article', {
      query: { ...shapes.place, 'articleId?': 'id', 'label?': 'id', 'labelCode?': 'id' },
      assumed: 'labelCode, signal, addresses, firmware, temperature',
      handle: labelsOfArticle,
    }),
    route('POST', '/common/labels/page', 'Turn labels to a page: they have one', {
      body: shapes.pageChanges,
      assumed: 'labels-have-one-page',
      handle: turnPages,
    }),
    route('PUT', '/common/labels/led', 'Flash labels: accepted, not shown', {
      query: { ...shapes.place, 'labelCode?': 'id' },
      body: shapes.lights,
      assumed: 'light-is-not-shown, labelCode',
      handle: (call) => {
        const { ledBlinkList = [] } = call.body;
        const { labelCode } = call.query;
        return accepted(call, [
          ...ledBlinkList.map((one) => one.labelCode),
          ...(labelCode === undefined ? [] : [labelCode]),
        ]);
      },
    }),
    route('POST', '/common/labels/blink', 'Flash a label: accepted, not shown', {
      body: { labelCode: 'id' },
      assumed: 'this-call, light-is-not-shown',
      handle: (call) => accepted(call, [call.body.labelCode]),
    }),
    route('GET', '/common/labels/type/info', 'See the type of a label', {
      query: { labelCode: 'id' },
      assumed: 'nfc, pages, colour-types',
      handle: labelType,
    }),
    route('POST', '/common/whitelist', 'Register labels', {
      scope: 'manage',
      body: shapes.whitelist,
      async handle({ submit, query, body }) {
        await submit(body.labelList.map((code): Change => ({ kind: 'register', store: query.store!, code })));
        return { body: success };
      },
    }),
  ],
};

async function tokensFor(call: VendorCall): Promise<Reply> {
  return {
    body: {
      responseCode: '200',
      responseMessage: {
        access_token: await call.token('access', lifetimes.access),
        token_type: 'Bearer',
        expires_in: lifetimes.access,
        refresh_token: await call.token('refresh', lifetimes.refresh),
      },
    },
  };
}

async function putArticles({ submit, query, body }: CallWith<typeof shapes.articles>): Promise<Reply> {
  const store = query.store!;
  await submit(body.map((fields): Change => ({ kind: 'article', store, id: fields.articleId, fields, merge: true })));
  return { body: success };
}

/** The page that a query asks for. @throws {Refusal} for numbers that are none */
function pageOf({ query: { page = '0', size = String(rows.usual) } }: VendorCall): { skip: number; limit: number } {
  const [number, count] = [page, size].map((text) => (/^\d{1,6}$/.test(text) ? Number(text) : NaN)) as [number, number];
  if (Number.isNaN(number) || !(count > 0)) throw invalid('Parameter is invalid: page and size are whole numbers');
  const limit = Math.min(count, rows.most);
  return { skip: number * limit, limit };
}

type View<T> = (item: T) => object | Promise<object>;

/** A list, or 204 where it is empty. */
function listed<T>(name: string, items: AsyncIterable<T> | Iterable<T>, view: View<T>, more: object = {}): Reply {
  return { list: { name, items: views(items, view, { ...more, ...success }), empty: 204 } };
}

async function* views<T>(
  items: AsyncIterable<T> | Iterable<T>,
  view: View<T>,
  rest: object,
): AsyncGenerator<object, object> {
  for await (const item of items) yield view(item);
  return rest;
}

async function* storeViews({ context, requests, query }: VendorCall): AsyncGenerator<object, void> {
  const labels = new Map<string, number>();
  for await (const { store } of requests.labels(context)) labels.set(store, (labels.get(store) ?? 0) + 1);
  const codes = new Set(labels.keys());
  for await (const store of requests.articleStores(context)) codes.add(store);
  for (const store of [...codes].sort()) {
    if (query.store !== undefined && store !== query.store) continue;
    const articleCount = await requests.articleCount(context, store);
    const labelCount = labels.get(store) ?? 0;
    yield { store, storeName: store, company: query.company!, labelCount, articleCount, gatewayCount: 1 };
  }
}

function text(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Times as AIMS writes them: `2021-05-12 08:58:56.069`. */
function time(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}

async function articleList(call: VendorCall): Promise<Reply> {
  const { articles, total } = await found(call);
  const view = ({ id, fields, labels, created_at, updated_at }: ArticleRecord) => ({
    articleId: id,
    articleName: text(fields, 'articleName'),
    nfcUrl: text(fields, 'nfcUrl'),
    labelCount: labels.length,
    EANs: Array.isArray(fields.eans) ? (fields.eans as string[]) : [],
    generateDate: time(created_at),
    lastUpdated: time(updated_at),
  });
  return listed('articleList', articles, view, { totalArticleCnt: total });
}

async function articleInfo(call: VendorCall): Promise<Reply> {
  const { articles } = await found(call);
  const view = ({ id, fields, labels }: ArticleRecord) => ({
    articleId: id,
    articleName: text(fields, 'articleName'),
    nfcUrl: text(fields, 'nfcUrl'),
    data: fields.data ?? {},
    assignedLabel: labels,
  });
  return listed('articleList', articles, view);
}

/** A page of the articles, or the one that the query names. */
async function found(call: VendorCall) {
  const { context, requests, query } = call;
  const id = query.articleId ?? query.id;
  if (id === undefined)
    return {
      articles: requests.articles(context, query.store!, pageOf(call)),
      total: await requests.articleCount(context, query.store!),
    };
  const article = await requests.article(context, query.store!, id);
  return { articles: article ? [article] : [], total: article ? 1 : 0 };
}

function formatOf(fields: Readonly<Record<string, string>>): object {
  const data = Object.keys(fields).flatMap((name) => (name.startsWith('data.') ? [name.slice(5)] : []));
  const mappingInfo = { store: 'STORE_ID', articleId: 'ARTICLE_ID', articleName: 'ARTICLE_NAME', nfcUrl: 'NFC_URL' };
  const basic = Object.keys(mappingInfo);
  return {
    fileExtension: 'csv',
    delimeter: ';',
    mappingInfo,
    articleBasicInfo: basic,
    articleData: [...new Set([...Object.values(mappingInfo), ...data])],
  };
}

/** A request's number in the form of a UUID. */
function batchId({ id }: Pick<RequestRecord, 'id'>): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}

function articleHistory({ context, requests, query }: VendorCall): Reply {
  const isMine = ({ kind, store }: ChangeOutcome) =>
    kind === 'article' && (query.store === undefined || store === query.store);
  const list = requests.requests(context, ({ outcomes }) => outcomes.some(isMine));
  return listed('articleFileHistoryList', list, (request) => {
    const mine = request.outcomes.filter(isMine);
    const failed = mine.flatMap(({ failure }, i) => (failure ? [{ row: i + 1, ...failure }] : []));
    const stores = [...new Set(mine.map(({ store }) => store!))];
    return {
      id: batchId(request),
      name: `api_${request.id}`,
      result: request.done ? (failed.length === 0 ? 'SUCCESS' : 'FAIL') : 'PROCESSING',
      total: mine.length,
      success: request.done ? mine.length - failed.length : 0,
      fail: failed.length,
      storeWiseData: stores.map((store) => ({
        store,
        articleCount: mine.filter((one) => one.store === store).length,
      })),
      created: time(request.at),
      lastModified: time(request.at),
      errorInfo: failed
        .map(({ row, message }) => `Article data in row number ${row} not process: ${message}`)
        .join('; '),
    };
  });
}

async function linkLabels(call: CallWith<typeof shapes.links>): Promise<Reply> {
  const { query, body, context } = call;
  const { assignList } = body;
  for (const { templateName } of assignList)
    if (templateName && !(await context.layouts.find(layoutOf(call.mapping, templateName))))
      throw invalid(`Parameter is invalid: there is no template ${templateName}`);
  const changes = assignList.map(({ labelCode: code, articleIdList: articles, templateName: template }): Change => {
    if (articles.length === 0) throw invalid('Parameter is invalid: articleIdList is empty');
    return { kind: 'link', store: query.store!, code, articles, template: template ?? null };
  });
  const drawn = await drawnSoon(await call.submit(changes, true), changes.length);
  return settled(call, drawn, changes.length);
}

/** The answer to links: 405 with the reason if none was made. */
function settled({ query }: VendorCall, request: RequestRecord, count: number): Reply {
  const failed = request.outcomes.flatMap(({ failure }) => (failure ? [failure.message] : []));
  if (count > 0 && failed.length === count) throw invalid(`Parameter is invalid: ${failed[0]}`);
  return { body: { ...(query.cbId === 'yes' && { customBatchId: batchId(request) }), ...success } };
}

async function showImage(call: CallWith<typeof shapes.image>): Promise<Reply> {
  const { labelCode, image, page, dithering } = call.body;
  if (page < 1 || page > 7) throw invalid('Parameter is invalid: page is 1 to 7');
  if (!(await call.context.store.label(labelCode)))
    throw invalid(`Parameter is invalid: there is no label ${labelCode}`);
  await call.show(labelCode, Buffer.from(image, 'base64'), { fit: 'contain', dither: dithering === true });
  const { request } = await call.submit([]);
  return { body: { customBatchId: batchId(request), ...success } };
}

/** Answers SUCCESS for labels that exist. */
async function accepted({ context }: VendorCall, codes: readonly string[]): Promise<Reply> {
  if (codes.length === 0) throw invalid('Parameter is invalid: no label is named');
  for (const code of codes)
    if (!(await context.store.label(code))) throw invalid(`Parameter is invalid: there is no label ${code}`);
  return { body: success };
}

async function turnPages(call: CallWith<typeof shapes.pageChanges>): Promise<Reply> {
  const { pageChangeList } = call.body;
  const reply = await accepted(
    call,
    pageChangeList.map(({ labelCode }) => labelCode),
  );
  if (pageChangeList.some(({ page }) => page < 1 || page > 7)) throw invalid('Parameter is invalid: page is 1 to 7');
  if (pageChangeList.some(({ page }) => page > 1)) throw invalid('PAGE_CAN_NOT_BE_GREATER_THAN_MAX_PAGES');
  return reply;
}

async function labelHistory({ context, query, now }: VendorCall): Promise<Reply> {
  const stored = await context.store.label(query.label!);
  if (!stored) throw invalid(`Parameter is invalid: there is no label ${query.label}`);
  const { current } = stored;
  const last = current?.revision ?? 0;
  const numbers = Array.from({ length: Math.min(last, rows.usual) }, (_, i) => last - i);
  const revisions = await Promise.all(numbers.map((revision) => context.store.revision(stored.id, revision)));
  const timelineInfo = revisions.flatMap((each) => {
    if (!each) return [];
    const at = time(each.updated_at);
    const status = each.revision === last ? statusOf(stored, now) : 'SUCCESS';
    return {
      inputBatchId: batchId({ id: each.revision }),
      txSequence: each.revision.toString(16).toUpperCase(),
      created: at,
      pageInfo: [{ pageNumber: 1, status, lastUpdated: at }],
    };
  });
  return { body: { labelCode: stored.id, timelineInfo, ...success } };
}

function labelsOfArticle(call: VendorCall): Reply {
  const { query, now } = call;
  const { articleId, label = query.labelCode } = query;
  if (articleId === undefined && label === undefined) throw invalid('Parameter is invalid: articleId is missing');
  const found = shelf(
    call,
    ({ code, articles }) =>
      articles.length > 0 &&
      (articleId === undefined || articles.includes(articleId)) &&
      (label === undefined || code === label),
    pageOf(call),
  );
  return listed('labelsList', found, (one) => ({
    ...heardOf(call, one),
    labelMac: one.label.code.slice(0, 8),
    gatewayMac: '000000000000',
    firmwareVersion: '1',
    lastResponseTime: time(tagView(one.stored.tag, now.getTime()).since ?? now.toISOString()),
    labelModel: nameIn(call.mapping.models, one.stored.binding.device),
    temperature: 20,
  }));
}

interface Shelved {
  readonly label: LabelRecord;
  readonly stored: StoredLabel;
}

/** The vendor's labels of a store that still exist. */
async function* shelf(
  { context, requests, query }: VendorCall,
  keep: (label: LabelRecord) => boolean,
  { skip, limit }: { readonly skip: number; readonly limit: number } = { skip: 0, limit: Infinity },
): AsyncGenerator<Shelved, void> {
  let number = 0;
  for await (const label of requests.labels(context)) {
    const stored = label.store === query.store && keep(label) ? await context.store.label(label.code) : null;
    if (!stored || number++ < skip) continue;
    yield { label, stored };
    if (number === skip + limit) return;
  }
}

/** What an access point hears of a label. */
function heardOf({ now }: VendorCall, { label, stored }: Shelved) {
  const { battery, trouble } = tagView(stored.tag, now.getTime());
  return {
    labelCode: label.code,
    signal: 'EXCELLENT',
    battery: battery.low ? 'BAD' : 'GOOD',
    networkStatus: trouble?.kind !== 'offline',
  };
}

function labelList(call: VendorCall): Reply {
  const { context, requests, query, now } = call;
  const page = shelf(call, ({ code }) => query.label === undefined || code === query.label, pageOf(call));
  const view = async ({ label, stored }: Shelved) => {
    const tag = tagView(stored.tag, now.getTime());
    const articles = await Promise.all(label.articles.map((id) => requests.article(context, label.store, id)));
    return {
      ...heardOf(call, { label, stored }),
      updateStatus: label.failure === undefined ? statusOf(stored, now, label.articles.length > 0) : 'TIMEOUT',
      articleList: articles.flatMap((article) =>
        article ? [{ articleId: article.id, articleName: text(article.fields, 'articleName') }] : [],
      ),
      lastResponsetime: time(tag.since ?? now.toISOString()),
      gateway: { name: 'ESL-SIMULATOR', lastConnectionDate: time(now.toISOString()) },
      type: nameIn(call.mapping.models, stored.binding.device),
      templateName: [label.template ?? stored.binding.layout],
    };
  };
  return listed('labelList', page, view);
}

function statusOf({ tag, current }: StoredLabel, now: Date, isLinked = false): string {
  const { state, trouble } = tagView(tag, now.getTime());
  if (state === 'displayed' && (current || !isLinked)) return 'SUCCESS';
  return trouble?.kind === 'offline' ? 'TIMEOUT' : 'PROCESSING';
}

function unassignedLabels(call: VendorCall): Reply {
  const unassigned = shelf(call, ({ articles }) => articles.length === 0);
  return listed('labelList', unassigned, (one) => ({
    ...heardOf(call, one),
    labelModel: nameIn(call.mapping.models, one.stored.binding.device),
    store: one.label.store,
  }));
}

async function labelDetail({ context, query, origin, now }: VendorCall): Promise<Reply> {
  const stored = await context.store.label(query.label!);
  const device = stored && context.devices.get(stored.binding.device);
  if (!stored || !device) throw invalid(`Parameter is invalid: there is no label ${query.label}`);
  const picture = (path: string, at: string) => ({
    index: 1,
    state: statusOf(stored, now),
    content: `${origin}/api/esl/labels/${stored.id}/${path}`,
    processUpdateTime: time(at),
    statusUpdatetime: time(at),
  });
  const { current } = stored;
  const before = current && current.revision > 1 && (await context.store.revision(stored.id, current.revision - 1));
  return {
    body: {
      labelCode: stored.id,
      activePage: 1,
      width: device.width,
      height: device.height,
      previousImage: before ? [picture(`revisions/${before.revision}/image.png`, before.updated_at)] : [],
      currentImage: current ? [picture('image.png', current.updated_at)] : [],
      ...success,
    },
  };
}

async function labelType({ context, query, mapping: { models } }: VendorCall): Promise<Reply> {
  const stored = await context.store.label(query.labelCode!);
  const device = stored && context.devices.get(stored.binding.device);
  if (!stored || !device) throw invalid(`Parameter is invalid: there is no label ${query.labelCode}`);
  const [isRed, isYellow] = (['red', 'yellow'] as const).map((ink) => device.inks.some(({ name }) => name === ink));
  // Greys have no type of their own.
  const [colorType, color] = isRed
    ? isYellow
      ? ['QUATERNARY', 'BWRY']
      : ['TERNARY_RED', 'BWR']
    : isYellow
      ? ['TERNARY_YELLOW', 'BWY']
      : ['BINARY', 'BW'];
  return {
    body: {
      labelCode: stored.id,
      name: nameIn(models, device.id),
      displayWidth: device.width,
      displayHeight: device.height,
      totalPage: 7,
      colorType,
      resolution: Math.round(device.dpi.value),
      nfc: false,
      color,
      ...success,
    },
  };
}
