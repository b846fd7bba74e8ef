import type { NewKey } from '../../server/keys/changes.js';

/** A live key without an end. */
export const wantedKey = (tenant: string, scopes: NewKey['scopes']): NewKey => ({
  ...{ mode: 'live', name: 'till', tenant, scopes },
  ...{ expires_at: null, replaces: null, updates: null },
});
