import { useSignal } from '@preact/signals';
import type { DataField } from '../../../../../renderer/index.js';
import { Check, FormDialog, SelectField, TextField } from '../../../parts/controls/index.js';
import { dataOf, fieldId, type Offer } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { document } from '../model/document.js';

/** The example of a field until another one is typed. */
export const examples = { text: 'Week 48 offer', price: '4.99', quantity: '500 g', date: '2026-11-30' } as const;
type FieldType = keyof typeof examples;

interface FieldDialogProps {
  /** Prices can show price fields only. */
  readonly type: 'text' | 'price';
  readonly close: () => unknown;
  readonly added: (offer: Offer) => void;
}

/** Asks for a new data field, which tills send when they bind a label to this layout. */
export function FieldDialog({ type, close, added }: FieldDialogProps) {
  const words = texts.value.editor;
  const title = useSignal('');
  const kind = useSignal<FieldType>(type);
  const typedExample = useSignal<string | null>(null);
  const required = useSignal(false);
  const id = fieldId(title.value);
  const example = typedExample.value ?? examples[kind.value];
  const taken = title.value !== '' && Object.hasOwn(dataOf(document.value), id);
  const submit = (): void => {
    if (taken) return;
    const field: DataField = { type: kind.value, ...(required.value && { required: true }), example };
    added({ name: id, shows: type === 'price' ? `data.${id}` : `{data.${id}}`, needs: { [id]: field } });
  };
  return (
    <FormDialog title={words.newFieldTitle} close={close} button={words.addField} submit={submit}>
      <TextField
        label={words.fieldName}
        name="field"
        note={words.fieldNote({ id })}
        notes={taken ? [{ words: words.fieldTaken }] : []}
        value={title.value}
        required
        maxLength={32}
        autocomplete="off"
        put={(text) => (title.value = text)}
      />
      {type === 'text' && (
        <SelectField
          label={words.kind}
          name="kind"
          options={(Object.keys(examples) as FieldType[]).map((each) => [each, words.fieldKinds[each]])}
          value={kind.value}
          put={(each) => (kind.value = each as FieldType)}
        />
      )}
      <TextField
        label={texts.value.example}
        name="example"
        note={words.exampleNote}
        value={example}
        required
        maxLength={200}
        put={(text) => (typedExample.value = text)}
      />
      <Check checked={required.value} text={words.required} put={(checked) => (required.value = checked)} />
    </FormDialog>
  );
}
