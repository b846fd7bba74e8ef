import type { Backend, Store } from '../../../server/labels/store/index.js';
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
