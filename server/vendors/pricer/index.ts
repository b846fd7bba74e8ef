import { tagView } from '../../labels/tag/view.js';
import { nameIn, shippedMappings } from '../core/mapping.js';
import type { ArticleRecord, Change, LabelRecord, ChangeOutcome } from '../core/changes.js';
import type { RequestRecord } from '../core/runs.js';
import type { ValueOf } from '../core/shape.js';
import {
  authorizationOf,
  type CallWith,
  type VendorCall,
  labelsOf,
  Refusal,
  type Reply,
  routesOf,
  type Vendor,
  type VendorRoute,
} from '../core/vendor.js';
import * as shapes from './shapes.js';

/** A server of Pricer serves one store: so does a tenant here. */
const store = 'store';
/** Seconds: the description says 4 hours. */
const lifetime = 4 * 3600;
/** The most items and labels of a page. */
const mostItems = 1000;
const pictureBytes = 2 * 1024 * 1024;

const errors = [400, 401, 404, 500];
const statusText: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

const at = (path: string): string => `/api/public/core/v1${path}`;
const route = routesOf(at, errors);
/** A route that answers before the work is done. */
const acceptedRoute = routesOf(at, errors, 202);

/** Pricer Plaza: the login of its Central Manager, and items and labels of a store. See docs/other-systems.md. */
export const pricer: Vendor = {
  id: 'pricer',
  title: 'Pricer Plaza',
  mapping: shippedMappings.pricer!,
  // The store's server also accepts Basic.
  credentials: authorizationOf,
  refuse({ kind, problem, own }) {
    const known = { unauthorized: 401, expired: 401, forbidden: 403, limited: 429, invalid: 400, failed: 500 }[kind];
    const status = own?.status ?? known;
    const message = own?.message ?? problem.detail;
    return { status, body: { status, error: statusText[status] ?? 'Error', message } };
  },
  routes: [
    ...(['login', 'refresh'] as const).map((name): VendorRoute => ({
      method: 'GET',
      paths: [`/api/public/auth/v1/${name}`],
      summary: name === 'login' ? 'Get a token by Basic authentication' : 'Get a new token for a valid one',
      scope: name === 'login' ? 'login' : 'read',
      statuses: [200, 401],
      async handle(call) {
        if (name === 'login') await call.login(call.credentials ?? { user: '', password: '' });
        return { body: { tokenType: 'JWT', token: await call.token('access', lifetime) } };
      },
    })),
    acceptedRoute('PATCH', '/items', 'Add or update items', {
      body: shapes.items,
      assumed: 'unit, error-codes-of-items',
      drawn: (call) =>
        labelsOf(
          call,
          store,
          call.body.flatMap(({ itemId }) => itemId ?? []),
        ),
      handle: (call) => patchItems(call, call.body),
    }),
    route('GET', '/items', 'List the items', { handle: listItems }),
    acceptedRoute('DELETE', '/items', 'Delete items', {
      body: shapes.deletions,
      assumed: 'labels-keep-their-picture',
      handle: (call) => deleteItems(call, call.body.itemIds),
    }),
    route('GET', '/items/:itemId', 'See an item', {
      async handle(call) {
        const item = await itemOf(call, call.params.itemId!);
        return { body: itemView(item, call.query.projection ?? 'L') };
      },
    }),
    acceptedRoute('PATCH', '/items/:itemId', 'Add or update an item', {
      scope: 'update',
      body: shapes.item,
      assumed: 'unit, error-codes-of-items',
      drawn: (call) => labelsOf(call, store, [call.params.itemId!]),
      handle(call) {
        const { itemId } = call.params;
        const item = call.body;
        if (item.itemId !== undefined && item.itemId !== itemId)
          throw new Refusal(400, 400, 'itemId Parameter mismatch');
        return patchItems(call, [{ ...item, itemId: itemId! }]);
      },
    }),
    acceptedRoute('DELETE', '/items/:itemId', 'Delete an item', {
      scope: 'update',
      assumed: 'labels-keep-their-picture',
      handle: (call) => deleteItems(call, [call.params.itemId!]),
    }),
    route('DELETE', '/items/:itemId/links', 'Unlink all labels of an item', {
      scope: 'manage',
      assumed: 'labels-keep-their-picture',
      async handle(call) {
        const { labels } = await itemOf(call, call.params.itemId!);
        return acceptedBy(
          call,
          labels.map((code): Change => ({ kind: 'unlink', code })),
          200,
        );
      },
    }),
    route('POST', '/items/:itemId/page/:pageIndex', 'Show a picture on all labels of an item', {
      query: { resize: 'string' },
      form: true,
      bytes: pictureBytes,
      assumed: 'pictures-are-shown-on-labels-that-are-linked-now',
      drawn: (call) => labelsOf(call, store, [call.params.itemId!]),
      handle: showPage,
    }),
    route('GET', ['/items-result/:requestId', '/request-status/:requestId'], 'See the result of an update of items', {
      assumed: 'error-codes-of-items',
      handle: (call) => itemResults(call, 'article'),
    }),
    route('GET', '/items-delete-result/:requestId', 'See the result of a deletion of items', {
      assumed: 'error-codes-of-items',
      handle: (call) => itemResults(call, 'delete'),
    }),
    acceptedRoute('PATCH', '/labels', 'Link labels to items', {
      scope: 'manage',
      body: shapes.labels,
      assumed: 'unknown-labels-are-created, label-types',
      drawn: (call) => call.body.length,
      handle: linkLabels,
    }),
    route('GET', '/labels', 'List the labels with their links', { handle: listLabels }),
    route('POST', '/labels/link-single', 'Link a label, and wait for the result', {
      scope: 'manage',
      body: shapes.singleLink,
      assumed: 'unknown-labels-are-created, label-types',
      handle: linkSingle,
    }),
    route('GET', '/labels/models', 'List the models', { assumed: 'label-types', handle: listModels }),
    route('GET', '/labels/:barcode', 'See a label', {
      assumed: 'unknown-labels-are-404',
      async handle(call) {
        return { body: await labelView(call, await labelOf(call), call.query.projection ?? 'L') };
      },
    }),
    route('GET', '/labels-result/:requestId', 'See the result of links', {
      assumed: 'error-codes-of-links',
      handle: labelResults,
    }),
    route('DELETE', ['/labels/:barcode/links', '/labels/:barcode/links/:displayPosition'], 'Unlink a label', {
      scope: 'manage',
      assumed: 'labels-keep-their-picture',
      async handle(call) {
        const { code } = await labelOf(call);
        if ((call.params.displayPosition ?? '0') !== '0')
          throw new Refusal(400, 400, 'The label has one item, at position 0');
        return acceptedBy(call, [{ kind: 'unlink', code }], 200);
      },
    }),
  ],
};

