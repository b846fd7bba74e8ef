import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { LayoutView } from '../../../../http/answers.js';
import { catalogue, refreshLayouts } from '../../../api/catalogue.js';
import { deleteLayout } from '../../../api/layouts.js';
import { ApiError } from '../../../api/request.js';
import { go } from '../../../browser/router.js';
import { Answer } from '../../../parts/controls/answer.js';
import { Icon } from '../../../parts/controls/icon.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { firstEditorState } from '../../../state/editor-state.js';
import { isObject } from '../../../state/layout/json.js';
import { documentOf, layoutId } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { entryOf } from '../model/document.js';
import { fieldsFor } from '../model/drawing.js';
import { drafts, isTaken, keepDraft } from '../model/opened.js';
import { NewDialog } from './new-dialog.js';

/** Whether a layout is being begun, and from which one. */
const beginning = signal(false);

/** All layouts with their pictures: those with unsaved changes, one's own, and those that come with the server. */
export function LayoutList(): JSX.Element {
  const words = texts.value.editor;
  const all = catalogue.value?.layouts ?? [];
  const own = all.filter(({ version }) => version > 0);
  const unsaved = drafts().filter((id) => !all.some((layout) => layout.id === id));
  return (
    <div class="layouts">
      <div class="head">
        <h1>{texts.value.places.layouts}</h1>
        <button
          type="button"
          class="button"
          onClick={() => {
            beginning.value = true;
          }}
        >
          <Icon name="plus" /> {words.newLayout}
        </button>
        <Import />
      </div>
      {unsaved.length > 0 && (
        <section aria-labelledby="layouts-unsaved">
          <h2 id="layouts-unsaved">{words.unsavedHere}</h2>
          <ul class="names">
            {unsaved.map((id) => (
              <li key={id}>
                <a href={`/layouts/${id}`}>{id}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="layouts-own">
        <h2 id="layouts-own">{words.own}</h2>
        {own.length === 0 ? <p class="soft">{words.noOwn}</p> : <Cards of={own} own />}
      </section>
      <section aria-labelledby="layouts-shipped">
        <h2 id="layouts-shipped">{words.shippedOnes}</h2>
        <Cards of={all.filter(({ version }) => version === 0)} />
      </section>
      {beginning.value && (
        <NewDialog
          close={() => {
            beginning.value = false;
          }}
        />
      )}
    </div>
  );
}

function Cards({ of, own = false }: { readonly of: readonly LayoutView[]; readonly own?: boolean }): JSX.Element {
  return (
    <ul class="cards">
      {of.map((layout) => (
        <Card key={layout.id} layout={layout} own={own} />
      ))}
    </ul>
  );
}

function Card({ layout, own }: { readonly layout: LayoutView; readonly own: boolean }): JSX.Element {
  const words = texts.value.editor;
  const [refused, setRefused] = useState<ApiError | null>(null);
  const told = sentenceOf(layout.description);
  const panel = catalogue.value?.devices.find(({ id }) => id === firstEditorState.device);
  const fields = { ...fieldsFor(documentOf(layout), panel?.id ?? '', 'usual', 'en-IE'), layout: layout.id };
  const remove = async (): Promise<void> => {
    try {
      // What is deleted can be saved again: it stays here as a layout that was never saved.
      await deleteLayout(layout.id);
      keepDraft(layout.id, documentOf(layout));
      await refreshLayouts();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    }
  };
  return (
    <li class="card-of-layout">
      <a href={`/layouts/${encodeURIComponent(layout.id)}`}>
        {panel && <SmallPicture fields={fields} width={panel.width} height={panel.height} scale={216 / panel.width} />}
        <span class="name">{sentenceOf(layout.title).text}</span>
      </a>
      <p class="soft small" lang={own ? undefined : told.lang}>
        {own ? `${layout.id}, ${words.version(layout.version)}` : told.text}
      </p>
      {own && (
        <button
          type="button"
          class="button bare"
          aria-label={words.deleteNamed(layout.title)}
          onClick={() => void remove()}
        >
          <Icon name="trash" />
        </button>
      )}
      {refused && (
        <Answer
          kind="refused"
          title={words.notDeleted}
          close={() => {
            setRefused(null);
          }}
        >
          <span lang="en">{refused.problems[0]?.message ?? refused.message}</span>
        </Answer>
      )}
    </li>
  );
}

/** Opens a file as a layout that is not saved yet. */
function Import(): JSX.Element {
  const words = texts.value.editor;
  const file = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const take = async (chosen: File): Promise<void> => {
    const { document, parsed } = entryOf(await chosen.text());
    if (!parsed || !isObject(document.root)) {
      setWrong(chosen.name);
      return;
    }
    const { title } = document;
    const id = layoutId(typeof title === 'string' ? title : chosen.name.replace(/\.json$/i, ''), isTaken);
    keepDraft(id, documentOf(document));
    go(`/layouts/${id}`);
  };
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          file.current!.click();
        }}
      >
        {words.import}
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.import}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void take(chosen);
          currentTarget.value = '';
        }}
      />
      {wrong !== null && (
        <p class="wrong" role="alert">
          {words.notImported(wrong)}
        </p>
      )}
    </>
  );
}
