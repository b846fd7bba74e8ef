import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FormDialog, TextField } from '../../../parts/controls/index.js';
import { layoutId } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { document } from '../model/document.js';
import { continueAs, isTaken, openLayout, save } from '../model/opened.js';
import { naming } from '../model/state.js';

export const idPattern = String.raw`[a-z0-9][a-z0-9\-]{0,63}`;

/** Asks for title and id of a custom layout, and saves it. */
export function SaveAsDialog(): JSX.Element {
  const words = texts.value.editor;
  const first = typeof document.value.title === 'string' ? document.value.title : '';
  const [title, setTitle] = useState(words.ownTitle(first));
  const [id, setId] = useState<string | null>(null);
  const shown = id ?? layoutId(title, isTaken);
  const close = (): void => {
    naming.value = false;
  };
  const submit = async (): Promise<void> => {
    if (isTaken(shown)) return;
    close();
    continueAs(shown, { ...document.peek(), title });
    await openLayout(shown);
    await save();
  };
  return (
    <FormDialog title={words.saveOwnTitle} close={close} button={words.saveVersion(1)} submit={submit}>
      <p class="soft small">{words.saveOwnNote}</p>
      <TitleAndId title={title} id={shown} setTitle={setTitle} setId={setId} />
    </FormDialog>
  );
}

interface NameProps {
  readonly title: string;
  readonly id: string;
  readonly setTitle: (title: string) => void;
  readonly setId: (id: string) => void;
}

/** The title is for people, the id for tills. */
export function TitleAndId({ title, id, setTitle, setId }: NameProps): JSX.Element {
  const words = texts.value.editor;
  const said = isTaken(id) ? [{ words: words.idTaken(id) }] : [];
  const attributes = { required: true, autocomplete: 'off' } as const;
  return (
    <>
      <TextField label={words.title} name="title" value={title} maxLength={80} {...attributes} put={setTitle} />
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
}
