import type { JsonObject } from '../../fields/json.js';
import { tagView } from '../../labels/tag/view.js';
import { layoutOf, shippedMappings } from '../core/mapping.js';
import { changeRecords, eachRecord, type Kind, recordOf } from '../../labels/records.js';
import type { Change, Failure, LabelRecord, ChangeOutcome } from '../core/changes.js';
import {
  type CallWith,
  type VendorCall,
  labelsOf,
  Refusal,
  type Reply,
  routesOf,
  type Vendor,
} from '../core/vendor.js';
import type { RequestRecord } from '../core/runs.js';
import type { ValueOf } from '../core/shape.js';
import * as shapes from './shapes.js';

/** Seconds: the document says 24 hours. */
const lifetime = 24 * 3600;
/** Rows of a page where the request names no number; the most of one. */
const rows = { usual: 10, most: 1000 } as const;

/** Return codes of the document, with its words; that of tokens is from two clients. */
const codes = {
  wrongPassword: [10026, 'error password'],
  noPermission: [10059, 'No permission'],
  missing: [12004, 'Lack of request Parameters'],
  existed: [12011, 'Data existed'],
  notImported: [12014, 'No tag imported'],
  notBound: [12016, 'Label has no binding data'],
  noLabel: [12020, 'The label does not exist or the MAC address is wrong'],
  noTemplate: [12042, 'Template does not exist'],
  noGoods: [12046, 'Cannot find the data/product, please add first'],
  noTag: [12047, 'Cannot find the tag, please import the tag first'],
  noStoreId: [12051, 'Store ID can not be null'],
  storeNumber: [12052, 'Existing store number'],
  storeName: [12100, 'Existing store name'],
  storeDigits: [54030, 'Store number should only be digits'],
  noData: [12068, 'Data does not exist'],
  noStore: [12070, 'Store does not exist'],
  token: [14002, 'The token is invalid or expired'],
  system: [5000, 'System Exception'],
} as const;

function refusal(name: keyof typeof codes): Refusal {
  const [code, message] = codes[name];
  return new Refusal(200, code, message);
}

function success(data: unknown = null): Reply {
  return { body: { code: 200, msg: 'success', data } };
}

/** Errors have the status 200 and the shape of a plain answer. */
const route = routesOf((path) => `/apis/${path}`, []);

