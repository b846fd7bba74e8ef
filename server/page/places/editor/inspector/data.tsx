import { useSignal } from '@preact/signals';
import type { DataField } from '../../../../../renderer/index.js';
import { Check, IconButton, LinkButton } from '../../../parts/controls/index.js';
import { type Json, withValue } from '../../../state/layout/json.js';
import { dataOf, withNeeds } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { document, editDocument, settle } from '../model/document.js';
import { Group, TypedInput } from './control.js';
import { FieldDialog } from './field-dialog.js';

export function Data() {
  const words = texts.value.editor;
  const adding = useSignal(false);
  const fields = Object.entries(dataOf(document.value));
  return (
    <Group title={words.data}>
      {fields.length === 0 && <p class="soft small">{words.noData}</p>}
      <ul class="rows">
        {fields.map(([name, field]) => (
          <DataRow key={name} name={name} field={field} />
        ))}
      </ul>
      <LinkButton text={words.newField} press={() => (adding.value = true)} />
      {adding.value && (
        <FieldDialog
          type="text"
          close={() => (adding.value = false)}
          added={({ needs }) => {
            adding.value = false;
            editDocument(withNeeds(document.peek(), needs));
          }}
        />
      )}
    </Group>
  );
}

function DataRow({ name, field }: { readonly name: string; readonly field: DataField }) {
  const words = texts.value.editor;
  const { type, required, example } = field;
  const kinds: Readonly<Record<string, string>> = words.fieldKinds;
  const change = (patch: Partial<DataField>): boolean => {
    const next = { ...dataOf(document.peek())[name], ...patch } as unknown as Json;
    return editDocument(withValue(document.peek(), ['data', name], next), `type data ${name}`);
  };
  const remove = (): void => {
    const isLast = Object.keys(dataOf(document.peek())).length === 1;
    editDocument(withValue(document.peek(), isLast ? ['data'] : ['data', name], undefined));
  };
  return (
    <li>
      <b>{nameOfData(name)}</b> <span class="soft small">{kinds[type] ?? type}</span>
      <IconButton icon="trash" look="row-button" label={words.removeNamed({ name: nameOfData(name) })} press={remove} />
      {typeof example !== 'object' && (
        <TypedInput
          aria-label={words.exampleOf({ name: nameOfData(name) })}
          value={example}
          put={(typed) => change({ example: typed })}
        />
      )}
      <Check
        small
        checked={required === true}
        text={words.required}
        put={(checked) => {
          change({ required: checked });
          settle();
        }}
      />
    </li>
  );
}
