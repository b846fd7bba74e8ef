import { useState } from 'preact/hooks';
import { FormDialog, TextField } from '../../../parts/controls/index.js';
import { layoutId } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { document } from '../model/document.js';
import { continueAs, isTaken, openLayout, save } from '../model/opened.js';
import { naming } from '../model/state.js';

const idPattern = String.raw`[a-z0-9][a-z0-9\-]{0,63}`;

export function SaveAsDialog() {
  const words = texts.value.editor;
  const first = typeof document.value.title === 'string' ? document.value.title : '';
  const { title, id, fields } = useTitleAndId(words.ownTitle({ title: first }));
  const close = () => (naming.value = false);
  const submit = async (): Promise<void> => {
    if (isTaken(id)) return;
    close();
    continueAs(id, { ...document.peek(), title });
    await openLayout(id);
    await save();
  };
  return (
    <FormDialog title={words.saveOwnTitle} close={close} button={words.saveVersion({ version: 1 })} submit={submit}>
      <p class="soft small">{words.saveOwnNote}</p>
      {fields}
    </FormDialog>
  );
}

/** The title and the id of a new layout, and their fields. The id follows the title until the user types one. */
export function useTitleAndId(first: string) {
  const words = texts.value.editor;
  const [title, setTitle] = useState(first);
  const [typed, setId] = useState<string | null>(null);
  const id = typed ?? layoutId(title, isTaken);
  const said = isTaken(id) ? [{ words: words.idTaken({ id }) }] : [];
  const attributes = { required: true, autocomplete: 'off' } as const;
  const fields = (
    <>
      <TextField
        label={words.title}
        name="title"
        value={title}
        maxLength={80}
        autofocus
        {...attributes}
        put={setTitle}
      />
      <TextField
        label={words.id}
        name="id"
        note={words.idNote}
        notes={said}
        value={id}
        pattern={idPattern}
        spellcheck={false}
        {...attributes}
        put={setId}
      />
    </>
  );
  return { title, id, fields };
}
