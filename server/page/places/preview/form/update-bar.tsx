import { useSignal } from '@preact/signals';
import { Answer, focusField, LinkButton, Said } from '../../../parts/controls/index.js';
import { language, localeName, texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { layoutTitle, panelName } from '../../../api/catalogue.js';
import type { LabelView } from '../../../../http/answers.js';
import { limitWords } from '../../bulk.js';
import { contentWords, errorWords, namedProblem } from '../../words.js';
import { absent, begun, displayed, live } from '../live.js';
import { missing, problem, state } from '../model.js';
import { changes, freed, needsBinding, type SendOutcome, outcome, update, wait } from '../sender.js';

/** The button that makes the label show what is seen, beside the last result. */
export function UpdateBar() {
  const words = texts.value.preview;
  const { label, date } = state.value;
  const others = changes.value.map((part) => words.others[part]);
  const left = wait.value;
  return (
    <div class="update-bar stack dock">
      <OfflineNote />
      <Standing />
      <button
        type="submit"
        form="label-form"
        class="button main"
        aria-disabled={left > 0 || missing.value.length > 0 || undefined}
      >
        {left > 0
          ? words.again({ seconds: left })
          : needsBinding.value
            ? words.put({ label, changes: absent.value ? words.newLabel : others.join(', ') })
            : words.update({ label })}
      </button>
      {needsBinding.value && !absent.value && (
        <p class="small">
          <LinkButton text={words.plainUpdate} press={update} /> <span class="soft">{words.plainNote({ label })}</span>
        </p>
      )}
      {date !== '' && <p class="soft small">{words.dateNote}</p>}
      <Said text={freed.value && words.free} />
    </div>
  );
}

function Standing() {
  const words = texts.value.preview;
  const last = outcome.value;
  if (last?.label !== state.value.label) {
    const isBlank = live.value?.label.revision === 0;
    return (
      <p class="soft small idle">{[words.nothingSent, isBlank && words.stillBlankHere].filter(Boolean).join(' ')}</p>
    );
  }
  switch (last.kind) {
    case 'sending':
      return <Answer kind="waiting" title={words.sending({ label: last.label })} />;
    case 'removed':
      return <Answer kind="good" title={words.removed({ label: last.label })} close={close} />;
    case 'differs':
      return (
        <Answer
          kind="warning"
          title={words.alsoDiffers({ label: last.label })}
          text={words.alsoDiffersNote}
          close={close}
        />
      );
    case 'done':
      return <Done {...last} />;
    case 'refused':
      return <Refused {...last} />;
  }
}

const close = () => (outcome.value = null);

function Done({ label, answer, at, undo }: Extract<SendOutcome, { kind: 'done' }>) {
  const words = texts.value.preview;
  const { revision } = answer.label;
  const newest = live.value?.label.revision ?? 0;
  const shown = displayed.value >= revision;
  const time = at.toLocaleTimeString(language.value);
  const refreshing = !shown && begun.value >= revision;
  const isGone = absent.value;
  const isReplaced = isGone || newest > revision;
  const title = isGone
    ? words.gone({ label })
    : isReplaced
      ? words.replaced({ label, revision, newest })
      : refreshing
        ? words.refreshing({ label })
        : shown
          ? words.displayed({ label })
          : words.accepted({ label });
  const kind = isReplaced ? 'warning' : shown ? 'good' : refreshing ? 'refreshing' : 'waiting';
  return (
    <Answer kind={kind} title={title} close={close}>
      {!isReplaced && <p>{shownWords(answer.label)}</p>}
      {words.revision({ revision, time })} {refreshing && !isReplaced && words.refreshingNote}{' '}
      {undo && !isReplaced && <LinkButton text={texts.value.undo} press={undo} />} <Raw status={200} body={answer} />
    </Answer>
  );
}

function shownWords({ content, device, layout, locale, currency }: LabelView): string {
  const words = texts.value.preview;
  const title = sentenceOf(layoutTitle(layout)).text;
  const binding = words.boundTo({ layout: title, panel: panelName(device), locale: localeName(locale), currency });
  return `${content ? contentWords(content) : words.blank}. ${binding}`;
}

function Refused({ label, error, again, isHalf }: Extract<SendOutcome, { kind: 'refused' }>) {
  const words = texts.value.preview;
  const revision = live.value?.label.revision ?? 0;
  const still = absent.value
    ? words.stillAbsent({ label })
    : revision > 0
      ? words.stillShows({ label, revision })
      : words.stillBlank({ label });
  const { status, problems, quota } = error;
  const title =
    status === 0
      ? texts.value.connection.lost
      : status === 429
        ? words.refused.limit
        : status >= 500
          ? words.failed
          : problems.length > 0
            ? words.refused.fields
            : words.refused.other;
  const detail =
    status === 429 && quota
      ? limitWords(quota)
      : problems.map((each) => namedProblem(each, state.value.locale)).join(' ');
  const isUnsure = status === 0 || status >= 500;
  return (
    <Answer kind="refused" title={title} close={close}>
      {detail || (status > 0 && status < 500 && errorWords(error))}{' '}
      {isHalf ? words.half({ label }) : isUnsure ? words.unsure({ label }) : live.value || absent.value ? still : ''}{' '}
      {problems.length > 0 && <LinkButton text={words.toField} press={() => focusField(problems[0]!.field)} />}
      {(isUnsure || isHalf) && <LinkButton text={words.sendAgain} press={again} />}{' '}
      {status > 0 && <Raw status={status} body={error.problem} />}
    </Answer>
  );
}

function Raw({ status, body }: { readonly status: number; readonly body: object | null }) {
  const open = useSignal(false);
  return (
    <>
      <LinkButton
        text={texts.value.preview.answer({ status })}
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
function OfflineNote() {
  const words = texts.value.preview;
  if (problem.value?.status !== 0) return null;
  return <Answer kind="warning" title={texts.value.connection.lost} text={words.offlineNote} />;
}
