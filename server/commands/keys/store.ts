import { existsSync } from 'node:fs';
import type { Backend } from '../../labels/store/index.js';
import { CommandError, exitCodes, type Io } from '../io.js';

/** What every command on keys takes. */
export interface StoreOptions {
  readonly database?: string;
}

const known = ['KeyError', 'StoreError', 'StoreBusy'];

/**
 * Does something with the keys of the store that servers use, too. `isNew` takes a file that is not there yet.
 * @throws {CommandError} when the store can't be used, or does not do what is asked
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
    throw new CommandError(
      exitCodes.usage,
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
    throw known.includes(name) ? new CommandError(exitCodes.failed, message) : error;
  }
}
