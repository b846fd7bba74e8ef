import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { shareSheet } from '../../parts/header-slots.js';
import { Cards } from './cards.js';
import { CodeDrawer } from './code-drawer.js';
import { Form } from './form/form.js';
import { MissingNotes } from './form/missing.js';
import { UpdateBar } from './form/update-bar.js';
import { startLive } from './live.js';
import { folded, startModel, welcome } from './model.js';
import { PickerDialogs } from './picking/dialogs.js';
import { Pickers } from './picking/pickers.js';
import { ShareActions } from './share.js';
import { Stage } from './stage.js';

/** The place Preview: one label, and the form that says what is on it. */
export function PreviewPlace(): JSX.Element {
  useEffect(() => {
    const ends = [startModel(), startLive()];
    shareSheet.value = ShareActions;
    return () => {
      shareSheet.value = null;
      for (const end of ends) end();
    };
  }, []);
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
      <PickerDialogs />
      <div class="side">
        <MissingNotes />
        <Form />
        <UpdateBar />
      </div>
    </div>
  );
}
