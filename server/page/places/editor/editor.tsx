import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ApiError, apiErrorFrom } from '../../api/request.js';
import { address } from '../../browser/router.js';
import { Segments } from '../../parts/controls/segments.js';
import { shareSheet } from '../../parts/header-slots.js';
import { layoutIn } from '../../state/editor-state.js';
import { texts } from '../../texts/index.js';
import { leaveProperties } from './canvas/keys.js';
import { Stage } from './canvas/stage.js';
import { Bar } from './frame/bar.js';
import { SavedNote } from './frame/saved.js';
import { ShareLayout } from './frame/share.js';
import { Tree } from './frame/tree.js';
import { Inspector } from './inspector/inspector.js';
import { CodePanel } from './json/code-panel.js';
import { LayoutList } from './list/list.js';
import { clipboardEvents } from './model/clipboard.js';
import { startDrawing } from './model/drawing.js';
import { missing, opened, openLayout, startKeeping } from './model/opened.js';
import { loadSchema, schemaIsRead } from './model/schema.js';
import { follow, said, set, state } from './model/state.js';
import { startStrip } from './strip/cells.js';
import { BrokenNote, Strip } from './strip/strip.js';

export function LayoutsPlace(): JSX.Element {
  const id = layoutIn(address.get().path);
  return id === null ? <LayoutList /> : <Editor key={id} id={id} />;
}

/** One layout: its tree, its label, what is selected in words, its JSON, and the other panels. */
function Editor({ id }: { readonly id: string }): JSX.Element {
  const words = texts.value;
  const failure = useSignal<ApiError | null>(null);
  useEffect(() => {
    const ends = [follow((path) => layoutIn(path) !== null), startKeeping(), startDrawing(), startStrip()];
    shareSheet.value = ShareLayout;
    Promise.all([loadSchema(), openLayout(id)]).catch((error: unknown) => (failure.value = apiErrorFrom(error)));
    return () => {
      for (const end of ends) end();
      opened.value = null;
      shareSheet.value = null;
    };
  }, [id]);
  if (failure.value) return <Alone title={words.notLoaded} />;
  if (missing.value) return <Alone title={words.editor.noLayout(id)} />;
  if (opened.value?.id !== id || !schemaIsRead.value)
    return (
      <p class="alone" role="status">
        {words.loading}
      </p>
    );
  const { show } = state.value;
  return (
    <div class="editor" data-show={show} {...clipboardEvents}>
      <Bar />
      <SavedNote />
      <Tree />
      <Stage />
      <div class="side" onKeyDown={leaveProperties}>
        <Inspector />
      </div>
      <section class="below-stage" aria-label={words.editor.others}>
        <div class="head">
          <h2>{words.editor.others}</h2>
          <BrokenNote />
          <Segments
            legend={words.editor.lower}
            options={(['panels', 'json', 'both'] as const).map((value) => ({ value, text: words.editor.shows[value] }))}
            value={show}
            choose={set('show')}
          />
        </div>
        <div class="panes">
          {show !== 'json' && <Strip />}
          {show !== 'panels' && <CodePanel />}
        </div>
      </section>
      <p class="unseen" role="status">
        {said.value}
      </p>
    </div>
  );
}

function Alone({ title }: { readonly title: string }): JSX.Element {
  return (
    <div class="alone">
      <h1>{texts.value.places.layouts}</h1>
      <p role="alert">{title}</p>
      <a href="/layouts">{texts.value.editor.toList}</a>
    </div>
  );
}
