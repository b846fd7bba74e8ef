import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { keyHeader, keyWanted } from '../../api/key.js';
import { Button, LinkButton, TextField } from '../../parts/controls/index.js';
import { exampleOf, filledRequest, type Operation } from '../../state/openapi.js';
import { texts } from '../../texts/index.js';

/** An answer as it came. `text`: of a stream, so far. */
interface SeenAnswer {
  readonly status: string;
  readonly headers: string;
  readonly text: string;
  readonly picture: string | null;
}

const maxShown = 20_000;

export function TryIt({ operation }: { readonly operation: Operation }) {
  const words = texts.value.apiPage;
  const { method, parameters = [], requestBody, security } = operation;
  const [[type, content] = ['', null]] = Object.entries(requestBody?.content ?? {});
  const values = useSignal<Readonly<Record<string, string>>>(
    Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.required ? exampleOf(parameter) : ''])),
  );
  const body = useSignal(content ? bodyText(content.example) : '');
  const seen = useSignal<SeenAnswer | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const picture = seen.value?.picture ?? null;
  useEffect(
    () => () => {
      if (picture !== null) URL.revokeObjectURL(picture);
    },
    [picture],
  );
  const send = async (): Promise<void> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    seen.value = null;
    const { path, headers } = filledRequest(operation, values.peek());
    const began = performance.now();
    try {
      const answer = await fetch(path, {
        method,
        headers: { ...headers, ...keyHeader(), ...(type !== '' && { 'Content-Type': type }) },
        body: type === '' ? null : body.peek(),
        signal: control.signal,
      });
      const status = `${answer.status}, ${words.ms({ ms: Math.round(performance.now() - began) })}`;
      await readInto((part) => (seen.value = { status, ...part }), answer);
    } catch (error) {
      if (!control.signal.aborted)
        seen.value = { status: words.noAnswer, headers: '', text: String(error), picture: null };
    }
  };
  return (
    <form
      class="try"
      aria-label={`${words.tryIt}: ${operation.summary}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{words.tryIt}</h3>
      {parameters.map(({ name, in: place, required, schema }) => (
        <TextField
          key={name}
          label={name}
          name={name}
          aside={required ? undefined : words.places[place]}
          required={required ?? false}
          spellcheck={false}
          placeholder={[schema?.enum ?? schema?.examples ?? []].flat().slice(0, 3).join(', ')}
          value={values.value[name] ?? ''}
          put={(typed) => (values.value = { ...values.value, [name]: typed })}
        />
      ))}
      {type !== '' && (
        <TextField
          wide
          label={type}
          name="body"
          rows={4}
          spellcheck={false}
          value={body.value}
          put={(typed) => (body.value = typed)}
        />
      )}
      <p class="acts line">
        <button type="submit" class="button main">
          {words.send({ method })}
        </button>
        {security && security.length > 0 && (
          <LinkButton text={words.key} press={() => (keyWanted.value = { refusal: null })} />
        )}
      </p>
      {seen.value && (
        <div class="seen" role="status">
          <p>
            <b>{seen.value.status}</b>{' '}
            <Button
              look="bare"
              text={texts.value.close}
              press={() => (running.current?.abort(), (seen.value = null))}
            />
          </p>
          {seen.value.picture !== null && <img src={seen.value.picture} alt={words.picture} />}
          {seen.value.text !== '' && <pre tabIndex={0}>{seen.value.text}</pre>}
          <details>
            <summary>{words.headers}</summary>
            <pre tabIndex={0}>{seen.value.headers}</pre>
          </details>
        </div>
      )}
    </form>
  );
}

function bodyText(example: unknown): string {
  if (example === undefined) return '';
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

/** Reads an answer, and reports what is there so far: a stream never ends. */
async function readInto(report: (part: Omit<SeenAnswer, 'status'>) => unknown, answer: Response): Promise<void> {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const type = answer.headers.get('Content-Type') ?? '';
  if (type.startsWith('image/')) {
    report({ headers, text: '', picture: URL.createObjectURL(await answer.blob()) });
    return;
  }
  report({ headers, text: '', picture: null });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    text += value;
    if (done) break;
    report({ headers, text: text.slice(0, maxShown), picture: null });
    if (text.length > maxShown && type.includes('event-stream')) await reader?.cancel();
  }
  const shown = type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
  report({ headers, text: shown.slice(0, maxShown), picture: null });
}
