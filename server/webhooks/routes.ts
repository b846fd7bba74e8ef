import { randomBytes } from 'node:crypto';
import { accepted, fieldProblems, Problem, requestProblem } from '../fields/problem.js';
import { eventTypes, idPattern } from '../fields/schemas.js';
import { checkWebhook } from '../fields/validate.js';
import type {
  DeliveriesAnswer,
  DeliveryAnswer,
  DeliveryView,
  WebhookAnswer,
  WebhooksAnswer,
  WebhookView,
} from '../http/answers.js';
import { bodyBytes } from '../http/budgets/limits.js';
import type { Context, Dependencies } from '../http/dependencies.js';
import { checkId, possibleId } from '../http/middleware/check-id.js';
import { bodyOf, readBody } from '../http/middleware/read-body.js';
import { type Items, sendList } from '../http/lists/send-list.js';
import { ref } from '../http/openapi/shapes.js';
import { bodyErrors, json, type Route, route } from '../http/route.js';
import { answer } from '../http/views.js';
import { changeRecords, recordOf, recordsOf } from '../labels/records.js';
import type { Store } from '../labels/store/index.js';
import {
  backoff,
  type WebhookDelivery,
  deliveryId,
  deliveryKind,
  maxPauseMs,
  type Webhook,
  webhookKind,
  webhookLimits,
} from './records.js';
import { refusalOf } from './target.js';

interface WebhookTools extends Pick<Dependencies, 'clock'> {
  readonly allowsPrivate: boolean;
  /** Called after a webhook or one of its deliveries was changed. */
  readonly changed: (tenant: string, id: string) => void;
}

const path = '/api/esl/webhooks/:id';
const notFound = [404, 'NOT_FOUND'] as const;
const day = Math.round(backoff.reduce((sum, seconds) => sum + seconds, 0) / 3600);

export function webhookRoutes(tools: WebhookTools): readonly Route[] {
  return [
    route('GET', '/api/esl/webhooks', 'listWebhooks', 'Webhooks', {
      scope: 'manage',
      summary: 'List the webhooks',
      success: [json(200, 'The webhooks, without their secrets.', ref('Webhooks'))],
      steps: [list],
    }),
    route('PUT', path, 'putWebhook', 'Webhooks', {
      summary: 'Have events sent to an address',
      description: [
        `Each event is a POST with JSON: \`type\`, \`timestamp\` and \`data\`, which is that of the stream of all labels. It has the headers of Standard Webhooks: \`webhook-id\`, the id of the event, by which a repetition is recognised; \`webhook-timestamp\`; and \`webhook-signature\`. A new webhook begins with the next event.`,
        `Any status from 200 to 299 within 10 s is success. All others, redirects among them, are tried again ${backoff.length} times, with growing pauses, for ${day} hours. When ${webhookLimits.pending} events of a webhook wait, later ones wait in the log of the store; \`labels.changed\` says that some are no longer there: list the labels.`,
        `A receiver that answers with \`Retry-After\` gets nothing until then, for at most ${maxPauseMs / 3_600_000} hours. One that answers 410 ends its webhook: \`disabled_at\` says when, the events that wait are \`failed\`, and a PUT begins again with the next event.`,
        'Addresses that are not of the public internet are refused, here and whenever the name is resolved, unless the server has WEBHOOKS=any.',
        `At most ${webhookLimits.webhooks} webhooks. An absent \`secret\` is made for a new webhook, and shown once; that of an old one stays.`,
      ].join(' '),
      body: { schema: 'WebhookFields', example: { url: 'https://shop.example/esl', events: ['label.updated'] } },
      success: [
        json(200, 'The webhook as it now is.', ref('WebhookResult')),
        json(201, 'A new webhook, with its secret.', ref('WebhookResult')),
      ],
      errors: [[400, 'MISSING_FIELDS'], ...bodyErrors],
      steps: [checkId(idPattern, 'letters', 'till'), readBody(bodyBytes), put(tools)],
    }),
    route('GET', path, 'getWebhook', 'Webhooks', {
      scope: 'manage',
      summary: 'See a webhook',
      success: [json(200, 'The webhook, without its secret.', ref('WebhookResult'))],
      errors: [notFound],
      steps: [possibleId(), get],
    }),
    route('DELETE', path, 'deleteWebhook', 'Webhooks', {
      summary: 'Send no more events to an address',
      success: [{ status: 204, description: 'The webhook and its deliveries are deleted.' }],
      errors: [notFound],
      steps: [possibleId(), remove(tools)],
    }),
    ...deliveryRoutes(tools),
  ];
}

