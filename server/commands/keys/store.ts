import { existsSync } from 'node:fs';
import type { Backend } from '../../labels/store/index.js';
import { CommandError, exitCodes, type Io, usage } from '../io.js';

/** Options of every command on keys. */
export interface StoreOptions {
  readonly database?: string;
}

const knownErrors = ['KeyError', 'StoreError', 'StoreBusy'];

/**
 * Opens the servers' store and uses its keys. `isNew` creates a missing file.
 * @throws {CommandError} when the store can't be opened, or refuses the change
 */
export async function withStore<T>(
  io: Io,
  { database }: StoreOptions,
  isNew: boolean,
  use: (backend: Backend) => Promise<T>,
): Promise<T> {
  const { readDatabaseUrl } = await import('../../config.js');
  const { openBackend } = await import('../../labels/store/url.js');
  const url = readDatabaseUrl(database === undefined ? io.env : { DATABASE_URL: database });
  if (url === 'memory:')
    throw usage(
      'Expected a store that servers share for DATABASE_URL but received memory:, which no other process reaches. Set API_KEYS there',
    );
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : null;
  if (file !== null && !isNew && !existsSync(file))
    throw new CommandError(exitCodes.failed, `There is no store ${file}. Name it with --database or DATABASE_URL`);
  try {
    const backend = await openBackend(url);
    try {
      return await use(backend);
    } finally {
      await backend.close();
    }
  } catch (error) {
    const { name, message } = error as Error;
    throw knownErrors.includes(name) ? new CommandError(exitCodes.failed, message) : error;
  }
}
