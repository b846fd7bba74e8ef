import type { LayoutView } from '../../http/answers.js';
import { send, sendJson } from './request.js';

interface LayoutAnswer {
  readonly layout: LayoutView;
}

function layoutPath(id: string): string {
  return `/api/esl/layouts/${encodeURIComponent(id)}`;
}

/** Returns a layout and the number of labels that are bound to it. @throws {ApiError} 404 if there is none */
export async function readLayout(id: string): Promise<LayoutAnswer & { readonly used_by: number }> {
  return (await sendJson<LayoutAnswer & { readonly used_by: number }>(layoutPath(id))).body;
}

/** @throws {ApiError} */
export async function saveLayout(id: string, document: object): Promise<LayoutView> {
  return (await sendJson<LayoutAnswer>(layoutPath(id), { method: 'PUT', body: document })).body.layout;
}

/** @throws {ApiError} while a label is bound to it */
export async function deleteLayout(id: string): Promise<void> {
  await send(layoutPath(id), { method: 'DELETE' });
}

/** @throws {ApiError} */
export async function readLayoutSchema(): Promise<object> {
  return (await sendJson<object>('/api/esl/layouts/schema.json')).body;
}
