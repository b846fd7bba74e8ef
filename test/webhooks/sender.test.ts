import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { LabelEvent } from '../../server/labels/tag-changes.js';
import type { EventType, Webhook } from '../../server/webhooks/records.js';
import { webhookKind } from '../../server/webhooks/records.js';
import { sendEvents } from '../../server/webhooks/sender.js';
import { createContext } from '../support/context.js';
import { endAfterwards } from '../support/server.js';
import { listening, until } from '../support/socket.js';
import { deliveryOf } from '../support/store/contract.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

test.each([1, 2, 3, 4, 5])('a process that ends at event %i loses none, and the next goes on there', async (last) => {
  const context = await createContext({ clock: () => new Date() });
  const { store, events } = context;
  const end = new AbortController();
  const received: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then(() => {
      received.push(String(request.headers['webhook-id']));
      // The process dies before the answer.
      if (received.length === last) end.abort();
      else response.end();
    });
  });
  endAfterwards(() => {
    server.close().closeAllConnections();
  });
  const url = `http://127.0.0.1:${await listening(server)}/`;
  const types: readonly EventType[] = ['label.updated', 'label.refreshing', 'label.displayed', 'labels.changed'];
  const after = await store.log.newest();
  const webhook: Webhook = {
    ...{ id: 'h', url, secret, events: types, created_at: '2026-11-20', after, count: 0, resent: 0 },
  };
  await store.changeRecords([{ kind: webhookKind, id: 'h', value: JSON.stringify(webhook), version: 0 }]);
  const tools = {
    ...{ clock: () => new Date(), waits: [60], allowsPrivate: true, userAgent: 'test' },
    partsOf: ({ seq, kind }: LabelEvent) => ({ name: `label.${kind}`, id: `${seq - after}:${kind}`, data: {} }),
  };
  const start = (process: string, signal: AbortSignal): Promise<void> =>
    sendEvents(context, 'h', { ...tools, process }, signal, { wake: () => undefined });
  const kinds = ['updated', 'refreshing', 'displayed'];
  for (const price of ['1.00', '2.00']) await store.append((await store.label('default'))!, deliveryOf(price));
  const all = [1, 2].flatMap((seq) => kinds.map((kind) => `${seq}:${kind}`));
  await start('first', end.signal);
  expect(received).toEqual(all.slice(0, last));
  const stop = new AbortController();
  const second = start('second', stop.signal);
  await until(() => received.includes('2:displayed'));
  stop.abort();
  await second;
  // All of a change again, if it was not complete.
  const again = Math.floor((last - 1) / 3) * 3;
  expect(received.slice(last)).toEqual(all.slice(again));
  events.close();
});
