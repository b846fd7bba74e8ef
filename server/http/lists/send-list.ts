import { Readable } from 'node:stream';
import type { Context } from '../dependencies.js';
import { gzipped } from './gzip.js';

export type Parts = AsyncIterable<string | Buffer> | readonly (string | Buffer)[];

/** The JSON texts of items; the return value is the rest of the response. A buffer is shared by all responses with its item. */
type Items = AsyncGenerator<string | Buffer, object>;

/**
 * Sends `{"success": true, <name>: [items], …rest, "request_id"}`. Reads each item when the client has read those before it: an
 * unread response holds one item in memory, not the list.
 * @throws errors of the first item. Later, the head is sent, and an error breaks the connection
 */
export async function sendList(ctx: Context, name: string, items: Items): Promise<void> {
  const first = await items.next();
  ctx.type = 'application/json';
  ctx.body = Readable.from(listText(name, first, items, ctx.state.requestId));
}

/** The same for a list of buffers, compressed for clients that accept gzip. */
export async function sendShared(ctx: Context, name: string, items: Items): Promise<void> {
  const first = await items.next();
  sendParts(ctx, listText(name, first, items, ctx.state.requestId));
}

/** Sends JSON of which the buffers are shared by all responses, compressed for clients that accept gzip. */
export function sendParts(ctx: Context, parts: Parts): void {
  ctx.vary('Accept-Encoding');
  ctx.type = 'application/json';
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = Readable.from(isZipped ? gzipped(parts) : parts);
}

async function* listText(
  name: string,
  first: IteratorResult<string | Buffer, object>,
  items: Items,
  requestId: string,
): AsyncGenerator<string | Buffer, void> {
  yield `{"success":true,${JSON.stringify(name)}:[`;
  let item = first;
  for (let comma = ''; !item.done; comma = ',') {
    if (typeof item.value === 'string') yield comma + item.value;
    else {
      yield comma;
      yield item.value;
    }
    item = await items.next();
  }
  yield `],${JSON.stringify({ ...item.value, request_id: requestId }).slice(1)}`;
}
