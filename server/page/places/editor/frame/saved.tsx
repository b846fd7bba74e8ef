import type { ComponentChildren } from 'preact';
import { Answer, LinkButton } from '../../../parts/controls/index.js';
import { placeAddress } from '../../../parts/place-address.js';
import type { DeviceView } from '../../../../http/answers.js';
import { nameOf } from '../../../state/panels.js';
import { pathOf } from '../../../state/layout/json.js';
import { language, texts } from '../../../texts/index.js';
import { errorWords, problemWords } from '../../words.js';
import { document } from '../model/document.js';
import { discard, found, opened, openLayout, save, type Saving, saving, unsaved } from '../model/opened.js';
import { choose, select, stripPanels } from '../model/state.js';

export function SavedNote() {
  const words = texts.value.editor;
  const isStale = saving.value?.kind === 'saved' && unsaved.value;
  if (saving.value && !isStale) return <div class="saved-note">{answerOf(saving.value)}</div>;
  if (found.value === null) return null;
  return (
    <div class="saved-note">
      <Answer kind="waiting" title={words.foundTitle} close={() => (found.value = null)}>
        {words.foundNote({ time: new Date(found.value).toLocaleString(language.value) })}{' '}
        <LinkButton text={words.discard} press={discard} />
      </Answer>
    </div>
  );
}

function answerOf(state: Saving) {
  const words = texts.value.editor;
  switch (state.kind) {
    case 'saving':
      return <Answer kind="waiting" title={words.saving} />;
    case 'saved':
      return (
        <Answer
          kind={state.undrawn.length > 0 ? 'warning' : 'good'}
          title={words.saved({ version: state.version })}
          close={close}
        >
          {words.savedNote} {state.undrawn.length > 0 && undrawnWords(state.undrawn)}{' '}
          <a href={placeAddress('/', `layout=${encodeURIComponent(opened.value!.id)}`)}>{words.useIt}</a>
        </Answer>
      );
    case 'undrawn':
      return (
        <Answer kind="warning" title={words.notSavedYet} close={close}>
          {undrawnWords(state.panels)} <LinkButton text={words.saveAnyway} press={() => save(state.over, true)} />{' '}
          <LinkButton text={words.lookAt} press={() => choose({ device: state.panels[0]!.id })} />
        </Answer>
      );
    case 'broken':
      return <NotSaved>{words.notSavedBroken}</NotSaved>;
    case 'empty':
      return (
        <NotSaved>
          {words.notSavedEmpty}{' '}
          <LinkButton text={words.toEmpty} press={() => select(pathOf(state.pointer, document.peek()))} />
        </NotSaved>
      );
    case 'conflict':
      return <Conflict version={state.version} />;
    case 'unsure':
      return (
        <Answer kind="warning" title={words.unsure} close={close}>
          {words.offline} {words.unsureNote}
        </Answer>
      );
    case 'refused': {
      const { status, problems } = state.error;
      return (
        <NotSaved>
          {status === 0 ? words.offline : status === 413 ? words.tooLarge : null}
          {problems.map((each) => (
            <p key={`${each.pointer ?? ''} ${each.message}`} lang={each.pointer === undefined ? undefined : 'en'}>
              {each.pointer === undefined ? problemWords(each, language.value) : each.message}
            </p>
          ))}
          {problems.length === 0 && status !== 0 && <p>{errorWords(state.error)}</p>}
        </NotSaved>
      );
    }
    default:
      return state satisfies never;
  }
}

function undrawnWords(panels: readonly DeviceView[]): string {
  return texts.value.editor.undrawn({
    count: panels.length,
    of: stripPanels.value.length,
    panels: panels.map(nameOf).join(', '),
  });
}

const close = () => (saving.value = null);

function NotSaved({ children }: { readonly children: ComponentChildren }) {
  return <Answer kind="refused" title={texts.value.editor.notSaved} text={children} close={close} />;
}

function Conflict({ version }: { readonly version: number }) {
  const words = texts.value.editor;
  const takeTheirs = (): void => {
    const { id } = opened.peek()!;
    discard();
    void openLayout(id);
  };
  return (
    <Answer kind="warning" title={words.conflict({ version })} close={close}>
      {words.conflictNote} <LinkButton text={words.saveOver({ version })} press={() => save(version)} />{' '}
      <a href={`/api/esl/layouts/${encodeURIComponent(opened.value!.id)}`} target="_blank" rel="noreferrer">
        {words.lookAtTheirs}
      </a>{' '}
      <LinkButton text={words.takeTheirs} press={takeTheirs} />
    </Answer>
  );
}