/** Stores the changes. The status 202 says that they are accepted. */
async function acceptedBy(call: VendorCall, changes: readonly Change[], status = 202): Promise<Reply> {
  const { request } = await call.submit(changes, true);
  return { status, body: { requestId: request.id } };
}

function patchItems(call: VendorCall, items: ValueOf<typeof shapes.items>): Promise<Reply> {
  const changes = items.map(({ itemId, ...fields }): Change => {
    if (itemId === undefined) throw new Refusal(400, 400, 'Id missing on one or more items');
    return { kind: 'article', store, id: itemId, fields: { itemId, ...fields }, merge: true };
  });
  return acceptedBy(call, changes);
}

function deleteItems(call: VendorCall, ids: readonly string[]): Promise<Reply> {
  return acceptedBy(
    call,
    ids.map((id): Change => ({ kind: 'delete', store, id })),
  );
}

async function itemOf({ requests, context }: VendorCall, id: string): Promise<ArticleRecord> {
  const item = await requests.article(context, store, id);
  if (!item) throw new Refusal(404, 404, 'Item not found');
  return item;
}

async function labelOf({ requests, context, params }: VendorCall): Promise<LabelRecord> {
  const label = await requests.label(context, params.barcode!);
  if (!label) throw new Refusal(404, 404, 'Label not found');
  return label;
}

/** The rows that a query asks for. */
function rowsOf(
  { query: { start = '0', limit = String(mostItems) } }: VendorCall,
  most: number,
): { skip: number; limit: number } {
  if (![start, limit].every((text) => /^\d{1,6}$/.test(text)))
    throw new Refusal(400, 400, 'start and limit are whole numbers');
  if (Number(limit) > most) throw new Refusal(400, 400, 'Page size limit exceeded');
  return { skip: Number(start), limit: Number(limit) };
}

