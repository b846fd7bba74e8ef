import { hash, randomBytes } from 'node:crypto';
import type { Key } from '../../keys/record.js';
import type { KeyRing } from '../../keys/ring.js';
import type { LabelContexts } from '../../labels/contexts.js';
import { changeRecords, type Kind, recordOf } from '../../labels/records.js';

/** An access token, or one that only buys a new access token. */
export type TokenUse = 'access' | 'refresh';

/** The result of checking a token. */
export type TokenCheck =
  | { readonly kind: 'ok'; readonly key: Key | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'wrong' };

/** The holder of the tokens of an open sandbox: there, all credentials are accepted, so these are not stored. */
const open = 'open';
const head = textOf({ alg: 'HS256', typ: 'JWT' });
/** The newest tokens that a key may have for a vendor. */
const maxTokens = 500;

/** The tokens of a key: their SHA-256 and when they expire, in seconds since 1970, the oldest first. */
type TokenRecord = readonly (readonly [sha256: string, expires: number])[];

/**
 * Tokens of the form of a JWT, with random bytes as signature. Every process of a server accepts them, also after a restart, as the
 * store has their hashes. Who reads the store can make none.
 */
export function createTokens(
  vendor: string,
  { keys, clock, contexts }: { readonly keys: KeyRing; readonly clock: () => Date; readonly contexts: LabelContexts },
) {
  const kind: Kind<TokenRecord> = `${vendor}/token`;
  const now = () => Math.floor(clock().getTime() / 1000);
  return {
    /** @param key null: the sandbox is open */
    async issue(key: Key | null, use: TokenUse, lifetimeS: number): Promise<string> {
      const exp = now() + lifetimeS;
      const body = textOf({ iss: vendor, sub: key?.id ?? open, use, exp });
      const token = `${head}.${body}.${randomBytes(32).toString('base64url')}`;
      if (key)
        await changeRecords(contexts.of(key.tenant).store, async (draft) => {
          const valid = ((await draft.get(kind, key.id)) ?? []).filter(([, expires]) => expires > now());
          draft.put(kind, key.id, [...valid, [hashOf(token, key), exp] as const].slice(-maxTokens));
        });
      return token;
    },
    async check(token: string, use: TokenUse): Promise<TokenCheck> {
      const { iss, sub, use: made, exp } = readText(token.split('.', 2)[1] ?? '');
      const key = typeof sub === 'string' && sub !== open ? keys.find(sub) : null;
      const isKnown = key !== null || (sub === open && !keys.required());
      if (!isKnown || iss !== vendor || made !== use || typeof exp !== 'number') return { kind: 'wrong' };
      if (exp <= now()) return { kind: 'expired' };
      if (key === null) return { kind: 'ok', key };
      const tokens = (await recordOf(contexts.of(key.tenant).store, kind, key.id)) ?? [];
      const isIssued = tokens.some(([sha256]) => sha256 === hashOf(token, key));
      return isIssued && keys.holds(key) ? { kind: 'ok', key } : { kind: 'wrong' };
    },
  };
}

/** The hash of all of a token, so that no part of it can be changed. It also has that of its key, which could be another one later. */
function hashOf(token: string, { sha256 }: Key): string {
  return hash('sha256', `${sha256}.${token}`, 'base64url');
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