/** Minew's ESL cloud, version 3: see docs/other-systems.md. */
export const minew: Vendor = {
  id: 'minew',
  title: 'Minew ESL Cloud',
  mapping: shippedMappings.minew!,
  credentials(ctx) {
    const token = ctx.get('token');
    return token === '' ? null : { token };
  },
  refuse({ kind, problem, own }) {
    const named = {
      unauthorized: 'token',
      expired: 'token',
      forbidden: 'noPermission',
      invalid: 'missing',
      limited: null,
      failed: 'system',
    } as const;
    const name = named[kind];
    const status = kind === 'limited' ? 429 : kind === 'failed' ? 500 : 200;
    const code = own?.code ?? (name ? codes[name][0] : 429);
    const isOurs = kind === 'invalid' || kind === 'limited';
    const msg = own?.message ?? (isOurs || !name ? problem.detail : codes[name][1]);
    return { status, body: { code, msg, data: null } };
  },
  routes: [
    route('POST', 'action/login', 'Log in with the MD5 of the password', {
      scope: 'login',
      body: { username: 'secret', password: 'secret' },
      assumed: 'user-info',
      async handle(call) {
        const { username, password } = call.body;
        try {
          await call.login({ user: username, password });
        } catch {
          throw refusal('wrongPassword');
        }
        const userInfo = JSON.stringify({ name: 'ESL simulator', merchantCode: '000000' });
        return success({ userInfo, hasScene: true, token: await call.token('access', lifetime), displayGuide: false });
      },
    }),
    route('GET', 'esl/store/list', 'List the stores', {
      handle: (call) => ({ list: { name: 'data', items: storeViews(call) } }),
    }),
    route('GET', 'esl/store/listPage', 'List the stores in pages', {
      assumed: 'path-from-a-client',
      async handle(call) {
        const items: StoreRecord[] = [];
        for await (const store of storesOf(call)) if (items.push(store) === rows.most) break;
        return success({ items });
      },
    }),
    route('POST', 'esl/store/add', 'Add a store', {
      scope: 'manage',
      body: shapes.store,
      assumed: 'store-ids',
      handle: addStore,
    }),
    route('GET', 'esl/gateway/listPage', 'List the gateways', {
      assumed: 'one-gateway-per-store',
      async handle(call) {
        const storeId = await storeIn(call, call.query.storeId);
        const updateTime = time(call.now.toISOString());
        return pageOf(call, () => [
          { id: '1', name: 'ESL simulator', mac: 'AC233FC00000', mode: 1, storeId, updateTime },
        ]);
      },
    }),
    route('GET', 'esl/template/findAll', 'List the templates: the layouts of this sandbox', {
      assumed: 'templates-are-our-layouts',
      handle: listTemplates,
    }),
    route('POST', 'esl/goods/addToStore', 'Add data', { body: 'object', handle: (call) => putGoods(call, true) }),
    route('POST', 'esl/goods/updateToStore', 'Change data, and draw its tags', {
      body: 'object',
      assumed: 'unit, unknown-data-is-added',
      drawn: (call) => drawnBy(call, [call.body]),
      handle: (call) => putGoods(call, false),
    }),
    route('POST', 'esl/goods/update', 'Change data without drawing', {
      body: shapes.goodsList,
      handle: (call) => putMany(call, false),
    }),
    route('POST', 'esl/goods/batchUpdateBrush', 'Change data, and draw its tags', {
      body: shapes.goodsList,
      assumed: 'unit, light-is-not-shown',
      drawn: (call) => drawnBy(call, call.body.goodsList),
      handle: (call) => putMany(call, true),
    }),
    route('POST', 'esl/goods/batchDelete', 'Delete data', {
      body: { 'storeId?': 'any', idArray: ['id'] },
      assumed: 'labels-keep-their-picture',
      async handle(call) {
        const { storeId, idArray } = call.body;
        const store = await storeIn(call, storeId);
        await call.submit(idArray.map((id): Change => ({ kind: 'delete', store, id })));
        return success();
      },
    }),
    route('GET', 'esl/goods/getByStoreId', 'List the data of a store', { handle: listGoods }),
    route('GET', 'esl/goods/singleQuery', 'See data', {
      async handle(call) {
        const store = await storeIn(call, call.query.storeId);
        const goods = await call.requests.article(call.context, store, call.query.id ?? '');
        if (!goods) throw refusal('noData');
        return success(goods.fields);
      },
    }),
    route('GET', 'esl/goods/findByGoodsId', 'List the tags of data', {
      handle: (call) => ({ list: { name: 'data', items: boundTags(call) } }),
    }),
    route('POST', 'esl/label/batchAdd', 'Import tags', {
      scope: 'manage',
      body: { 'storeId?': 'any', macArray: ['id'], type: 'any' },
      async handle(call) {
        const { storeId, macArray } = call.body;
        const store = await storeIn(call, storeId);
        await call.submit(macArray.map((mac): Change => ({ kind: 'register', store, code: codeOf(mac) })));
        return success(Object.fromEntries(macArray.map((mac) => [mac, 'success'])));
      },
    }),
    route('GET', 'esl/label/cascadQuery', 'List the tags', { handle: listTags }),
    route('POST', 'esl/label/update', 'Bind a tag with data and a template', {
      scope: 'manage',
      body: shapes.binding,
      assumed: 'templates-are-our-layouts',
      async handle(call) {
        const [outcome] = await bind(call, call.body.storeId, [call.body]);
        if (outcome!.failure) throw failed(outcome!.failure, 'noTag');
        return success();
      },
    }),
    ...(['batchBinding', 'bind/generateBindingByTemplateStrategy'] as const).map((name) =>
      route('POST', `esl/label/${name}`, 'Bind tags with data', {
        scope: 'manage',
        body: shapes.bindingList,
        assumed: 'templates-are-our-layouts',
        drawn: (call) => call.body.labelTemplateDataVOList.length,
        async handle(call) {
          const { storeId, labelTemplateDataVOList: list } = call.body;
          const outcomes = await bind(call, storeId, list);
          return success(Object.fromEntries(outcomes.map(({ failure }, i) => [list[i]!.labelMac, resultOf(failure)])));
        },
      }),
    ),
    route('POST', 'esl/label/updateBindBrush', 'Change the data and the template of a tag, and draw it', {
      scope: 'manage',
      body: shapes.update,
      assumed: 'unit, templates-are-our-layouts, light-is-not-shown',
      handle: updateBound,
    }),
    route('POST', 'esl/label/deleteBind', 'Unbind a tag', {
      scope: 'manage',
      assumed: 'labels-keep-their-picture',
      async handle(call) {
        await storeIn(call, call.query.storeId);
        const code = codeOf(call.query.mac ?? '');
        const { request } = await call.submit([{ kind: 'unlink', code }]);
        const { failure } = request.outcomes[0]!;
        if (failure) throw refusal(failure.reason === 'no_label' ? 'noLabel' : 'notBound');
        return success();
      },
    }),
    route('POST', 'esl/label/batchBrush', 'Draw tags again', {
      body: shapes.macs,
      drawn: (call) => call.body.macs.length,
      handle: brush,
    }),
    route('GET', 'esl/label/led', 'Flash a tag: accepted, not shown', {
      assumed: 'light-is-not-shown',
      async handle(call) {
        if (!(await call.requests.label(call.context, codeOf(call.query.mac ?? '')))) throw refusal('noLabel');
        return success();
      },
    }),
    route('POST', 'esl/logs/queryList', 'See the results of operations', {
      scope: 'read',
      body: shapes.logs,
      assumed: 'remark',
      handle: listLogs,
    }),
  ],
};

