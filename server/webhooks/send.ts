import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
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

/** What became of an attempt: the status of the answer, or what kept the message from its receiver. */
export type SendOutcome = { readonly status: number } | { readonly error: string };

/** The header `webhook-signature`: HMAC-SHA256 of id, time and body, in base64. @param seconds since 1970 */
export function signatureOf({ id, secret, body }: Message, seconds: number): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
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
        resolve({ status: response.statusCode! });
        response.destroy();
      },
    );
    const timer = setTimeout(() => request.destroy(new Error(`No answer within ${answerMs / 1000} s`)), answerMs);
    const stop = (): void => {
      request.destroy(new Error('The server stops'));
    };
    stopped.addEventListener('abort', stop);
    request.once('close', () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', stop);
      // Without an error or an answer, as after 101: Node closes a connection that becomes another protocol.
      resolve({ error: 'The connection was closed without an answer' });
    });
    request.on('error', (error) => {
      resolve({ error: error.message });
    });
    request.end(message.body);
  });
}
