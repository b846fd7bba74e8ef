import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { PlayAnswer } from '../../../http/answers.js';
import { findDevice } from '../../api/catalogue.js';
import { playTrace } from '../../api/previews.js';
import { ApiError } from '../../api/request.js';
import { takeDrops } from '../../browser/drops.js';
import { together } from '../../browser/ends.js';
import { Dialog } from '../../parts/controls/index.js';
import { language, texts } from '../../texts/index.js';
import { device } from './model.js';

interface OpenTrace {
  readonly name: string;
  /** null: the server is playing it. */
  readonly result: PlayAnswer | Error | null;
}

const trace = signal<OpenTrace | null>(null);

/** Plays a trace that is dropped on the place. */
export function startTraces(): () => void {
  return together(takeDrops(play), () => (trace.value = null));
}

async function play(file: File): Promise<void> {
  const playing: OpenTrace = { name: file.name, result: null };
  trace.value = playing;
  const result = await playTrace(await panelOf(file), file).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  if (trace.peek() === playing) trace.value = { ...playing, result };
}

/** The panel that the header names, or the chosen one. */
async function panelOf(file: File): Promise<string> {
  const [, named] = /"panel"\s*:\s*"([\w.-]+)"/.exec((await file.slice(0, 4096).text()).split('\n')[0]!) ?? [];
  return findDevice(named ?? '')?.id ?? device.peek()?.id ?? 'generic-296x128-bw';
}

export function TraceDialog() {
  const open = trace.value;
  if (!open) return null;
  const words = texts.value.preview.trace;
  const { name, result } = open;
  return (
    <Dialog title={words.title({ file: name })} wide close={() => (trace.value = null)}>
      {result === null && <p role="status">{words.playing}</p>}
      {result instanceof Error && <p role="alert">{reasonOf(result)}</p>}
      {result !== null && !(result instanceof Error) && <Played answer={result} />}
    </Dialog>
  );
}

function reasonOf(error: Error): string {
  const problem = error instanceof ApiError ? error.problem : null;
  return problem?.errors?.[0]?.message ?? error.message;
}

function Played({ answer }: { readonly answer: PlayAnswer }) {
  const words = texts.value.preview.trace;
  const { refreshes, diagnostics, chip, width, height } = answer;
  const [shown, setShown] = useState(refreshes.length - 1);
  const refresh = refreshes[shown];
  const said = ({ n, kind, seconds }: (typeof refreshes)[number]) =>
    words.refresh({ n, kind: words.kinds[kind], seconds: seconds.toLocaleString(language.value) });
  /** The refresh that an event leads to. */
  const refreshAfter = (step: number): number => {
    const next = refreshes.findIndex((each) => each.step >= step);
    return next < 0 ? refreshes.length - 1 : next;
  };
  return (
    <div class="trace">
      <figure>
        {refresh ? <img src={refresh.image} alt={said(refresh)} /> : <p>{words.nothing}</p>}
        <figcaption class="small">{`${chip}, ${width} × ${height}`}</figcaption>
      </figure>
      <ol class="time-line" aria-label={words.timeLine}>
        {refreshes.map((each, i) => (
          <li key={each.n} style={{ flexGrow: each.seconds }}>
            <button
              type="button"
              aria-pressed={i === shown}
              onClick={() => {
                setShown(i);
              }}
            >
              {said(each)}
              {each.seconds_assumed && ` (${words.assumed})`}
            </button>
          </li>
        ))}
      </ol>
      <section aria-label={words.diagnostics}>
        <h3>{words.diagnostics}</h3>
        {diagnostics.length === 0 && <p class="small">{texts.value.lint.none}</p>}
        <ul>
          {diagnostics.map(({ code, grade, step, message, expected, received, count }, i) => (
            <li key={i} class={grade} lang="en">
              <button
                type="button"
                onClick={() => {
                  setShown(refreshAfter(step));
                }}
              >
                <b>{code}</b> <span class="small">{words.step({ step, count })}</span>
              </button>
              <p class="small">{`${message}. Expected ${expected}; received ${received}`}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
