/**
 * Fetches an address, and follows no redirect: it could lead a token to another server.
 * The bundled command defines no plain `fetch` (see .ci/command.mjs).
 */
export function fetchOnce(url: string, request: RequestInit): Promise<Response> {
  return globalThis.fetch(url, { ...request, redirect: 'manual' });
}
