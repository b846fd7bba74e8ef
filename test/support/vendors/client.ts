import { expect } from '@jest/globals';
import { misfit } from '../../../server/vendors/core/shape.js';
import { vendors } from '../../../server/vendors/index.js';
import type { AnswerShape } from '../../../server/vendors/core/shape.js';
import * as aims from './answers/aims.js';
import * as hanshow from './answers/hanshow.js';
import * as minew from './answers/minew.js';
import * as pricer from './answers/pricer.js';

interface Shapes {
  readonly answers: Readonly<Record<string, AnswerShape>>;
  readonly refused: AnswerShape;
}

/** Of each vendor, the shapes of its answers, and of its refusals. */
export const answerShapes: Readonly<Record<string, Shapes>> = { aims, hanshow, minew, pricer };

export interface VendorAnswer<T = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

interface VendorCall {
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Credentials, which may be any where no keys are set. */
export const basic = (user = 'till', password = 'any') => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

export type VendorClient = ReturnType<typeof vendorClient>;

/**
 * Calls a vendor's routes, and holds each answer to the shape that the vendor's description gives it.
 * @param headers of all calls
 */
export function vendorClient(
  name: string,
  server: { readonly url: string },
  headers: () => Readonly<Record<string, string>> = basic,
) {
  return async <T = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    { body, form, headers: more = {} }: VendorCall = {},
  ): Promise<VendorAnswer<T>> => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json;charset=utf-8' }),
        ...headers(),
        ...more,
      },
      body: form ?? (body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)),
    });
    const text = await response.text();
    const [caching, vary] = [response.headers.get('Cache-Control'), response.headers.get('Vary')];
    expect([path, caching, vary]).toEqual([path, 'no-store', expect.stringContaining('Authorization')]);
    const parsed = (text === '' ? null : JSON.parse(text)) as T;
    if (response.status !== 204) check(name, method, path, response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  };
}

function check(name: string, method: string, path: string, status: number, body: unknown): void {
  const [bare = ''] = path.split('?');
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(bare);
  const route = vendors[name]!.routes.find((one) => one.method === method && one.paths.some(matches));
  if (!route) throw new Error(`${name} has no route ${method} ${bare}`);
  const { answers, refused } = answerShapes[name]!;
  const shape = answers[`${method} ${route.paths[0]!}`];
  if (!shape) throw new Error(`Expected a shape for the answers of ${name}'s ${method} ${route.paths[0]!}`);
  const wrong = misfit(body, status < 400 ? shape : refused, true);
  // Minew's refusals have the status 200.
  if (wrong && name === 'minew' && misfit(body, refused, true) === null) return;
  expect({ path, status, wrong, body: wrong && body }).toEqual({ path, status, wrong: null, body: null });
}

/** The token that Minew's clients send as the header `token`. */
export async function minewToken(server: { readonly url: string }, username = 'till'): Promise<string> {
  const body = { username, password: '0'.repeat(32) };
  const login = vendorClient('minew', server, () => ({}));
  return (await login<{ data: { token: string } }>('POST', '/apis/action/login', { body })).body.data.token;
}

/** A token of an open sandbox that expired in 2020. */
export function oldToken(vendor: string): string {
  const parts = [{ typ: 'JWT' }, { iss: vendor, sub: 'open', use: 'access', exp: Date.UTC(2020, 0) / 1000 }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.x`;
}
