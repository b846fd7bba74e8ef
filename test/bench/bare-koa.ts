/** The baseline of `http.ts`: Koa and its body parser read an update and send a small JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';

const koa = new Koa();
koa.use(bodyParser());
koa.use((ctx) => {
  ctx.body = { success: true, received: ctx.request.body };
});
const respond = koa.callback();
const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
