import type { BindingFields, Update } from '../../../renderer/index.js';
import type {
  KeptRequest,
  LabelAnswer,
  LabelsAnswer,
  RequestsAnswer,
  RevisionsAnswer,
  RevisionView,
  UpdatesAnswer,
} from '../../http/answers.js';
import { readPages, send, sendCounted, sendJson } from './request.js';

/** A dot segment is no id. */
export function labelPath(id: string): string {
  return `/api/esl/labels/${encodeURIComponent(id)}`;
}

export function updatePath(id: string): string {
  return id === 'default' ? '/api/esl/update' : `${labelPath(id)}/update`;
}

/** @throws {ApiError} */
export function sendUpdate(id: string, update: Update): Promise<LabelAnswer> {
  return sendJson(updatePath(id), { method: 'POST', body: update });
}

/** Updates up to 1,000 labels. Those with a `key` can be sent again. @throws {ApiError} */
export function sendUpdates(updates: readonly (Update & { readonly label: string; readonly key: string })[]) {
  return sendCounted<UpdatesAnswer>('/api/esl/updates', { method: 'POST', body: updates });
}

/** The address that binds a label. A price is never drawn in another currency: the label shows nothing until its next update. */
export function bindPath(id: string, { currency }: BindingFields, before?: BindingFields): string {
  return labelPath(id) + (before && before.currency !== currency ? '?clear=true' : '');
}

/** Binds a label, or adds it. @param before when an update follows. @throws {ApiError} */
export function bindLabel(id: string, binding: BindingFields, before?: BindingFields): Promise<LabelAnswer> {
  return sendJson(bindPath(id, binding, before), { method: 'PUT', body: binding });
}

/** All labels, page by page. @throws {ApiError} */
export function listLabels(): AsyncGenerator<LabelsAnswer, void> {
  return readPages('/api/esl/labels');
}

/** The stored revisions of a label, newest first. @throws {ApiError} */
export async function readRevisions(id: string, signal: AbortSignal): Promise<readonly RevisionView[]> {
  return (await sendJson<RevisionsAnswer>(`${labelPath(id)}/revisions`, { signal })).revisions;
}

/** @throws {ApiError} */
export function readLabel(id: string): Promise<LabelAnswer> {
  return sendJson(labelPath(id));
}

/** Sends the request even if the user leaves the page. @throws {ApiError} */
export async function deleteLabel(id: string): Promise<void> {
  await send(labelPath(id), { method: 'DELETE', keepalive: true });
}

/** The last requests of this client, newest first. @throws {ApiError} */
export async function readRequests(): Promise<readonly KeptRequest[]> {
  return (await sendJson<RequestsAnswer>('/api/esl/requests')).requests;
}

export async function readPicture(path: string, signal?: AbortSignal): Promise<Blob> {
  const headers = { Accept: 'image/png, application/json;q=0.5' };
  return (await send(path, { headers, ...(signal && { signal }) })).blob();
}
