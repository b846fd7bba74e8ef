import { labelPath } from '../../api/labels.js';
import { together } from '../../browser/ends.js';
import { usePlace } from '../../parts/header-slots.js';
import { ShareLinks } from '../../parts/label/share-links.js';
import { texts } from '../../texts/index.js';
import { Cards } from './cards.js';
import { CheckTab, Tabs } from './check.js';
import { CodeDrawer } from './code-drawer.js';
import { MissingNotes } from './form/binding-notes.js';
import { Form } from './form/form.js';
import { UpdateBar } from './form/update-bar.js';
import { startLive } from './live.js';
import { drawn, folded, startModel, state, welcome } from './model.js';
import { LayoutDialog } from './picking/dialogs.js';
import { Pickers } from './picking/pickers.js';
import { Stage } from './stage.js';
import { startTraces, TraceDialog } from './trace.js';

export function PreviewPlace() {
  usePlace(ShareActions, () => together(startModel(), startLive(), startTraces()));
  return (
    <div class="preview" data-folded={folded.value || undefined} data-welcome={welcome.value || undefined}>
      <Stage />
      {welcome.value ? (
        <Cards />
      ) : (
        <>
          <Pickers />
          <CodeDrawer />
        </>
      )}
      <LayoutDialog />
      <TraceDialog />
      <div class="side">
        <MissingNotes />
        {!welcome.value && <Tabs />}
        {state.value.check && !welcome.value ? <CheckTab /> : <Form />}
        <UpdateBar />
      </div>
    </div>
  );
}

function ShareActions() {
  const picture = {
    uri: () => drawn.peek()?.answer.image.data_uri,
    name: () => `${state.peek().layout}-${state.peek().device}`,
  };
  // An id that is escaped for an address needs no escaping for HTML.
  const line = (): string => `<img src="${location.origin}${labelPath(state.peek().label)}/image.png" alt="">`;
  return <ShareLinks picture={picture} embed={{ line, note: texts.value.preview.embedNote }} />;
}
