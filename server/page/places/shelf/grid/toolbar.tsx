import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Answer } from '../../../parts/controls/answer.js';
import { ConnectionNote, isConnected } from '../../../parts/controls/connection-note.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Icon } from '../../../parts/controls/icon.js';
import { LinkButton } from '../../../parts/controls/link-button.js';
import { StepButton } from '../../../parts/controls/step-button.js';
import { type Filter, filters } from '../../../state/shelf/address.js';
import { texts } from '../../../texts/index.js';
import { outcome } from '../change/actions.js';
import { asking } from '../change/binding-dialog.js';
import { undo, undoable } from '../change/undo.js';
import { Requests } from '../label/requests.js';
import { counts, ready } from '../live/labels.js';
import { change, state } from '../model.js';
import { found } from './rows.js';
import { markIcons } from './tile.js';

/** The search, the filters, what adds labels, and what became of what was asked for. */
export function Toolbar(): JSX.Element {
  const words = texts.value.shelf;
  const { q } = state.value;
  const [listed, setListed] = useState(false);
  return (
    <div class="toolbar">
      <div class="find">
        <Icon name="search" />
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={q}
          onInput={({ currentTarget }) => {
            change({ q: currentTarget.value });
          }}
        />
      </div>
      <div class="chips" role="group" aria-label={words.filter}>
        {filters.map((filter) => (
          <Chip key={filter} filter={filter} />
        ))}
      </div>
      <div class="acts">
        <StepButton way="undo" can={undoable.value !== null} step={undo} />
        <button
          type="button"
          class="button"
          onClick={() => {
            asking.value = { kind: 'add' };
          }}
        >
          <Icon name="plus" /> <span class="word">{words.add}</span>
        </button>
        <button
          type="button"
          class="button narrow"
          onClick={() => {
            setListed(true);
          }}
        >
          <Icon name="code" /> <span class="word">{words.toolNames.requests}</span>
        </button>
      </div>
      <p class="unseen" role="status">
        {ready.value && q !== '' ? words.found(found.value.length, counts.value.all) : ''}
      </p>
      <Said />
      {listed && (
        <Dialog
          title={words.requests}
          close={() => {
            setListed(false);
          }}
        >
          <Requests id={null} />
        </Dialog>
      )}
    </div>
  );
}

function Chip({ filter }: { readonly filter: Filter }): JSX.Element {
  const words = texts.value.shelf;
  const count = counts.value[filter];
  const name = filter === 'all' ? words.all : words.filters[filter];
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={state.value.filter === filter}
      onClick={() => {
        change({ filter });
      }}
    >
      {filter !== 'all' && <Icon name={markIcons[filter]} />}
      {name} {count}
    </button>
  );
}

function Said(): JSX.Element | null {
  const words = texts.value.shelf;
  const said = outcome.value;
  if (!isConnected.value)
    return (
      <div class="said-here">
        <ConnectionNote lost={words.lost} />
      </div>
    );
  if (!said) return null;
  return (
    <div class="said-here">
      <Answer
        kind={said.kind}
        title={said.title}
        close={() => {
          outcome.value = null;
        }}
      >
        {said.notes?.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {undoable.value && (
          <LinkButton
            text={texts.value.undo}
            press={() => {
              undo();
              // This button is gone, and the one that does the same stays.
              document.querySelector<HTMLElement>('.shelf .undo')?.focus();
            }}
          />
        )}
      </Answer>
    </div>
  );
}
