/** What `http.ts` measures against: Koa that reads an update and answers a small JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Koa from 'koa';

const koa = new Koa();
koa.use(async (ctx) => {
  ctx.body = { success: true, received: await json(ctx.req) };
});
const respond = koa.callback();
const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
