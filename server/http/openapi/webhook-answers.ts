import { eventTypes, webhookSchema } from '../../fields/schemas.js';
import { exactly, instant, listOf, orNull, ref, requestId, success, text, whole } from './shapes.js';

const { url, secret } = webhookSchema.properties;

export const webhookAnswers = {
  Webhook: exactly(
    {
      id: text,
      url,
      events: listOf({ enum: eventTypes }),
      created_at: instant,
      disabled_at: orNull(
        instant,
        'When its receiver answered 410: it is sent nothing until the webhook is PUT again. null: it did not.',
      ),
    },
    'An address that events are sent to.',
    { secret: { ...secret, writeOnly: false, description: 'Of a new webhook: it is shown once.' } },
  ),
  WebhookResult: exactly({ success, webhook: ref('Webhook'), request_id: requestId }),
  Webhooks: exactly({ success, webhooks: listOf(ref('Webhook')), request_id: requestId }),
  Delivery: exactly(
    {
      number: { type: 'integer', minimum: 1 },
      event: {
        ...text,
        description: 'The id of the event, the header `webhook-id`: as in a stream, with %2E for each dot.',
      },
      type: { enum: eventTypes },
      created_at: instant,
      state: {
        enum: ['pending', 'delivered', 'failed'],
        description: 'pending: it is tried again. failed: all attempts have failed, or the receiver answered 410.',
      },
      attempts: whole,
      next_at: { ...instant, type: ['string', 'null'], description: 'When it is tried again.' },
      last: orNull(
        exactly({ at: instant }, undefined, { status: { type: 'integer' }, error: text } as const),
        'The last attempt: the status of the answer, or why there was none. null: none.',
      ),
      body: { ...text, description: 'What is sent.' },
    },
    'An event on its way to an address.',
  ),
  Deliveries: exactly({ success, deliveries: listOf(ref('Delivery')), request_id: requestId }),
  DeliveryResult: exactly({ success, delivery: ref('Delivery'), request_id: requestId }),
} as const;
