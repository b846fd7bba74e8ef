import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { KeptRequest } from '../../../../http/answers.js';
import { labelPath, readRequests, updatePath } from '../../../api/labels.js';
import { type ApiError, apiErrorFrom } from '../../../api/request.js';
import { Check, Said } from '../../../parts/controls/index.js';
import { connection } from '../../../parts/header-slots.js';
import { faceName } from '../../../state/shelf/label.js';
import { language, texts } from '../../../texts/index.js';
import { errorWords, fieldName, namedProblem, problemWords } from '../../words.js';
import { requestsSent } from '../live/labels.js';
import { timeOf } from './times.js';

/** Null until they are read. */
const requests = signal<readonly KeptRequest[] | null>(null);
/** Why they were not read; those that were read before stay. */
const failure = signal<ApiError | null>(null);

async function read(): Promise<void> {
  try {
    requests.value = await readRequests();
    failure.value = null;
  } catch (error) {
    failure.value = apiErrorFrom(error);
  }
}

export function Requests({ id }: { readonly id: string | null }) {
  const words = texts.value.shelf;
  const [all, setAll] = useState(false);
  const sent = requestsSent.value;
  useEffect(() => void read(), [sent, connection.value === 'live']);
  const known = requests.value ?? [];
  const mine = id === null || all ? known : known.filter((request) => isAbout(request, id));
  return (
    <>
      {id !== null && <Check small checked={all} text={words.allLabels} put={setAll} />}
      {!requests.value && (
        <Said look="soft small" text={failure.value ? errorWords(failure.value) : texts.value.loading} />
      )}
      {requests.value && mine.length === 0 && <p class="soft small">{words.noRequests}</p>}
      <ul class="requests">
        {mine.map((request) => (
          <li key={`${request.request_id} ${request.at}`}>
            <Request request={request} />
          </li>
        ))}
      </ul>
    </>
  );
}

function isAbout({ path, face, body }: KeptRequest, id: string): boolean {
  // Other systems name labels in paths, queries and bodies of any form.
  if (face !== undefined) return path.includes(id) || (body ?? '').includes(id);
  const own = labelPath(id);
  return path === own || path.startsWith(`${own}/`) || path === updatePath(id);
}

function Request({ request }: { readonly request: KeptRequest }) {
  const words = texts.value.shelf;
  const { requestWords } = words;
  const { at, method, path, status, code, detail, errors, body, body_bytes, request_id, ms, face } = request;
  const [first] = errors;
  const about = face === undefined ? labelIn(path) : null;
  const call = [face !== undefined && `${faceName(face)}:`, method, path].filter(Boolean).join(' ');
  const what =
    about === null
      ? call
      : requestWords[
          method === 'DELETE' ? 'deleted' : method === 'POST' || path.endsWith('/update') ? 'updated' : 'bound'
        ]({ target: about });
  const refusal =
    status === 429
      ? words.tooMany
      : first && first.field !== ''
        ? words.refusedField({ field: fieldName(first.field) || first.field })
        : words.refused;
  const why = first ? problemWords(first, language.value) : detail;
  return (
    <details class="small">
      <summary>
        <time class="soft" dateTime={at}>
          {timeOf(at)}
        </time>
        <b data-tone={code === null ? 'good' : 'refused'}>{status}</b>
        <span>
          {code === null ? what : refusal}
          <span class="soft rest clip" lang={why !== null && !first ? 'en' : undefined}>
            {why ?? body?.slice(0, 80)}
          </span>
        </span>
      </summary>
      <div class="whole stack">
        <p>
          <code>
            {method} {path}
          </code>{' '}
          <span class="soft">
            {ms} ms, <code>{request_id}</code>
          </span>
        </p>
        {errors.map((problem) => (
          <p key={`${problem.field} ${problem.message}`} class="wrong">
            {namedProblem(problem, language.value)}{' '}
            <span class="soft" lang="en">
              ({problem.reason}: {problem.message})
            </span>
          </p>
        ))}
        {errors.length === 0 && detail !== null && (
          <p class="wrong" lang="en">
            {detail}
          </p>
        )}
        {body !== null && body !== '' && (
          <pre tabIndex={0} aria-label={words.body}>
            <code>{body}</code>
          </pre>
        )}
        {body !== null && body_bytes > new TextEncoder().encode(body).length && (
          <p class="soft">{words.bodyCut({ bytes: body_bytes })}</p>
        )}
      </div>
    </details>
  );
}

function labelIn(path: string): string | null {
  const [, id] = /^\/api\/esl\/labels\/([^/]+)/.exec(path) ?? [];
  return id ?? (path === updatePath('default') ? 'default' : null);
}