function deliveryRoutes(tools: WebhookTools): readonly Route[] {
  return [
    route('GET', `${path}/deliveries`, 'listDeliveries', 'Webhooks', {
      scope: 'manage',
      summary: 'See what became of the events of a webhook',
      success: [json(200, `The last ${webhookLimits.deliveries}, newest first.`, ref('Deliveries'))],
      errors: [notFound],
      steps: [possibleId(), deliveries],
    }),
    route('POST', `${path}/deliveries/:number/send`, 'sendDelivery', 'Webhooks', {
      summary: 'Send an event again',
      description:
        'At once, also in a pause, and with all attempts of a new one. Its `webhook-id` stays the same. A webhook that its receiver has ended must be PUT first.',
      success: [json(202, 'It will be sent.', ref('DeliveryResult'))],
      errors: [notFound, [422, 'VALIDATION_ERROR']],
      steps: [possibleId(), sendAgain(tools)],
    }),
  ];
}

function viewOf({ id, url, events, created_at, disabled_at }: Webhook): WebhookView {
  return { id, url, events, created_at, disabled_at: disabled_at ?? null };
}

function deliveryView({ next, last, body, ...sent }: WebhookDelivery): DeliveryView {
  return { ...sent, next_at: next === null ? null : new Date(next).toISOString(), last: last ?? null, body };
}

async function list(ctx: Context): Promise<void> {
  const { items } = await recordsOf(ctx.state.context.store, webhookKind);
  answer<WebhooksAnswer>(ctx, { success: true, webhooks: items.map(viewOf) });
}

/** @throws {Problem} when there is no such webhook */
async function found(ctx: Context): Promise<Webhook> {
  const webhook = await recordOf(ctx.state.context.store, webhookKind, ctx.params.id!);
  if (!webhook) throw new Problem('NOT_FOUND', 'There is no such webhook');
  return webhook;
}

async function get(ctx: Context): Promise<void> {
  answer<WebhookAnswer>(ctx, { success: true, webhook: viewOf(await found(ctx)) });
}

function put({ clock, allowsPrivate, changed }: WebhookTools) {
  return async function putWebhook(ctx: Context): Promise<void> {
    const { object, problems } = bodyOf(ctx);
    const { url, events = eventTypes, secret } = accepted(checkWebhook(object, problems)).value;
    const parsed = URL.canParse(url) ? new URL(url) : null;
    const expected = parsed ? refusalOf(parsed, allowsPrivate) : 'an http or https address';
    if (expected !== null) {
      const message = `Expected ${expected} for url but received "${url}"`;
      throw fieldProblems([{ field: 'url', pointer: '#/url', reason: 'format', message, received: url }]);
    }
    if (secret !== undefined && !isSecret(secret)) {
      const message = 'Expected whsec_ and 24 to 64 bytes in base64 for secret but received another value';
      throw fieldProblems([{ field: 'secret', pointer: '#/secret', reason: 'format', message }]);
    }
    const { store } = ctx.state.context;
    const id = ctx.params.id!;
    const newest = await store.log.newest();
    const { before, webhook } = await changeRecords(store, async (draft) => {
      const before = await draft.get(webhookKind, id);
      if (!before) {
        if ((await store.countRecords(webhookKind, '')) >= webhookLimits.webhooks)
          throw requestProblem(
            422,
            'too_many',
            `Expected at most ${webhookLimits.webhooks} webhooks. Delete another one`,
          );
      }
      const webhook: Webhook = {
        after: newest,
        count: 0,
        resent: 0,
        created_at: clock().toISOString(),
        ...before,
        // A webhook that its receiver has ended begins again with the next event.
        ...(before?.disabled_at !== undefined && { after: newest }),
        disabled_at: undefined,
        paused_until: undefined,
        id,
        url,
        events,
        secret: secret ?? before?.secret ?? `whsec_${randomBytes(32).toString('base64')}`,
      };
      draft.put(webhookKind, id, webhook);
      return { before, webhook };
    });
    changed(tenantOf(ctx), id);
    if (!before) {
      ctx.status = 201;
      ctx.set('Location', path.replace(':id', id));
    }
    const view = before ? viewOf(webhook) : { ...viewOf(webhook), secret: webhook.secret };
    answer<WebhookAnswer>(ctx, { success: true, webhook: view });
  };
}

