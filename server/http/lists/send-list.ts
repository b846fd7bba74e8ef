import { Readable } from 'node:stream';
import type { Context } from '../dependencies.js';

/**
 * Sends `{"success": true, <name>: [items], …rest, "request_id"}`. Reads each item when the client has read those before it: an
 * unread response holds one item in memory, not the list.
 * @param items the JSON texts of the items; its return value is the rest
 * @throws errors of the first item. Later, the head is sent, and an error breaks the connection
 */
export async function sendList(ctx: Context, name: string, items: AsyncGenerator<string, object>): Promise<void> {
  const first = await items.next();
  ctx.type = 'application/json';
  ctx.body = Readable.from(listText(name, first, items, ctx.state.requestId));
}

async function* listText(
  name: string,
  first: IteratorResult<string, object>,
  items: AsyncGenerator<string, object>,
  requestId: string,
): AsyncGenerator<string, void> {
  yield `{"success":true,${JSON.stringify(name)}:[`;
  let item = first;
  for (let comma = ''; !item.done; comma = ',') {
    yield comma + item.value;
    item = await items.next();
  }
  yield `],${JSON.stringify({ ...item.value, request_id: requestId }).slice(1)}`;
}
