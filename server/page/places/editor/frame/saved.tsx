import type { JSX } from 'preact';
import { Answer } from '../../../parts/controls/answer.js';
import { LinkButton } from '../../../parts/controls/link-button.js';
import { pathOf } from '../../../state/layout/json.js';
import { language, texts } from '../../../texts/index.js';
import { document } from '../model/document.js';
import { discard, found, openLayout, opened, save, saving } from '../model/opened.js';
import { select } from '../model/state.js';

/** What became of saving, and what was found in this browser. It stays until the next answer, or until it is closed. */
export function SavedNote(): JSX.Element | null {
  const words = texts.value.editor;
  const at = found.value;
  const state = saving.value;
  const close = (): void => {
    saving.value = null;
  };
  if (!state && at !== null)
    return (
      <div class="saved-note">
        <Answer
          kind="waiting"
          title={words.foundTitle}
          close={() => {
            found.value = null;
          }}
        >
          {words.foundNote(new Date(at).toLocaleString(language.value))}{' '}
          <LinkButton text={words.discard} press={discard} />
        </Answer>
      </div>
    );
  if (!state) return null;
  return <div class="saved-note">{answer()}</div>;

  function answer(): JSX.Element | null {
    if (!state) return null;
    switch (state.kind) {
      case 'saving':
        return <Answer kind="waiting" title={words.saving} />;
      case 'saved':
        return (
          <Answer kind="good" title={words.saved(state.version)} close={close}>
            {words.savedNote}
          </Answer>
        );
      case 'broken':
        return (
          <Answer kind="refused" title={words.notSaved} close={close}>
            {words.notSavedBroken}
          </Answer>
        );
      case 'empty':
        return (
          <Answer kind="refused" title={words.notSaved} close={close}>
            {words.notSavedEmpty}{' '}
            <LinkButton
              text={words.toEmpty}
              press={() => {
                select(pathOf(state.pointer, document.peek()));
              }}
            />
          </Answer>
        );
      case 'conflict':
        return <Conflict version={state.version} />;
      case 'refused':
        return (
          <Answer kind="refused" title={words.notSaved} close={close}>
            {state.error.status === 0 ? words.offline : state.error.status === 413 ? words.tooLarge : null}
            {state.error.problems.map(({ message, pointer }) => (
              <p key={`${pointer ?? ''} ${message}`} lang="en">
                {message}
              </p>
            ))}
            {state.error.problems.length === 0 && state.error.status !== 0 && <p lang="en">{state.error.message}</p>}
          </Answer>
        );
      default:
        return state satisfies never;
    }
  }
}

/** Somebody else has saved the layout meanwhile. */
function Conflict({ version }: { readonly version: number }): JSX.Element {
  const words = texts.value.editor;
  return (
    <Answer
      kind="warning"
      title={words.conflict(version)}
      close={() => {
        saving.value = null;
      }}
    >
      {words.conflictNote} <LinkButton text={words.saveOver(version)} press={() => void save(version)} />{' '}
      <a href={`/api/esl/layouts/${encodeURIComponent(opened.value!.id)}`} target="_blank" rel="noreferrer">
        {words.lookAtTheirs}
      </a>{' '}
      <LinkButton
        text={words.takeTheirs}
        press={() => {
          const { id } = opened.peek()!;
          discard();
          void openLayout(id);
        }}
      />
    </Answer>
  );
}
