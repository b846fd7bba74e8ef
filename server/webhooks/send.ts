import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { maxPauseMs, type SendOutcome } from './records.js';
import { publicLookup, refusalOf } from './target.js';

/** Milliseconds that a receiver has for its answer. */
const answerMs = 10_000;

/** A message to a receiver, as Standard Webhooks has it (standardwebhooks.com, 1.0). */
export interface Message {
  /** The same each time that it is sent: receivers recognise repetitions by it. */
  readonly id: string;
  readonly url: string;
  /** `whsec_` and base64. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
}

/** The header `webhook-signature`: HMAC-SHA256 of id, time and body, in base64. @param seconds since 1970 */
export function signatureOf({ id, secret, body }: Message, seconds: number): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/**
 * The milliseconds of a `Retry-After`, a number of seconds or a date (RFC 9110, 10.2.3): 0 to {@link maxPauseMs}.
 * @param at in milliseconds since 1970
 */
export function pauseOf(header: string | undefined, at: number): number {
  const text = (header ?? '').trim();
  const ms = /^[0-9]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - at;
  return Math.min(Math.max(ms || 0, 0), maxPauseMs);
}

/**
 * Sends a message once, over a connection of its own. Follows no redirect and reads no body. Never rejects.
 * @param at in milliseconds since 1970
 */
export function send(
  message: Message,
  at: number,
  { allowsPrivate, userAgent }: { readonly allowsPrivate: boolean; readonly userAgent: string },
  stopped: AbortSignal,
): Promise<SendOutcome> {
  const url = new URL(message.url);
  const expected = refusalOf(url, allowsPrivate);
  if (expected !== null) return Promise.resolve({ error: `Expected ${expected}` });
  const seconds = Math.floor(at / 1000);
  return new Promise((resolve) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = start(
      url,
      {
        method: 'POST',
        agent: false,
        signal: stopped,
        ...(!allowsPrivate && { lookup: publicLookup }),
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(message.body),
          'User-Agent': userAgent,
          'webhook-id': message.id,
          'webhook-timestamp': seconds,
          'webhook-signature': signatureOf(message, seconds),
        },
      },
      (response) => {
        const status = response.statusCode!;
        const retryAfterMs = status < 300 ? 0 : pauseOf(response.headers['retry-after'], Date.now());
        resolve({ status, ...(retryAfterMs > 0 && { retryAfterMs }) });
        response.destroy();
      },
    );
    const timer = setTimeout(() => request.destroy(new Error(`No answer within ${answerMs / 1000} s`)), answerMs);
    request.once('close', () => {
      clearTimeout(timer);
      // Without an error or an answer, as after 101: Node closes a connection that becomes another protocol.
      resolve({ error: 'The connection was closed without an answer' });
    });
    request.on('error', (error) => {
      resolve({ error: error.message });
    });
    request.end(message.body);
  });
}
