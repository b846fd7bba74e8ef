import type { BindingFields, Update } from '../../../renderer/index.js';
import type {
  KeptRequest,
  LabelAnswer,
  LabelsAnswer,
  LabelView,
  RequestsAnswer,
  RevisionsAnswer,
  RevisionView,
} from '../../http/answers.js';
import { type Answered, send, sendJson } from './request.js';

/** The path of a label; a dot segment can't be one. */
export function labelPath(id: string): string {
  return `/api/esl/labels/${encodeURIComponent(id)}`;
}

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

/** All labels, page by page. @throws {ApiError} */
export async function* listLabels(): AsyncGenerator<readonly LabelView[], void> {
  let cursor = '';
  for (;;) {
    const { labels, next } = (await sendJson<LabelsAnswer>(`/api/esl/labels?limit=100${cursor}`)).body;
    yield labels;
    if (next === null) return;
    cursor = `&cursor=${next}`;
  }
}

/** The revisions that are kept of a label, newest first. @throws {ApiError} */
export async function readRevisions(id: string, signal: AbortSignal): Promise<readonly RevisionView[]> {
  return (await sendJson<RevisionsAnswer>(`${labelPath(id)}/revisions`, { signal })).body.revisions;
}

/** A label as it is. @throws {ApiError} */
export async function readLabel(id: string): Promise<LabelAnswer> {
  return (await sendJson<LabelAnswer>(labelPath(id))).body;
}

/** Deletes a label. The request is sent even if the page is left. @throws {ApiError} */
export async function deleteLabel(id: string): Promise<void> {
  await send(labelPath(id), { method: 'DELETE', keepalive: true });
}

/** What this client has asked for lately, newest first. @throws {ApiError} */
export async function readRequests(): Promise<readonly KeptRequest[]> {
  return (await sendJson<RequestsAnswer>('/api/esl/requests')).body.requests;
}

/** A picture of the API. @throws {ApiError} */
export async function readPicture(path: string, signal?: AbortSignal): Promise<Blob> {
  const headers = { Accept: 'image/png, application/json;q=0.5' };
  return (await send(path, { headers, ...(signal && { signal }) })).blob();
}

/** The PNG of what a label shows. @throws {ApiError} */
export async function readImage(id: string, view: 'ink' | 'panel', signal?: AbortSignal): Promise<Blob> {
  return readPicture(`${labelPath(id)}/image.png?view=${view}`, signal);
}