/** Whether a secret is whole base64, which libraries of receivers can read. */
function isSecret(secret: string): boolean {
  const text = secret.slice('whsec_'.length);
  const key = Buffer.from(text, 'base64');
  return key.length >= 24 && key.length <= 64 && key.toString('base64') === text;
}

function remove({ clock, changed }: WebhookTools) {
  return async function deleteWebhook(ctx: Context): Promise<void> {
    const { id } = await found(ctx);
    const { store } = ctx.state.context;
    // First of all its sender ends: it changes the webhook faster than many deliveries are read.
    await changeRecords(store, async (draft) => {
      const webhook = await draft.get(webhookKind, id);
      if (webhook) draft.put(webhookKind, id, { ...webhook, disabled_at: clock().toISOString() });
    });
    await changeRecords(store, async (draft) => {
      await draft.get(webhookKind, id);
      draft.put(webhookKind, id, null);
      const { items } = await recordsOf(store, deliveryKind, { prefix: `${id}/` });
      for (const { number } of items) {
        const key = deliveryId(id, number);
        if (await draft.get(deliveryKind, key)) draft.put(deliveryKind, key, null);
      }
    });
    changed(tenantOf(ctx), id);
    ctx.status = 204;
  };
}

async function deliveries(ctx: Context): Promise<void> {
  const { id, count } = await found(ctx);
  ctx.set('Cache-Control', 'no-store');
  await sendList(ctx, 'deliveries', deliveryTexts(ctx.state.context.store, id, count));
}

/** The texts of the last deliveries, the newest first. Each is read when it is sent. */
async function* deliveryTexts(store: Store, id: string, newest: number): Items {
  for (let number = newest; number > Math.max(0, newest - webhookLimits.deliveries); number--) {
    const delivery = await recordOf(store, deliveryKind, deliveryId(id, number));
    if (delivery) yield JSON.stringify(deliveryView(delivery) satisfies DeliveriesAnswer['deliveries'][number]);
  }
  return {};
}

function sendAgain({ clock, changed }: WebhookTools) {
  return async function sendDelivery(ctx: Context): Promise<void> {
    const { id } = await found(ctx);
    const number = /^[1-9][0-9]{0,11}$/.test(ctx.params.number!) ? Number(ctx.params.number) : 0;
    const delivery = await changeRecords(ctx.state.context.store, async (draft) => {
      const webhook = await draft.get(webhookKind, id);
      const stored = await draft.get(deliveryKind, deliveryId(id, number));
      if (!webhook || !stored) throw new Problem('NOT_FOUND', 'The webhook has no such delivery, or has it no longer');
      if (webhook.disabled_at !== undefined)
        throw requestProblem(
          422,
          'webhook_disabled',
          'The receiver of the webhook has answered 410 Gone. PUT the webhook again',
        );
      const again: WebhookDelivery = { ...stored, state: 'pending', attempts: 0, next: clock().getTime() };
      draft.put(deliveryKind, deliveryId(id, number), again);
      draft.put(webhookKind, id, { ...webhook, resent: webhook.resent + 1, paused_until: undefined });
      return again;
    });
    changed(tenantOf(ctx), id);
    ctx.status = 202;
    answer<DeliveryAnswer>(ctx, { success: true, delivery: deliveryView(delivery) });
  };
}

function tenantOf(ctx: Context): string {
  return ctx.state.key?.tenant ?? '';
}