interface StoreRecord {
  readonly id: string;
  readonly name: string;
  readonly number: string | null;
  readonly address: string | null;
  readonly active: 1;
  readonly createTime: string;
}

const storeKind = 'minew/store' as Kind<StoreRecord>;

/** The stores of a tenant: the first always exists. */
async function* storesOf({ context }: VendorCall): AsyncGenerator<StoreRecord, void> {
  yield { id: '1', name: 'ESL simulator', number: null, address: null, active: 1, createTime: '2026-01-01 00:00:00' };
  yield* eachRecord(context.store, storeKind);
}

async function* storeViews(call: VendorCall): AsyncGenerator<object, object> {
  for await (const store of storesOf(call)) if (String(store.active) === (call.query.active ?? '1')) yield store;
  return { code: 200, msg: 'success' };
}

async function addStore(call: CallWith<typeof shapes.store>): Promise<Reply> {
  const { context, body, now } = call;
  const { number, name, address = null } = body;
  if (!/^\d+$/.test(number)) throw refusal('storeDigits');
  for await (const store of storesOf(call))
    if (store.number === number || store.name === name)
      throw refusal(store.number === number ? 'storeNumber' : 'storeName');
  const storeId = await changeRecords(context.store, async (draft) => {
    let at = now.getTime();
    while (await draft.get(storeKind, String(at))) at++;
    const id = String(at);
    const store: StoreRecord = { id, name, number, address, active: 1, createTime: time(now.toISOString()) };
    draft.put(storeKind, id, store);
    return id;
  });
  return success({ storeId });
}

/** The id of an existing store. @throws {Refusal} */
async function storeIn({ context }: VendorCall, id: unknown): Promise<string> {
  if (id === undefined || id === null || id === '') throw refusal('noStoreId');
  const text = asText(id);
  if (text !== '1' && !(await recordOf(context.store, storeKind, text))) throw refusal('noStore');
  return text;
}

/** Ids are texts, though some clients send numbers. */
function asText(id: unknown): string {
  return typeof id === 'string' ? id : JSON.stringify(id ?? null);
}

/** The id of our label: addresses are written in any case, with or without colons. */
function codeOf(mac: string): string {
  const bare = mac.replaceAll(/[:-]/g, '').toLowerCase();
  return /^[0-9a-f]{12}$/.test(bare) ? bare : mac;
}

