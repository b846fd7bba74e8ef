import { expect } from '@jest/globals';
import { misfit } from '../../../server/vendors/core/shape.js';
import { vendors } from '../../../server/vendors/index.js';

export interface VendorAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface VendorCall {
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls a vendor's routes, and holds each answer to the shape that the vendor's description gives it.
 * @param headers of all calls
 */
export function vendorClient(name: string, url: () => string, headers: () => Readonly<Record<string, string>>) {
  return async <T = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    { body, form, headers: more = {} }: VendorCall = {},
  ): Promise<VendorAnswer<T>> => {
    const response = await fetch(url() + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json;charset=utf-8' }),
        ...headers(),
        ...more,
      },
      body: form ?? (body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)),
    });
    const text = await response.text();
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
  // Refusals that no description lists have the shape of its others.
  const others = Object.entries(route.answers).find(([other]) => Number(other) >= 400)?.[1];
  const refused = (body as { code?: unknown } | null)?.code !== undefined && others === undefined;
  const shape = route.answers[status] ?? others ?? { code: 'integer', msg: 'string', data: 'null' };
  const wrong = misfit(body, shape, true);
  if (wrong && refused && misfit(body, { code: 'integer', msg: 'string', data: 'null' }, true) === null) return;
  expect({ path, status, wrong, body: wrong && body }).toEqual({ path, status, wrong: null, body: null });
}

/** A token of an open sandbox that expired in 2020. */
export function oldToken(vendor: string): string {
  const parts = [{ typ: 'JWT' }, { iss: vendor, sub: 'open', use: 'access', exp: Date.UTC(2020, 0) / 1000 }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.x`;
}
