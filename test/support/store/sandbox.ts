import type { Backend, Store } from '../../../server/labels/store/index.js';
import { openPostgresBackend } from '../../../server/labels/store/postgres/backend.js';
import { openBackend } from '../../../server/labels/store/url.js';

/** A backend, and the store of an open sandbox in one. */
export type Sandbox = Backend & Store;

export function sandboxOf(backend: Backend): Sandbox {
  return { ...backend, ...backend.store('') };
}

/** Opens the backend of a DATABASE_URL. */
export async function openSandbox(url: string): Promise<Sandbox> {
  return sandboxOf(await openBackend(url));
}

/** The same of a database of PostgreSQL, with few connections: each is a process, which reads the schema. */
export async function openPostgresSandbox(url: string): Promise<Sandbox> {
  return sandboxOf(await openPostgresBackend(url, 4));
}
