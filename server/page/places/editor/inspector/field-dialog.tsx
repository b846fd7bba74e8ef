import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DataField } from '../../../../../renderer/index.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Field } from '../../../parts/controls/field.js';
import { dataOf, fieldId, type Offer } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { document } from '../model/document.js';

/** What a field has as its example until somebody says another one. */
export const examples = { text: 'Week 48 offer', price: '4.99', quantity: '500 g', date: '2026-11-30' } as const;
type Kind = keyof typeof examples;

interface Props {
  /** What will show it: a price shows prices only. */
  readonly type: 'text' | 'price';
  readonly close: () => void;
  readonly added: (offer: Offer) => void;
}

/** Asks for a new field of data: what a till sends when it binds a label to this layout. */
export function FieldDialog({ type, close, added }: Props): JSX.Element {
  const words = texts.value.editor;
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<Kind>(type);
  const [example, setExample] = useState<string | null>(null);
  const [required, setRequired] = useState(false);
  const id = fieldId(title);
  const taken = title !== '' && Object.hasOwn(dataOf(document.value), id);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (taken) return;
    const field: DataField = { type: kind, ...(required && { required }), example: example ?? examples[kind] };
    added({ name: id, shows: type === 'price' ? `data.${id}` : `{data.${id}}`, needs: { [id]: field } });
  };
  return (
    <Dialog title={words.newFieldTitle} close={close}>
      <form class="stack" onSubmit={submit}>
        <Field
          label={words.fieldName}
          name="field"
          note={words.fieldNote(id)}
          said={taken ? [{ words: words.fieldTaken }] : []}
        >
          {(control) => (
            <input
              {...control}
              value={title}
              required
              maxLength={32}
              autocomplete="off"
              onInput={({ currentTarget }) => {
                setTitle(currentTarget.value);
              }}
            />
          )}
        </Field>
        {type === 'text' && (
          <Field label={words.fieldKind} name="kind">
            {(control) => (
              <select
                {...control}
                value={kind}
                onChange={({ currentTarget }) => {
                  setKind(currentTarget.value as Kind);
                }}
              >
                {(Object.keys(examples) as Kind[]).map((each) => (
                  <option key={each} value={each}>
                    {words.fieldKinds[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field label={words.example} name="example" note={words.exampleNote}>
          {(control) => (
            <input
              {...control}
              value={example ?? examples[kind]}
              required
              maxLength={200}
              onInput={({ currentTarget }) => {
                setExample(currentTarget.value);
              }}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={required}
            onChange={({ currentTarget }) => {
              setRequired(currentTarget.checked);
            }}
          />{' '}
          {words.required}
        </label>
        <button class="button main" type="submit">
          {words.addField}
        </button>
      </form>
    </Dialog>
  );
}
