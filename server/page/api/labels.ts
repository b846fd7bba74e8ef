import type { BindingFields, Update } from '../../../renderer/index.js';
import type { LabelAnswer } from '../../http/answers.js';
import { type Answered, send, sendJson } from './request.js';

/** The path of a label; a dot segment can't be one. */
export function labelPath(id: string): string {
  return `/api/esl/labels/${encodeURIComponent(id)}`;
}

/** Where an update of a label is sent. */
export function updatePath(id: string): string {
  return id === 'default' ? '/api/esl/update' : `${labelPath(id)}/update`;
}

/** @throws {ApiError} */
export function sendUpdate(id: string, update: Update): Promise<Answered<LabelAnswer>> {
  return sendJson<LabelAnswer>(updatePath(id), { method: 'POST', body: update });
}

/** Binds a label anew, or for the first time. @throws {ApiError} */
export async function bindLabel(id: string, binding: BindingFields): Promise<LabelAnswer> {
  return (await sendJson<LabelAnswer>(labelPath(id), { method: 'PUT', body: binding })).body;
}

/** The PNG of what a label shows. @throws {ApiError} */
export async function readImage(id: string, view: 'ink' | 'panel', signal?: AbortSignal): Promise<Blob> {
  const answer = await send(`${labelPath(id)}/image.png?view=${view}`, {
    headers: { Accept: 'image/png, application/json;q=0.5' },
    ...(signal && { signal }),
  });
  return answer.blob();
}
