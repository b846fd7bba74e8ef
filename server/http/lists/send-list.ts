import { Readable } from 'node:stream';
import { holdAnswer, listBytes } from '../budgets/answers.js';
import type { Context } from '../dependencies.js';

/** The JSON texts of items; the return value is the rest of the response. */
export type Items = AsyncGenerator<string | Buffer, object>;

/** Sends `{"success": true, <name>: [items], …rest, "request_id"}`, see {@link sendItems}. */
export async function sendList(ctx: Context, name: string, items: Items): Promise<void> {
  await sendItems(ctx, name, items, { success: true }, { request_id: ctx.state.requestId });
}

/**
 * Sends `{…head, <name>: [items], …rest, …tail}`; without a name, the list alone. Reads each item when the client has read those
 * before it: an unread response holds one item in memory, not the list.
 * @returns whether there is an item
 * @throws errors of the first item. Later, the head is sent, and an error breaks the connection
 */
export async function sendItems(
  ctx: Context,
  name: string | null,
  items: Items,
  head: object = {},
  tail: object = {},
): Promise<boolean> {
  holdAnswer(ctx, listBytes);
  const first = await items.next();
  const start = name === null ? '[' : JSON.stringify({ ...head, [name]: [] }).slice(0, -2);
  ctx.type = 'application/json';
  ctx.body = Readable.from(
    listText(start, first, items, (rest) => {
      const members = JSON.stringify({ ...rest, ...tail }).slice(1);
      return name === null ? ']' : members === '}' ? ']}' : `],${members}`;
    }),
  );
  return !first.done;
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
    // The bytes of a layout are shared by all responses.
    if (typeof item.value === 'string') yield comma + item.value;
    else {
      yield comma;
      yield item.value;
    }
    item = await items.next();
  }
  yield end(item.value);
}
