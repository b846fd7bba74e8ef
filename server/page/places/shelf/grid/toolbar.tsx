import { useSignal } from '@preact/signals';
import {
  Answer,
  Button,
  ConnectionNote,
  Dialog,
  Icon,
  isConnected,
  LinkButton,
  Said,
  SearchField,
  Segments,
  StepButton,
  Toggle,
} from '../../../parts/controls/index.js';
import { type Filter, filters } from '../../../state/shelf/address.js';
import { texts } from '../../../texts/index.js';
import { outcome } from '../change/actions.js';
import { dialog } from '../change/binding-dialog.js';
import { undo, undoable } from '../change/undo.js';
import { Requests } from '../label/requests.js';
import { counts, ready } from '../live/labels.js';
import { Progress, Refused } from '../../bulk.js';
import { addressOf, change, set, state } from '../model.js';
import { found, look, looks } from './rows.js';
import { markIcons } from './tile.js';

export function Toolbar() {
  const words = texts.value.shelf;
  const { q } = state.value;
  const listed = useSignal(false);
  return (
    <div class="toolbar flow">
      <div class="find">
        <Icon name="search" />
        <SearchField text={words.search} search={q} put={set('q')} />
      </div>
      <div class="chips flow" role="group" aria-label={words.filter}>
        {filters.map((filter) => (
          <Chip key={filter} filter={filter} />
        ))}
      </div>
      <Segments
        legend={words.look}
        options={looks.map((value) => ({ value, text: words.looks[value] }))}
        value={look.value}
        choose={(value) => (look.value = value)}
      />
      <div class="acts line to-end">
        <StepButton way="undo" can={undoable.value !== null} press={undo} />
        <Button icon="plus" press={() => (dialog.value = { kind: 'add' })}>
          <span class="word">{words.add}</span>
        </Button>
        <Button icon="code" look="narrow" press={() => (listed.value = true)}>
          <span class="word">{words.toolNames.requests}</span>
        </Button>
      </div>
      <Said text={ready.value && q !== '' ? words.found({ count: found.value.length, all: counts.value.all }) : ''} />
      <Notes />
      {listed.value && (
        <Dialog title={words.requests} close={() => (listed.value = false)}>
          <Requests id={null} />
        </Dialog>
      )}
    </div>
  );
}

function Chip({ filter }: { readonly filter: Filter }) {
  const words = texts.value.shelf;
  const count = counts.value[filter];
  const name = filter === 'all' ? texts.value.wall.all : words.filters[filter];
  const text = [filter !== 'all' && <Icon key={filter} name={markIcons[filter]} />, name, ' ', count];
  return <Toggle look="chip" pressed={state.value.filter === filter} text={text} press={() => change({ filter })} />;
}

function labelLink(id: string) {
  return (
    <a key={id} class="link" href={addressOf(id)}>
      {id}
    </a>
  );
}

function Notes() {
  if (!isConnected.value)
    return (
      <div class="said-here">
        <ConnectionNote lost={texts.value.shelf.lost} />
      </div>
    );
  if (!outcome.value) return null;
  const { kind, title, refused = new Map(), left = 0, undo: entry, again, progress } = outcome.value;
  const undoHere = (): void => {
    undo();
    // This button is gone. The one in the toolbar stays.
    document.querySelector<HTMLElement>('.shelf .undo')?.focus();
  };
  return (
    <div class="said-here">
      {progress && <Progress title={title} {...progress} />}
      {!progress && (
        <Answer kind={kind} title={title} close={() => (outcome.value = null)}>
          <Refused refused={refused} left={left} link={labelLink} />
          {again && <LinkButton text={texts.value.shelf.kinds.delete} press={again} />}
          {entry && undoable.value === entry && <LinkButton text={texts.value.undo} press={undoHere} />}
        </Answer>
      )}
    </div>
  );
}
