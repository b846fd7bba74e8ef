import type { LayoutView } from '../../http/answers.js';
import { send, sendJson } from './request.js';

interface LayoutAnswer {
  readonly layout: LayoutView;
}

function layoutPath(id: string): string {
  return `/api/esl/layouts/${encodeURIComponent(id)}`;
}

/** Returns a layout and the number of labels that are bound to it. @throws {ApiError} 404 if there is none */
export function readLayout(id: string): Promise<LayoutAnswer & { readonly used_by: number }> {
  return sendJson(layoutPath(id));
}

/** @throws {ApiError} */
export async function saveLayout(id: string, document: object): Promise<LayoutView> {
  return (await sendJson<LayoutAnswer>(layoutPath(id), { method: 'PUT', body: document })).layout;
}

/** @throws {ApiError} while a label is bound to it */
export async function deleteLayout(id: string): Promise<void> {
  await send(layoutPath(id), { method: 'DELETE' });
}

/** @throws {ApiError} */
export function readLayoutSchema(): Promise<object> {
  return sendJson('/api/esl/layouts/schema.json');
}
