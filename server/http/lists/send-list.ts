import { Readable } from 'node:stream';
import type { Context } from '../dependencies.js';

/**
 * Sends `{"success": true, <name>: [items], …rest, "request_id"}`, and asks for each item when the client has read those
 * before it: an answer that nobody reads holds one item in memory, not the list.
 * @param items the JSON texts of the items; its return value is the rest
 * @throws what the first item throws. After that the head is on its way, and a failure breaks the connection
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
