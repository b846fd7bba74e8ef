import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key } from '../../keys/record.js';
import type { KeyRing } from '../../keys/ring.js';

/** An access token, or one that only buys a new access token. */
export type TokenUse = 'access' | 'refresh';

/** The result of checking a token. */
export type TokenCheck =
  | { readonly kind: 'ok'; readonly key: Key | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'wrong' };

/** The holder of the tokens of an open sandbox, and their secret: there, all credentials are accepted. */
const open = 'open';
const head = textOf({ alg: 'HS256', typ: 'JWT' });

/**
 * Tokens of the form of a JWT. Every process of a server accepts them, also after a restart, as they are signed with the hash of
 * their key.
 */
export function createTokens(vendor: string, { keys, clock }: { readonly keys: KeyRing; readonly clock: () => Date }) {
  return {
    /** @param key null: the sandbox is open */
    issue(key: Key | null, use: TokenUse, lifetimeS: number): string {
      const expires = Math.floor(clock().getTime() / 1000) + lifetimeS;
      const signed = `${head}.${textOf({ iss: vendor, sub: key?.id ?? open, use, exp: expires })}`;
      return `${signed}.${signatureOf(signed, key)}`;
    },
    check(token: string, use: TokenUse): TokenCheck {
      const [first = '', body = '', signature = ''] = token.split('.');
      const { iss, sub, use: made, exp } = readText(body);
      const key = typeof sub === 'string' && sub !== open ? keys.find(sub) : null;
      const isKnown = key !== null || (sub === open && !keys.required());
      if (!isKnown || iss !== vendor || made !== use || !isSame(signature, signatureOf(`${first}.${body}`, key)))
        return { kind: 'wrong' };
      if (typeof exp !== 'number' || exp * 1000 <= clock().getTime()) return { kind: 'expired' };
      return key === null || keys.holds(key) ? { kind: 'ok', key } : { kind: 'wrong' };
    },
  };
}

function signatureOf(text: string, key: Key | null): string {
  return createHmac('sha256', key?.sha256 ?? open)
    .update(text)
    .digest('base64url');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function textOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readText(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(Buffer.from(text, 'base64url').toString()) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
