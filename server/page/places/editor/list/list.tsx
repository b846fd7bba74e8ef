import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeviceView, LayoutView } from '../../../../http/answers.js';
import { catalogue, dropLayout, findDevice, findLayout } from '../../../api/catalogue.js';
import { deleteLayout } from '../../../api/layouts.js';
import { type ApiError, apiErrorFrom, ifThere } from '../../../api/request.js';
import { go } from '../../../browser/router.js';
import { Answer, Button, FileButton, FormDialog, Icon, IconButton, Said } from '../../../parts/controls/index.js';
import { type PictureOption, PictureOptions } from '../../../parts/label/picture-options.js';
import { content, placeAddress } from '../../../parts/place-address.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { firstEditorState } from '../../../state/editor-state.js';
import type { Dimensions } from '../../../state/fit.js';
import { isObject } from '../../../state/layout/json.js';
import { blankDocument, documentOf, layoutId } from '../../../state/layout/offers.js';
import { language, texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { refusalWords } from '../../words.js';
import { useTitleAndId } from '../frame/save-as.js';
import { entryOf } from '../model/document.js';
import { exampleOf } from '../model/drawing.js';
import { drafts, isTaken, keepDraft } from '../model/opened.js';

/** The layout to start from in the dialog for a new one; null: no dialog. */
const beginning = signal<string | null>(null);

/** The panel of the content; the default if this server does not have it. */
const shownPanel = (): DeviceView | undefined =>
  findDevice(content.value.device) ?? findDevice(firstEditorState.device);

export function LayoutList() {
  const words = texts.value.editor;
  const all = catalogue.value?.layouts ?? [];
  const own = all.filter(({ version }) => version > 0);
  const unsaved = drafts().filter((id) => !all.some((layout) => layout.id === id));
  return (
    <div class="layouts">
      <div class="head flow">
        <h1>{texts.value.places.layouts}</h1>
        <Button icon="plus" text={words.newLayout} press={() => (beginning.value = nothing)} />
        {own.length > 0 && <Import />}
      </div>
      {unsaved.length > 0 && (
        <Section title={words.neverSaved}>
          <ul class="names">
            {unsaved.map((id) => (
              <li key={id}>
                <a href={placeAddress(`/layouts/${id}`)}>{id}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={words.own}>{own.length === 0 ? <FirstWays /> : <Cards of={own} own />}</Section>
      <Section title={words.shippedOnes}>
        <Cards of={all.filter(({ version }) => version === 0)} />
      </Section>
      {beginning.value !== null && <NewDialog close={() => (beginning.value = null)} />}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Cards({ of, own = false }: { readonly of: readonly LayoutView[]; readonly own?: boolean }) {
  return (
    <ul class="cards">
      {of.map((layout) => (
        <Card key={layout.id} layout={layout} own={own} />
      ))}
    </ul>
  );
}

function Card({ layout, own }: { readonly layout: LayoutView; readonly own: boolean }) {
  const words = texts.value.editor;
  const refused = useSignal<ApiError | null>(null);
  const description = sentenceOf(layout.description);
  const panel = shownPanel();
  const remove = async (): Promise<void> => {
    try {
      await ifThere(deleteLayout(layout.id));
      // A deleted layout can be saved again: its draft stays in this browser.
      keepDraft(layout.id, documentOf(layout));
      dropLayout(layout.id);
    } catch (error) {
      refused.value = apiErrorFrom(error);
    }
  };
  return (
    <li class="card-of-layout">
      <a href={placeAddress(`/layouts/${encodeURIComponent(layout.id)}`)}>
        {panel && (
          <SmallPicture fields={exampleOf(layout, panel)} panel={panel} room={{ width: 216, height: Infinity }} />
        )}
        <span class="name">{sentenceOf(layout.title).text}</span>
      </a>
      <p class="soft small" lang={own ? undefined : description.lang}>
        {own ? `${layout.id}, ${words.version({ version: layout.version })}` : description.text}
      </p>
      {own && <IconButton icon="trash" label={words.deleteNamed({ title: layout.title })} press={remove} />}
      {refused.value && (
        <Answer
          kind="refused"
          title={words.notDeleted}
          text={refusalWords(refused.value, language.value).join(' ')}
          close={() => (refused.value = null)}
        />
      )}
    </li>
  );
}

/** The ways to begin while there is no own layout. */
function FirstWays() {
  const words = texts.value.editor;
  const panel = shownPanel();
  const layout = findLayout('promotion');
  const room = panel && { width: 216, height: (panel.height * 216) / panel.width };
  const way = (from: string, text: string, picture: ComponentChildren) => (
    <li class="card-of-layout">
      <button type="button" class="link" onClick={() => (beginning.value = from)}>
        {picture}
        <span class="name">{text}</span>
      </button>
    </li>
  );
  return (
    <ul class="cards">
      {way(nothing, words.ways.nothing, room && <Blank {...room} />)}
      {layout &&
        way(
          layout.id,
          words.ways.shipped,
          panel && room && <SmallPicture fields={exampleOf(layout, panel)} panel={panel} room={room} />,
        )}
      <li class="card-of-layout">
        <div class="stack">
          {room && (
            <Blank {...room}>
              <Icon name="code" />
            </Blank>
          )}
          <span class="name">{words.ways.file}</span>
          <Import />
        </div>
      </li>
    </ul>
  );
}

function Blank({ width, height, children }: Dimensions & { readonly children?: ComponentChildren }) {
  return (
    <span class="small-picture blank" style={{ width: `${width}px`, height: `${height}px` }}>
      {children}
    </span>
  );
}

function Import() {
  const words = texts.value.editor;
  const wrong = useSignal<string | null>(null);
  const take = async (file: File): Promise<void> => {
    const { document, parsed } = entryOf(await file.text());
    if (!parsed || !isObject(document.root)) {
      wrong.value = file.name;
      return;
    }
    const { title } = document;
    const id = layoutId(typeof title === 'string' ? title : file.name.replace(/\.json$/i, ''), isTaken);
    keepDraft(id, documentOf(document));
    go(placeAddress(`/layouts/${id}`));
  };
  return (
    <>
      <FileButton text={words.import} accept=".json,application/json" take={take} />
      {wrong.value !== null && <Said look="wrong" alert text={words.notImported({ name: wrong.value })} />}
    </>
  );
}

/** The id of the option without a layout. */
const nothing = '';

function NewDialog({ close }: { readonly close: () => unknown }) {
  const words = texts.value.editor;
  const { title, id, fields } = useTitleAndId(words.newTitle);
  const [from, setFrom] = useState(beginning.peek() ?? nothing);
  const layouts = catalogue.value?.layouts ?? [];
  const begin = (): void => {
    if (isTaken(id)) return;
    const begun = findLayout(from);
    keepDraft(id, begun ? { ...documentOf(begun), title } : blankDocument(title, title));
    close();
    go(placeAddress(`/layouts/${id}`));
  };
  return (
    <FormDialog title={words.newLayout} wide close={close} button={words.begin} submit={begin}>
      {fields}
      <PictureOptions legend={words.startFrom} options={options()} chosen={from} choose={setFrom} />
    </FormDialog>
  );

  function options(): readonly PictureOption[] {
    const panel = shownPanel();
    if (!panel) return [];
    const room = { width: 110, height: (panel.height * 110) / panel.width };
    return [
      { id: nothing, name: words.fromNothing, picture: <Blank {...room} /> },
      ...layouts.map((layout) => {
        const picture = <SmallPicture fields={exampleOf(layout, panel)} panel={panel} room={room} />;
        return { id: layout.id, name: layout.title, picture };
      }),
    ];
  }
}
