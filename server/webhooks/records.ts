import type { eventTypes } from '../fields/schemas.js';
import type { Kind } from '../labels/records.js';

export type EventType = (typeof eventTypes)[number];

/** A webhook, as it is stored. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly secret: string;
  readonly created_at: string;
  /** The number in the log of the change up to which its events have become deliveries. */
  readonly after: number;
  /** The number of its deliveries so far. */
  readonly count: number;
  /** How often a delivery was requested again: its sender then reads the deliveries. */
  readonly resent: number;
  /** When its receiver answered that it is gone: it has no sender then. */
  readonly disabled_at?: string | undefined;
  /** Until when its receiver asked to be left alone, in milliseconds since 1970. */
  readonly paused_until?: number | undefined;
  /** The process that sends its events, and until when no other one may; in milliseconds since 1970. */
  readonly sender?: { readonly process: string; readonly until: number } | undefined;
}

/** An event on its way to a receiver. */
export interface WebhookDelivery {
  readonly number: number;
  /** The id of the event, the header `webhook-id`. */
  readonly event: string;
  readonly type: EventType;
  readonly created_at: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** When it is sent again, in milliseconds since 1970; null: never. */
  readonly next: number | null;
  /** Of the last attempt. */
  readonly last?: { readonly at: string; readonly status?: number; readonly error?: string };
  /** The JSON text that is sent. */
  readonly body: string;
}

export const webhookKind: Kind<Webhook> = 'webhook';
export const deliveryKind: Kind<WebhookDelivery> = 'webhook-delivery';

/** Webhooks of a tenant; deliveries that are kept of each; those of them that may wait for another attempt. */
export const webhookLimits = { webhooks: 10, deliveries: 200, pending: 100 } as const;

/** Seconds between the attempts to deliver an event: a day in all. */
export const backoff: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800];

/** The longest pause, in milliseconds, that a receiver can ask for with `Retry-After`: that of the last attempts. */
export const maxPauseMs = 28_800_000;

/** The status by which a receiver ends its webhook. */
export const gone = 410;

/** The id of a delivery's record: those of a webhook follow each other. */
export function deliveryId(webhook: string, number: number): string {
  return `${webhook}/${String(number).padStart(12, '0')}`;
}

/** What became of an attempt: the status of the answer, or what kept the message from its receiver. */
export type SendOutcome = ({ readonly status: number } | { readonly error: string }) & {
  /** For how long the receiver asks to be left alone, up to {@link maxPauseMs}. Absent after success. */
  readonly retryAfterMs?: number;
};

/** The delivery after an attempt. @param at in milliseconds since 1970 */
export function attempted(
  delivery: WebhookDelivery,
  { retryAfterMs = 0, ...outcome }: SendOutcome,
  at: number,
  waits: readonly number[] = backoff,
): WebhookDelivery {
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
  const isGone = 'status' in outcome && outcome.status === gone;
  const wait = isDelivered || isGone ? undefined : waits[delivery.attempts];
  const next = wait === undefined ? null : at + Math.max(wait * 1000, retryAfterMs);
  return {
    ...delivery,
    state: isDelivered ? 'delivered' : next === null ? 'failed' : 'pending',
    attempts: delivery.attempts + 1,
    next,
    last: { at: new Date(at).toISOString(), ...outcome },
  };
}
