import { Readable } from 'node:stream';
import { holdList } from '../budgets/answers.js';
import { lastArrival } from '../budgets/arrivals.js';
import type { Context } from '../dependencies.js';
import { gzipped } from './gzip.js';

/** A buffer: it is compressed once. */
const commaBytes = Buffer.from(',');

export type Parts = AsyncIterable<string | Buffer> | readonly (string | Buffer)[];

/** The JSON texts of items; the return value is the rest of the response. A buffer is shared by all responses with its item. */
export type Items = AsyncGenerator<string | Buffer, object>;

/** Sends `{"success": true, <name>: [items], …rest, "request_id"}`, see {@link sendItems}. */
export async function sendList(ctx: Context, name: string, items: Items): Promise<void> {
  await sendItems(ctx, name, items, ourMembers(ctx));
}

/**
 * Sends `{…before, <name>: [items], …rest, …after}`; without a name, the list alone. Reads each item when the client has read those
 * before it: an unread response holds one item in memory, not the list.
 * @returns whether there is an item
 * @throws errors of the first item. Later, the head is sent, and an error breaks the connection
 */
export async function sendItems(ctx: Context, name: string | null, items: Items, members?: Members): Promise<boolean> {
  const { parts, isEmpty } = await listOf(ctx, name, items, members);
  ctx.type = 'application/json';
  ctx.body = Readable.from(parts);
  return !isEmpty;
}

/** The same as {@link sendList} for items of buffers, compressed for clients that accept gzip. */
export async function sendShared(ctx: Context, name: string, items: Items): Promise<void> {
  const { parts } = await listOf(ctx, name, items, ourMembers(ctx));
  sendParts(ctx, parts);
}

/** The members of an answer before its list, and after the rest. */
type Members = Readonly<Record<'before' | 'after', object>>;

function ourMembers({ state }: Context): Members {
  return { before: { success: true }, after: { request_id: state.requestId } };
}

async function listOf(ctx: Context, name: string | null, items: Items, members?: Members) {
  const { before, after } = members ?? { before: {}, after: {} };
  await holdList(ctx);
  const first = await nextOf(items);
  const start = name === null ? '[' : JSON.stringify({ ...before, [name]: [] }).slice(0, -2);
  const end = (rest: object) => {
    const text = JSON.stringify({ ...rest, ...after }).slice(1);
    return name === null ? ']' : text === '}' ? ']}' : `],${text}`;
  };
  return { parts: listText(start, first, items, end), isEmpty: first.done === true };
}

/** Sends JSON of which the buffers are shared by all responses, compressed for clients that accept gzip. */
export function sendParts(ctx: Context, parts: Parts): void {
  ctx.vary('Accept-Encoding');
  ctx.type = 'application/json';
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = Readable.from(isZipped ? gzipped(parts) : parts);
}

/** Milliseconds that all lists take of a turn of the event loop, so that other requests have theirs. */
const turnMs = 5;
/** Items that they read from the store in a turn: what was read is parsed in the turns in which the answers come. */
const maxReading = 2;
/** Milliseconds after a connection in which more of them are expected: then lists pause `pause` times as long as they read. */
const [recentMs, pause] = [10, 4];
/** Lists that wait to read their next items. */
const waiting: (() => void)[] = [];
let reading = 0;
/** When the first list of this turn went on; no list goes on before `pauseEnd`. */
let began: number | undefined;
let pauseEnd = 0;
let isScheduled = false;

/** Reads an item once lists have time for it. */
async function nextOf(items: Items): Promise<IteratorResult<string | Buffer, object>> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    goOn();
  });
  try {
    return await items.next();
  } finally {
    reading--;
    if (isScheduled) goOn();
    else endTurn();
  }
}

function goOn(): void {
  while (waiting.length > 0 && reading < maxReading) {
    const now = performance.now();
    if (began === undefined && now >= pauseEnd) began = now;
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        endTurn();
      });
    }
    if (began === undefined || now - began >= turnMs) return;
    reading++;
    waiting.shift()!();
  }
}

/** Ends the turn of the lists once what they read is parsed. */
function endTurn(): void {
  if (reading > 0) return;
  const now = performance.now();
  if (began !== undefined && now - lastArrival() < recentMs) pauseEnd = now + pause * (now - began);
  began = undefined;
  goOn();
}

async function* listText(
  start: string,
  first: IteratorResult<string | Buffer, object>,
  items: Items,
  end: (rest: object) => string,
): AsyncGenerator<string | Buffer, void> {
  yield start;
  let item = first;
  for (let comma = ''; !item.done; comma = ',') {
    if (typeof item.value === 'string') yield comma + item.value;
    else {
      if (comma !== '') yield commaBytes;
      yield item.value;
    }
    item = await nextOf(items);
  }
  yield end(item.value);
}
