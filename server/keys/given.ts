import { allScopes, isScope, isTenant, type Key } from './record.js';
import { hashKey, readKey } from './text.js';

/** A problem in a list of keys. It omits the received text, which may be a secret. */
interface GivenProblem {
  /** Counted from 1. */
  readonly entry: number;
  readonly expected: string;
}

/**
 * Reads `API_KEYS`: entries `<key>`, `<key>:<scope>+<scope>` and `<key>:<scopes>@<tenant>`, separated by commas. A key
 * without scopes has all of them; a key without a tenant is for the open sandbox.
 */
export function readGivenKeys(list: string): readonly Key[] | GivenProblem {
  const keys: Key[] = [];
  for (const [at, text] of list.split(',').entries()) {
    const key = readEntry(text.trim(), at + 1);
    if ('expected' in key) return { entry: at + 1, ...key };
    if (keys.some(({ id }) => id === key.id)) return { entry: at + 1, expected: 'a key that is not listed before' };
    keys.push(key);
  }
  return keys;
}

function readEntry(text: string, number: number): Key | Pick<GivenProblem, 'expected'> {
  const [, secret = '', list, tenant = ''] = /^([^:@]*)(?::([^@]*))?(?:@(.*))?$/.exec(text) ?? [];
  const name = readKey(secret);
  if (!name) return { expected: 'a whole key of esl-sim keys create' };
  const scopes = list === undefined ? allScopes : list.split('+');
  if (!scopes.every(isScope)) return { expected: `scopes of ${allScopes.join(', ')}, with + between them` };
  if (!isTenant(tenant) || text.endsWith('@')) return { expected: 'a tenant of letters, digits, dots and dashes' };
  return {
    ...name,
    tenant,
    name: `entry ${number} of API_KEYS`,
    sha256: hashKey(secret).toString('hex'),
    scopes,
    created_at: new Date(0).toISOString(),
    expires_at: null,
    revoked_at: null,
    replaces: null,
  };
}
