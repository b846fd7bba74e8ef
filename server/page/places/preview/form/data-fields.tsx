import type { JSX } from 'preact';
import type { DataField, DataValue } from '../../../../../renderer/index.js';
import { type ControlProps, Field } from '../../../parts/controls/field.js';
import { currencySign } from '../../../state/currency.js';
import { typedPrice } from '../../../state/decimals.js';
import { currencyFor, dataValue } from '../../../state/fields.js';
import { readValue, writeValue } from '../../../state/rows.js';
import { texts } from '../../../texts/index.js';
import { nameOfData, sentenceOf } from '../../../texts/server-words.js';
import { said } from './hints.js';
import { change, layout, state } from '../model.js';

/** The fields that the chosen layout asks for. */
export function DataFields(): JSX.Element | null {
  const words = texts.value.preview;
  const declared = Object.entries(layout.value?.data ?? {});
  if (declared.length === 0) return null;
  return (
    <fieldset class="data">
      <legend class="soft small">{words.asksFor(sentenceOf(layout.value!.title).text)}</legend>
      {declared.map(([name, field]) => (
        <DataInput key={`${layout.value!.id} ${name}`} name={name} field={field} />
      ))}
    </fieldset>
  );
}

function DataInput({ name, field }: { readonly name: string; readonly field: DataField }): JSX.Element {
  const words = texts.value.preview;
  const now = state.value;
  const { type, required = false, description, columns } = field;
  const text = writeValue(dataValue(now, name, field), field);
  const put = (typed: string): void => {
    const value: DataValue = readValue(typed, field);
    change({ data: { ...state.peek().data, [name]: value } });
  };
  const listed = type === 'list' && columns ? words.rows(Object.keys(columns).join(' | ')) : undefined;
  return (
    <Field
      wide={type === 'list'}
      label={nameOfData(name)}
      name={`data.${name}`}
      said={said(`data.${name}`)}
      note={[description && sentenceOf(description).text, listed].filter(Boolean).join(' ')}
      {...(required ? {} : { aside: words.optional })}
      {...(type === 'price' ? { sign: currencySign(currencyFor(now), now.locale) } : {})}
    >
      {(control) => <DataControl control={control} field={field} text={text} put={put} />}
    </Field>
  );
}

interface ControlOptions {
  readonly control: ControlProps;
  readonly field: DataField;
  readonly text: string;
  readonly put: (typed: string) => void;
}

function DataControl({ control, field, text, put }: ControlOptions): JSX.Element {
  const { type, values, example } = field;
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    put(currentTarget.value);
  };
  if (values)
    return (
      <select {...control} value={text} onChange={onInput}>
        <option value="">–</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    );
  // What is typed in a list is read as rows only when the field is left: a half-typed line would lose its blanks.
  if (type === 'list') return <textarea {...control} rows={4} dir="auto" defaultValue={text} onChange={onInput} />;
  const written = example === undefined ? '' : writeValue(example, field);
  const placeholder = type === 'price' ? typedPrice(written, state.value.locale) : written;
  return type === 'date' ? (
    <input {...control} type="date" value={text} onInput={onInput} />
  ) : (
    <input
      {...control}
      dir="auto"
      inputMode={type === 'price' ? 'decimal' : undefined}
      placeholder={placeholder}
      value={text}
      onInput={onInput}
    />
  );
}
