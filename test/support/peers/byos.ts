import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { listening } from '../socket.js';

export interface Served {
  readonly bytes: Uint8Array;
  readonly type: string;
}

export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Byos {
  readonly url: string;
  readonly asked: Asked[];
  /** The responses of `/api/display` in order; the last one repeats. A number is an HTTP status. */
  displays: (object | number)[];
  readonly pictures: Map<string, Served>;
  setup: object;
  close(): Promise<unknown>;
}

export const token = '2r--SahjsAKCFksVcped2Q';

/** A small server for a TRMNL, by the README of its firmware. */
export async function startByos(): Promise<Byos> {
  const asked: Asked[] = [];
  const pictures = new Map<string, Served>();
  const byos = {
    ...{ asked, pictures, displays: [] as (object | number)[] },
    setup: { status: 200, api_key: token, friendly_id: '917F0B', image_url: '', message: 'Hello' } as object,
  };
  const router = new Router();
  router.get('/api/setup', (ctx) => {
    ctx.body = byos.setup;
  });
  router.get('/api/display', (ctx) => {
    const next = byos.displays.length > 1 ? byos.displays.shift()! : byos.displays[0]!;
    if (typeof next === 'number') ctx.status = next;
    else ctx.body = next;
  });
  router.post('/api/log', (ctx) => {
    ctx.status = 204;
  });
  router.get('/pictures/:name', (ctx) => {
    const served = pictures.get(ctx.params.name!);
    if (!served) return;
    ctx.body = Buffer.from(served.bytes);
    ctx.type = served.type;
  });
  const koa = new Koa();
  koa.use(async (ctx, next) => {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    asked.push({ path: ctx.path, headers: ctx.headers, body: Buffer.concat(chunks).toString() });
    await next();
  });
  koa.use(router.routes());
  const server = createServer((request, response) => void koa.callback()(request, response));
  const url = `http://127.0.0.1:${await listening(server)}`;
  return Object.assign(byos, {
    url,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}

/** A BMP of one bit with the pixels of `isBlack`; `change` edits its header. */
export function bmpOf(
  isBlack: (x: number, y: number) => boolean,
  change: (bmp: Buffer) => void = () => undefined,
  [width, height] = [800, 480],
): Buffer {
  // Each row fills whole words of 32 bits.
  const [stride, head] = [((width + 31) >> 5) << 2, 62];
  const bmp = Buffer.alloc(head + stride * height);
  bmp.write('BM', 'latin1');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(head, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeUInt32LE(width, 18);
  bmp.writeUInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(1, 28);
  bmp.writeUInt32LE(stride * height, 34);
  bmp.write('00000000ffffff00', 54, 'hex');
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (!isBlack(x, y)) bmp[head + (height - 1 - y) * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  change(bmp);
  return bmp;
}
