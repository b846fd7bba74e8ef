import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../../parts/controls/icon.js';
import { LinkButton } from '../../../parts/controls/link-button.js';
import { withValue } from '../../../state/layout/edit.js';
import { dataOf, withNeeds } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { document, editDocument, settle } from '../model/document.js';
import { FieldDialog } from './field-dialog.js';

/** The fields of data that labels bring, with their examples. */
export function Data(): JSX.Element {
  const words = texts.value.editor;
  const [adding, setAdding] = useState(false);
  const fields = Object.entries(dataOf(document.value));
  const change = (name: string, patch: object): void => {
    editDocument(
      withValue(document.peek(), ['data', name], { ...(dataOf(document.peek())[name] as object), ...patch }),
      `type data ${name}`,
    );
  };
  return (
    <div class="group" role="group" aria-label={words.data}>
      <h3>{words.data}</h3>
      {fields.length === 0 && <p class="soft small">{words.noData}</p>}
      <ul class="rows">
        {fields.map(([name, { type, required, example }]) => (
          <li key={name}>
            <b>{nameOfData(name)}</b>{' '}
            <span class="soft small">{(words.fieldKinds as Readonly<Record<string, string>>)[type] ?? type}</span>
            <button
              type="button"
              class="button bare row-button"
              aria-label={words.removeNamed(nameOfData(name))}
              onClick={() => {
                const last = Object.keys(dataOf(document.peek())).length === 1;
                editDocument(withValue(document.peek(), last ? ['data'] : ['data', name], undefined));
              }}
            >
              <Icon name="trash" />
            </button>
            {typeof example !== 'object' && (
              <input
                aria-label={words.exampleOf(nameOfData(name))}
                value={example ?? ''}
                onInput={({ currentTarget: { value } }) => {
                  change(name, { example: value });
                }}
                onBlur={settle}
              />
            )}
            <label class="check small">
              <input
                type="checkbox"
                checked={required === true}
                onChange={({ currentTarget }) => {
                  change(name, { required: currentTarget.checked });
                  settle();
                }}
              />{' '}
              {words.required}
            </label>
          </li>
        ))}
      </ul>
      <LinkButton
        text={words.newField}
        press={() => {
          setAdding(true);
        }}
      />
      {adding && (
        <FieldDialog
          type="text"
          close={() => {
            setAdding(false);
          }}
          added={({ needs }) => {
            setAdding(false);
            editDocument(withNeeds(document.peek(), needs));
          }}
        />
      )}
    </div>
  );
}
