import { allScopes, isScope, isTenant, type Key } from './record.js';
import { hashKey, readKey } from './text.js';

/**
 * Reads `API_KEYS`: entries `<key>`, `<key>:<scope>+<scope>` and `<key>:<scopes>@<tenant>`, separated by commas. A key
 * without scopes has all of them; a key without a tenant is for the open sandbox.
 * @returns the keys, or a problem with the number of its entry from 1, but without its text, which may be a secret
 */
export function readGivenKeys(list: string): readonly Key[] | { readonly entry: number; readonly expected: string } {
  const keys: Key[] = [];
  for (const [at, text] of list.split(',').entries()) {
    const key = readEntry(text.trim(), at + 1);
    if ('expected' in key) return { entry: at + 1, ...key };
    if (keys.some(({ id }) => id === key.id)) return { entry: at + 1, expected: 'a key that is not listed before' };
    keys.push(key);
  }
  return keys;
}

function readEntry(text: string, number: number): Key | { readonly expected: string } {
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
    updates: null,
  };
}
