import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue, findDevice } from '../../../api/catalogue.js';
import { go } from '../../../browser/router.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { type PictureOption, PictureOptions } from '../../../parts/label/picture-options.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { firstEditorState } from '../../../state/editor-state.js';
import { blankDocument, documentOf, layoutId } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { TitleAndId } from '../frame/save-as.js';
import { exampleOf } from '../model/drawing.js';
import { isTaken, keepDraft } from '../model/opened.js';

/** The id that stands for a layout from nothing. */
const nothing = '';

/** Begins a layout of one's own: from nothing, or from another one. */
export function NewDialog({ close }: { readonly close: () => unknown }): JSX.Element {
  const words = texts.value.editor;
  const [title, setTitle] = useState(words.newTitle);
  const [id, setId] = useState<string | null>(null);
  const [from, setFrom] = useState(nothing);
  const shown = id ?? layoutId(title, isTaken);
  const layouts = catalogue.value?.layouts ?? [];
  const begin = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isTaken(shown)) return;
    const begun = layouts.find((layout) => layout.id === from);
    keepDraft(shown, begun ? { ...documentOf(begun), title } : blankDocument(title, title));
    close();
    go(`/layouts/${shown}`);
  };
  return (
    <Dialog title={words.newLayout} wide close={close}>
      <form class="stack" onSubmit={begin}>
        <TitleAndId title={title} id={shown} setTitle={setTitle} setId={setId} />
        <PictureOptions legend={words.startFrom} options={options()} chosen={from} choose={setFrom} />
        <button class="button main" type="submit">
          {words.begin}
        </button>
      </form>
    </Dialog>
  );

  function options(): readonly PictureOption[] {
    const panel = findDevice(firstEditorState.device);
    if (!panel) return [];
    const room = { width: 110, height: (panel.height * 110) / panel.width };
    const blank = <span class="small-picture" style={{ width: `${room.width}px`, height: `${room.height}px` }} />;
    return [
      { id: nothing, name: words.fromNothing, picture: blank },
      ...layouts.map((layout) => {
        const picture = <SmallPicture fields={exampleOf(layout, panel)} panel={panel} room={room} />;
        return { id: layout.id, name: layout.title, picture };
      }),
    ];
  }
}
