import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FieldProblem } from '../../../../fields/field-problem.js';
import { Answer, focusField, LinkButton } from '../../../parts/controls/index.js';
import { language, texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { absent, begun, displayed, live } from '../live.js';
import { missing, problem, state } from '../model.js';
import { bind, freed, type SendOutcome, outcome, update, wait } from '../sender.js';
import { errorWords, problemWords } from './notes.js';

/** The button that sends, beside the last result. */
export function UpdateBar(): JSX.Element {
  const words = texts.value.preview;
  const { label } = state.value;
  const left = wait.value;
  return (
    <div class="update-bar">
      <OfflineNote />
      <Standing />
      <button
        type="submit"
        form="label-form"
        class="button main"
        data-waiting={left > 0 || undefined}
        aria-disabled={left > 0 || missing.value.length > 0 || undefined}
      >
        {left > 0 ? words.again(left) : words.update(label)}
      </button>
      <p class="unseen" role="status">
        {freed.value && words.free}
      </p>
    </div>
  );
}

function Standing(): JSX.Element {
  const words = texts.value.preview;
  const last = outcome.value;
  if (!last) {
    const isBlank = live.value?.label.revision === 0;
    return (
      <p class="soft small idle">{[words.nothingSent, isBlank && words.stillBlankHere].filter(Boolean).join(' ')}</p>
    );
  }
  if (last.kind === 'sending') return <Answer kind="waiting" title={words.sending(last.label)} />;
  return last.kind === 'refused' ? <Refused {...last} /> : <Done {...last} />;
}

function close(): void {
  outcome.value = null;
}

function Done({ kind, label, answer, at }: Extract<SendOutcome, { kind: 'done' | 'bound' }>): JSX.Element {
  const words = texts.value.preview;
  const { revision } = answer.label;
  const shown = (displayed.value?.revision ?? 0) >= revision;
  const time = at.toLocaleTimeString(language.value);
  const refreshing = !shown && begun.value >= revision;
  const title = refreshing
    ? words.refreshing(label)
    : kind === 'bound'
      ? words.bound(label)
      : shown
        ? words.displayed(label)
        : words.accepted(label);
  return (
    <Answer kind={shown ? 'good' : refreshing ? 'refreshing' : 'waiting'} title={title} close={close}>
      {refreshing ? words.refreshingNote : words.revision(revision, time)} <Raw status={200} body={answer} />
    </Answer>
  );
}

function Refused({ label, error, bound }: Extract<SendOutcome, { kind: 'refused' }>): JSX.Element {
  const words = texts.value.preview;
  const revision = absent.value ? 0 : (live.value?.label.revision ?? 0);
  const { status, problems, quota } = error;
  const title =
    status === 0
      ? words.offline
      : status === 429
        ? words.refused.limit
        : status >= 500
          ? words.failed
          : problems.length > 0
            ? words.refused.fields
            : words.refused.other;
  const detail = status === 429 && quota ? words.allowed(quota.limit) : problems.map(named).join(' ');
  const again = status === 0 || status >= 500;
  return (
    <Answer kind="refused" title={title} close={close}>
      {detail || (status > 0 && status < 500 && errorWords(error))}{' '}
      {revision > 0 ? words.stillShows(label, revision) : words.stillBlank(label)}{' '}
      {problems.length > 0 && <LinkButton text={words.toField} press={() => focusField(problems[0]!.field)} />}
      {again && <LinkButton text={words.sendAgain} press={bound ? bind : update} />}{' '}
      {status > 0 && <Raw status={status} body={error.problem} />}
    </Answer>
  );
}

function named(problem: FieldProblem): string {
  const known: Readonly<Partial<Record<string, string>>> = texts.value.preview.fieldNames;
  const [, data] = /^data\.([^.]+)/.exec(problem.field) ?? [];
  const name = known[problem.field] ?? (data && nameOfData(data));
  const said = problemWords(problem);
  return name ? `${name}: ${said}` : said;
}

function Raw({ status, body }: { readonly status: number; readonly body: object | null }): JSX.Element {
  const open = useSignal(false);
  return (
    <>
      <LinkButton
        text={texts.value.preview.answer(status)}
        expanded={open.value}
        press={() => (open.value = !open.value)}
      />
      {open.value && (
        <pre class="raw" tabIndex={0}>
          {JSON.stringify(body, null, 2)}
        </pre>
      )}
    </>
  );
}

/** A preview without an answer. Updates report their own errors. */
function OfflineNote(): JSX.Element | null {
  const words = texts.value.preview;
  if (problem.value?.status !== 0) return null;
  return (
    <Answer kind="warning" title={words.offline}>
      {words.offlineNote}
    </Answer>
  );
}
