import type { JSX } from 'preact';
import { DataInput } from '../../data-input.js';
import { texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { layout, set, state } from '../model.js';
import { said } from './hints.js';

/** The fields that the chosen layout asks for. */
export function DataFields(): JSX.Element | null {
  const declared = Object.entries(layout.value?.data ?? {});
  if (declared.length === 0) return null;
  const { id, title } = layout.value!;
  return (
    <fieldset class="data">
      <legend class="soft small">{texts.value.preview.asksFor(sentenceOf(title).text)}</legend>
      {declared.map(([name, field]) => (
        <DataInput
          key={`${id} ${name}`}
          name={name}
          field={field}
          state={state.value}
          put={set('data')}
          said={said(`data.${name}`)}
        />
      ))}
    </fieldset>
  );
}