function time(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** A page in Minew's form: its items are beside the code. */
function pageOf(
  call: VendorCall,
  items: () => AsyncIterable<object> | Iterable<object>,
  names: readonly [page: string, size: string] = ['page', 'size'],
): Reply {
  const asked = { ...call.query, ...(call.body as Record<string, unknown> | undefined) };
  const whole = (name: string, usual: number) => {
    const text = asText(asked[name]);
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : usual;
  };
  const [currentPage, pageSize] = [whole(names[0], 1), Math.min(rows.most, whole(names[1], rows.usual))];
  return { list: { name: 'items', items: pageItems(items, currentPage, pageSize) } };
}

/** The items of a page. All are counted, for the members after them. */
async function* pageItems(
  items: () => AsyncIterable<object> | Iterable<object>,
  currentPage: number,
  pageSize: number,
): AsyncGenerator<object, object> {
  const startIndex = (currentPage - 1) * pageSize;
  let totalNum = 0;
  for await (const item of items()) {
    if (totalNum >= startIndex && totalNum < startIndex + pageSize) yield item;
    totalNum++;
  }
  const totalPage = Math.ceil(totalNum / pageSize);
  const isMore = currentPage < totalPage ? 1 : 0;
  return { code: 200, msg: 'success', currentPage, pageSize, totalNum, isMore, totalPage, startIndex };
}

async function listTemplates(call: VendorCall): Promise<Reply> {
  const storeId = await storeIn(call, call.query.storeId);
  const { ids } = await call.context.layouts.page(null, { count: rows.most, bytes: Infinity });
  const templates = ids.map((id) => ({ demoId: id, demoName: id, storeId }));
  return success({ page: 1, size: ids.length, totalPage: 1, totalCount: ids.length, rows: templates });
}

/** How many tags a change of data draws. */
function drawnBy(call: VendorCall, list: readonly JsonObject[]): Promise<number> {
  const { storeId } = call.body as JsonObject;
  const ids = list.map(({ id }) => asText(id));
  return labelsOf(call, asText(storeId), ids);
}

async function putGoods(call: VendorCall<JsonObject>, isNew: boolean): Promise<Reply> {
  const { storeId, ...fields } = call.body;
  const store = await storeIn(call, storeId);
  const { id } = fields;
  if (typeof id !== 'string' || !/^[^\p{Cc}]{1,128}$/u.test(id)) throw refusal('missing');
  if (isNew && (await call.requests.article(call.context, store, id))) throw refusal('existed');
  await call.submit([{ kind: 'article', store, id, fields, merge: true }]);
  return success();
}

async function putMany(call: CallWith<typeof shapes.goodsList>, brushes: boolean): Promise<Reply> {
  const { storeId, goodsList } = call.body;
  const store = await storeIn(call, storeId);
  const changes = goodsList.map((fields): Change => {
    return { kind: 'article', store, id: fields.id, fields, merge: true, quiet: !brushes };
  });
  const { ended } = await call.submit(changes);
  const { outcomes } = await ended;
  if (!brushes) return success(outcomes.map(() => ({ code: 200, msg: 'success', data: null })));
  return success(
    outcomes.flatMap((outcome) =>
      outcome.labels.map((mac) => ({ [mac]: { ...resultOf(failureOf(outcome, mac)), data: mac } })),
    ),
  );
}

async function listGoods(call: VendorCall): Promise<Reply> {
  const store = await storeIn(call, call.query.storeId);
  const { fuzzy = '' } = call.query;
  return pageOf(call, async function* goods() {
    for await (const { id, fields } of call.requests.articles(call.context, store))
      if (Object.values(fields).some((value) => asText(value).includes(fuzzy))) yield { objectId: id, ...fields };
  });
}

async function* boundTags({ requests, context, query }: VendorCall): AsyncGenerator<object, object> {
  for await (const { code, store, template, articles } of requests.labels(context))
    if (articles.includes(query.goodsId ?? '')) yield { demoId: template, storeId: store, mac: code };
  return { code: 200, msg: 'success' };
}

/** Binds tags with data, and waits until they are drawn. Data without a price, such as a pallet's, is bound, and drawn when it has one. */
async function bind(
  call: VendorCall,
  storeId: unknown,
  list: readonly ValueOf<typeof shapes.binding>[],
): Promise<readonly ChangeOutcome[]> {
  const store = await storeIn(call, storeId);
  const { layouts } = call.context;
  const wanted = list.map(({ demoIdMap }) => (typeof demoIdMap?.A === 'string' ? demoIdMap.A : null));
  for (const template of wanted)
    if (template !== null && !(await layouts.find(layoutOf(call.mapping, template)))) throw refusal('noTemplate');
  const changes = list.map(({ labelMac, goodsId }, i): Change => {
    return { kind: 'link', store, code: codeOf(labelMac), articles: [goodsId], template: wanted[i] ?? null };
  });
  const { ended } = await call.submit(changes);
  const { outcomes } = await ended;
  return outcomes.map((one) => (one.failure?.reason === 'no_price' ? { ...one, failure: null } : one));
}

async function updateBound(call: CallWith<typeof shapes.update>): Promise<Reply> {
  const { labelMac, goodsMap, demoIdMap = null, storeId } = call.body;
  const store = await storeIn(call, storeId);
  const { id } = goodsMap;
  if (!(await call.requests.article(call.context, store, id))) throw refusal('noData');
  await call.submit([{ kind: 'article', store, id, fields: goodsMap, merge: true, quiet: true }]);
  const [outcome] = await bind(call, storeId, [{ labelMac, goodsId: id, demoIdMap }]);
  if (outcome!.failure) throw failed(outcome!.failure, 'notImported');
  return success(200);
}

function failed({ reason, message }: Failure, noLabel: 'noTag' | 'notImported'): Refusal {
  if (reason === 'undrawable' || reason === 'no_price') return new Refusal(200, codes.system[0], message);
  const names = { no_article: 'noGoods', no_label: noLabel, not_linked: 'notBound' } as const;
  return refusal(names[reason]);
}

/** Why a label of a change is not drawn. */
function failureOf({ failure, undrawn }: ChangeOutcome, code: string): Failure | null {
  return undrawn?.includes(code) === false ? null : failure;
}

/** The result of a label within a batch. */
function resultOf(failure: Failure | null): { code: number; msg: string; data: null } {
  if (!failure) return { code: 200, msg: 'success', data: null };
  const { code, message } = failed(failure, 'notImported');
  return { code: Number(code), msg: message, data: null };
}

async function brush(call: CallWith<typeof shapes.macs>): Promise<Reply> {
  const { storeId, macs } = call.body;
  await storeIn(call, storeId);
  const { ended } = await call.submit(macs.map((mac): Change => ({ kind: 'draw', code: codeOf(mac) })));
  const { outcomes } = await ended;
  const data = Object.fromEntries(outcomes.map(({ failure }, i) => [macs[i]!, resultOf(failure)]));
  return success({ total: macs.length, fail: outcomes.filter(({ failure }) => failure).length, data });
}

/** Whether a tag has a status: 1 offline, 2 online, 5 low battery, 8 bound, 9 unbound. */
function hasStatus(tag: { isOnline: string; bind: string; low: boolean }, status: string): boolean {
  if (status === '5') return tag.low;
  return status === '8' || status === '9' ? tag.bind === (status === '8' ? '1' : '0') : tag.isOnline === status;
}

async function listTags(call: VendorCall): Promise<Reply> {
  const { requests, context, now, query } = call;
  const store = await storeIn(call, query.storeId);
  const statuses = query.eqstatus?.split(',') ?? [];
  return pageOf(call, async function* tags() {
    for await (const label of requests.labels(context)) {
      const tag = label.store === store ? await tagOf(call, label, now) : null;
      if (!tag || (statuses.length > 0 && !statuses.some((status) => hasStatus(tag, status)))) continue;
      const { low: _, ...rest } = tag;
      yield rest;
    }
  });
}

async function tagOf({ context }: VendorCall, { code, store, articles, template }: LabelRecord, now: Date) {
  const stored = await context.store.label(code);
  const device = stored && context.devices.get(stored.binding.device);
  if (!stored || !device) return null;
  const { battery, trouble, since } = tagView(stored.tag, now.getTime());
  const { width, height, dpi } = device;
  const inch = device.diagonal_in ?? Math.round((Math.hypot(width, height) / dpi.value) * 10) / 10;
  const letters = { white: 'w', black: 'b', red: 'r', yellow: 'y' } as Readonly<Record<string, string>>;
  const color = ['black', 'white', 'red', 'yellow']
    .filter((name) => device.inks.some((ink) => ink.name === name))
    .map((name) => letters[name])
    .join('');
  return {
    id: code,
    mac: code,
    type: 1,
    bind: articles.length > 0 ? '1' : '0',
    battery: Math.round(battery.percent),
    lastupdate: time(since ?? now.toISOString()),
    storeId: store,
    isOnline: trouble?.kind === 'offline' ? '1' : '2',
    goodsId: articles[0] ?? null,
    demoId: template ?? stored.binding.layout,
    screenInfo: { inch, width, height, color },
    low: battery.low,
  };
}

async function listLogs(call: CallWith<typeof shapes.logs>): Promise<Reply> {
  const { context, requests } = call;
  const { storeId, condition } = call.body;
  const actionType = String(call.body.actionType ?? '');
  const store = await storeIn(call, storeId);
  const items = ({ id, at, done, outcomes }: RequestRecord) =>
    outcomes.flatMap((outcome, i) => {
      const { kind, code, article = '', labels, failure, store: of = store } = outcome;
      if (of !== store || !done) return [];
      // Refresh, and binding.
      const action = kind === 'link' ? '5' : '1';
      const macs = labels.length > 0 ? labels : code !== undefined && failure ? [code] : [];
      if (kind === 'delete' || (actionType !== '' && actionType !== action)) return [];
      return macs
        .filter((mac) => mac.includes(condition ?? ''))
        .map((labelMac) => ({
          id: `${id}${i}`,
          operator: 'ESL simulator',
          commodity: article,
          labelMac,
          result: failureOf(outcome, labelMac) ? '2' : '1',
          objectType: '1',
          actionType: action,
          storeId: store,
          createTime: time(at),
          remark: failureOf(outcome, labelMac)?.message ?? null,
        }));
    });
  const logs = async function* logs() {
    for await (const request of requests.requests(context, (one) => items(one).length > 0)) yield* items(request);
  };
  return pageOf(call, logs, ['currentPage', 'pageSize']);
}
