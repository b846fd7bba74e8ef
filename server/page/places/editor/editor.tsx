import { useSignal } from '@preact/signals';
import { listen, together } from '../../browser/ends.js';
import { address } from '../../browser/router.js';
import { Alone, Loading, Said, Segments } from '../../parts/controls/index.js';
import { usePlace } from '../../parts/header-slots.js';
import { placeAddress } from '../../parts/place-address.js';
import { ShareLinks } from '../../parts/label/share-links.js';
import { layoutIn } from '../../state/editor-state.js';
import { texts } from '../../texts/index.js';
import { Failed } from '../failed.js';
import { ContextMenu } from './canvas/commands.js';
import { startDragging } from './canvas/drag.js';
import { pressKey } from './canvas/keys.js';
import { Stage } from './canvas/stage.js';
import { Bar } from './frame/bar.js';
import { SavedNote } from './frame/saved.js';
import { Tree } from './frame/tree.js';
import { Inspector } from './inspector/inspector.js';
import { CodePanel } from './json/code-panel.js';
import { LayoutList } from './list/list.js';
import { startClipboard } from './model/clipboard.js';
import { drawn, startDrawing } from './model/drawing.js';
import { missing, opened, openLayout, startKeeping, unsaved } from './model/opened.js';
import { announcement, device, follow, loadSchema, model, schemaIsRead, set, state, zoomBy } from './model/state.js';
import { startStrip } from './strip/cells.js';
import { BrokenNote, Strip } from './strip/strip.js';

export function LayoutsPlace() {
  const id = layoutIn(address.get().path);
  return id === null ? <LayoutList /> : <Editor key={id} id={id} />;
}

function Editor({ id }: { readonly id: string }) {
  const words = texts.value;
  const failure = useSignal<unknown>(null);
  const read = (): void => {
    failure.value = null;
    Promise.all([loadSchema(), openLayout(id)]).catch((error: unknown) => (failure.value = error));
  };
  const start = (): (() => void) => {
    read();
    return together(
      follow((path) => layoutIn(path) !== null),
      startKeeping(),
      startDrawing(),
      startStrip(),
      startDragging(),
      listen(window.document, 'keydown', pressKey),
      startClipboard(),
      () => {
        opened.value = null;
        model.value = null;
        zoomBy(0);
      },
    );
  };
  usePlace(ShareLayout, start, id);
  if (failure.value) return <Failed title={words.places.layouts} error={failure.value} again={read} />;
  if (missing.value)
    return (
      <Alone title={words.places.layouts} text={words.editor.noLayout({ id })}>
        <a href={placeAddress('/layouts')}>{words.editor.toList}</a>
      </Alone>
    );
  if (opened.value?.id !== id || !schemaIsRead.value) return <Loading />;
  const { show } = state.value;
  return (
    <div class="editor">
      <Bar />
      <SavedNote />
      <Tree />
      <Stage />
      <div class="side">
        <Inspector />
      </div>
      <section class="below-stage" aria-label={words.editor.onOthers}>
        <div class="head flow">
          <h2>{words.editor.onOthers}</h2>
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
      <ContextMenu />
      <Said text={announcement.value} />
    </div>
  );
}

/** A link shows what was saved: other users do not have the drafts of this browser. */
function ShareLayout() {
  const words = texts.value.editor;
  const uri = (): string | undefined => drawn.peek()?.answer.image.data_uri;
  // The HTML contains the picture: no label shows a layout that is being made.
  const line = (): string => `<img src="${uri() ?? ''}" alt="">`;
  return (
    <ShareLinks
      linkNote={unsaved.value && words.linkNote}
      picture={{ uri, name: () => `${opened.peek()?.id ?? ''}-${device.peek()?.id ?? ''}` }}
      embed={{ line, note: words.embedNote }}
    />
  );
}