function listItems(call: VendorCall): Reply {
  const items = call.requests.articles(call.context, store, rowsOf(call, mostItems));
  return { list: { name: null, items: itemViews(items, call.query.projection ?? 'S') } };
}

async function* itemViews(items: AsyncIterable<ArticleRecord>, projection: string): AsyncGenerator<object, void> {
  for await (const item of items) yield itemView(item, projection);
}

function itemView({ id, fields, labels, updated_at }: ArticleRecord, projection: string): object {
  const texts = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      return [[name, typeof value === 'number' ? String(value) : value]];
    }),
  );
  const { itemName, price, itemGroup, department, presentation, validFrom, sics, properties } = texts;
  const some = (members: object) =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return {
    itemId: id,
    ...some({ itemName, price }),
    ...(projection !== 'S' && {
      ...some({ itemGroup, department, presentation, validFrom, sics, properties }),
      lastUpdated: updated_at,
    }),
    ...(projection === 'L' && { links: labels.map((code) => linkView(code, id)) }),
  };
}

function linkView(barcode: string, itemId: string, displayPosition = 0): object {
  return { barcode, itemId, linkedItemId: itemId, displayPosition };
}

function listLabels(call: VendorCall): Reply {
  // The description states no maximum, and a client asks for 20,000.
  return { list: { name: null, items: labelViews(call, rowsOf(call, 1_000_000)) } };
}

async function* labelViews(
  call: VendorCall,
  { skip, limit }: { skip: number; limit: number },
): AsyncGenerator<object, void> {
  const wanted = call.query['filter[barcode]']?.split(',');
  let number = 0;
  for await (const label of call.requests.labels(call.context)) {
    if (number === skip + limit) return;
    if (wanted && !wanted.includes(label.code)) continue;
    if (number++ >= skip) yield await labelView(call, label, call.query.projection ?? 'S');
  }
}

async function labelView(
  { context, mapping: { models }, now }: VendorCall,
  { code, articles, linked_at, failure }: LabelRecord,
  projection: string,
): Promise<object> {
  const stored = await context.store.label(code);
  const { state, trouble, battery, since } = tagView(stored?.tag ?? null, now.getTime());
  const waiting = trouble?.kind === 'offline' ? 'FAILED' : 'WAITING_FOR_UPDATE';
  const shown = state === 'displayed' ? 'OK' : waiting;
  return {
    barcode: code,
    modelName: stored ? nameIn(models, stored.binding.device) : '',
    links: articles.map((id, i) => linkView(code, id, i)),
    ...(projection !== 'S' && {
      plState: failure === undefined ? shown : 'FAILED',
      batteryState: battery.low ? 'LOW' : 'OK',
    }),
    ...(projection === 'L' && {
      ...(since !== null && { lastDisplayUpdate: since }),
      ...(linked_at !== null && { lastLinked: linked_at }),
    }),
  };
}

async function linkLabels(call: CallWith<typeof shapes.labels>): Promise<Reply> {
  const changes = call.body.map(({ barcode, links = [] }): Change => {
    const sorted = [...links].sort((a, b) => (a.displayPosition ?? 0) - (b.displayPosition ?? 0));
    const articles = sorted.flatMap(({ linkedItemId, itemId }) => linkedItemId ?? itemId ?? []);
    return articles.length === 0
      ? { kind: 'register', store, code: barcode }
      : { kind: 'link', store, code: barcode, articles };
  });
  return acceptedBy(call, changes);
}

async function linkSingle(call: CallWith<typeof shapes.singleLink>): Promise<Reply> {
  const { barcode, itemId } = call.body;
  const { ended } = await call.submit([{ kind: 'link', store, code: barcode, articles: [itemId] }], true);
  const { outcomes, done } = await ended;
  return { body: { barcode, itemId, status: linkStatus(outcomes[0]!, done) } };
}

function linkStatus({ failure, labels }: ChangeOutcome, done: boolean): string {
  if (failure === null) return done || labels.length === 0 ? 'SUCCESS' : 'PENDING';
  return failure.reason === 'no_article' ? 'ERROR_ITEM_NOT_FOUND' : `ERROR_ITEM_NOT_DISPLAYED: ${failure.message}`;
}

function listModels(call: VendorCall): Reply {
  return { list: { name: 'models', items: modelViews(call) } };
}

async function* modelViews({ context, requests, mapping: { models } }: VendorCall): AsyncGenerator<object, void> {
  const labels = new Map<string | undefined, number>();
  for await (const { code } of requests.labels(context)) {
    const panel = (await context.store.label(code))?.binding.device;
    labels.set(panel, (labels.get(panel) ?? 0) + 1);
  }
  for (const [name, device] of Object.entries(models))
    yield { name, labelTypes: [], linkPositions: 1, numberOfLinkedLabels: labels.get(device) ?? 0 };
}

/** Pictures fit as the enumeration of the description says. */
const fits = new Map([
  ['0', 'exact'],
  ['1', 'contain'],
  ['2', 'stretch'],
] as const);

async function showPage(call: VendorCall): Promise<Reply> {
  const { itemId, pageIndex } = call.params;
  if (!/^\d{1,3}$/.test(pageIndex!) || Number(pageIndex) > 127)
    throw new Refusal(400, 400, 'pageIndex is between 0 and 127 inclusive');
  const fit = fits.get(call.query.resize as '0');
  if (fit === undefined) throw new Refusal(400, 400, 'resize is 0, 1 or 2');
  if (!call.file) throw new Refusal(400, 400, 'Required part "imageFile" is not present');
  const { labels } = await itemOf(call, itemId!);
  for (const code of labels) await call.show(code, call.file, { fit, dither: true });
  return acceptedBy(call, [], 200);
}

/** The request that the path names; null: there is none. @throws {Refusal} for other texts than integers */
async function requestIn({ params, request }: VendorCall): Promise<RequestRecord | null> {
  if (!/^\d{1,15}$/.test(params.requestId!)) throw new Refusal(400, 400, 'requestId must be an integer');
  return request(Number(params.requestId));
}

async function itemResults(call: VendorCall, kind: 'article' | 'delete'): Promise<Reply> {
  const { excludeItemResults, excludeItemErrorCount } = call.query;
  const request = await requestIn(call);
  if (!request) return { body: { status: 'REQUEST_NOT_FOUND' } };
  const mine = request.outcomes.filter((outcome) => outcome.kind === kind);
  return {
    body: {
      status: request.done ? 'COMPLETED' : 'IN_PROGRESS',
      ...(excludeItemErrorCount === 'false' && { itemErrorCount: mine.filter(({ failure }) => failure).length }),
      ...(excludeItemResults !== 'true' && { itemResults: mine.map((outcome) => itemResult(outcome, request.done)) }),
    },
  };
}

function itemResult({ kind, article, isNew, labels, failure }: ChangeOutcome, done: boolean): object {
  if (kind === 'delete')
    return { itemId: article, status: failure ? 'ERROR_ITEM_NOT_FOUND' : 'SUCCESS', unlinkedBarcodes: labels };
  const status = failure
    ? 'ERROR_ITEM_NOT_DISPLAYED'
    : done || labels.length === 0
      ? isNew
        ? 'SUCCESS_NEW_ITEM'
        : 'SUCCESS'
      : 'PENDING';
  if (!failure) return { itemId: article, status };
  const { field = '', message } = failure;
  const propertyType = field.startsWith('properties.') ? 'CUSTOM' : 'INTERNAL';
  const error = `ERROR_INVALID_PROPERTY_VALUE: ${message}`;
  return { itemId: article, status, errors: [{ propertyType, property: field.replace('properties.', ''), error }] };
}

async function labelResults(call: VendorCall): Promise<Reply> {
  const request = await requestIn(call);
  if (!request) throw new Refusal(404, 404, 'A link request with that id can not be found');
  const { done, outcomes } = request;
  return {
    body: {
      status: done ? 'COMPLETED' : 'IN_PROGRESS',
      results: outcomes.map((outcome) => ({
        barcode: outcome.code ?? '',
        itemId: outcome.article ?? '',
        status: linkStatus(outcome, done),
      })),
    },
  };
}
