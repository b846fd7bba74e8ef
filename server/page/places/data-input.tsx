import type { DataField, DataValue } from '../../../renderer/index.js';
import { type FieldControlProps, Field, type FieldNote, Select } from '../parts/controls/index.js';
import { currencySign } from '../state/currency.js';
import { typedPrice } from '../state/decimals.js';
import { currencyFor, dataValue } from '../state/fields.js';
import type { PreviewState } from '../state/preview-state.js';
import { readValue, writeValue } from '../state/rows.js';
import { texts } from '../texts/index.js';
import { nameOfData, sentenceOf } from '../texts/server-words.js';

interface DataInputProps {
  readonly name: string;
  readonly field: DataField;
  readonly state: PreviewState;
  readonly put: (data: PreviewState['data']) => unknown;
  readonly notes: readonly FieldNote[];
}

export function DataInput({ name, field, state, put, notes }: DataInputProps) {
  const words = texts.value.preview;
  const { type, required = false, description, columns } = field;
  const listed = type === 'list' && columns ? words.rows({ columns: Object.keys(columns).join(' | ') }) : undefined;
  return (
    <Field
      wide={type === 'list'}
      label={nameOfData(name)}
      name={`data.${name}`}
      notes={notes}
      note={[description && sentenceOf(description).text, listed].filter(Boolean).join(' ')}
      aside={required ? undefined : words.optional}
      sign={type === 'price' ? currencySign(currencyFor(state), state.locale) : undefined}
    >
      {(control) => (
        <DataControl
          control={control}
          field={field}
          value={dataValue(state, name, field)}
          locale={state.locale}
          put={(value) => put({ ...state.data, [name]: value })}
        />
      )}
    </Field>
  );
}

interface ControlOptions extends Pick<DataInputProps, 'field'> {
  readonly control: FieldControlProps;
  readonly value: DataValue;
  readonly locale: string;
  readonly put: (value: DataValue) => unknown;
}

function DataControl({ control, field, value, locale, put }: ControlOptions) {
  const { type, values, example } = field;
  const text = writeValue(value, field);
  const take = (typed: string): void => {
    put(readValue(typed, field));
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    take(currentTarget.value);
  };
  if (values)
    return (
      <Select {...control} options={[['', '–'], ...values.map((id) => [id, id] as const)]} value={text} put={take} />
    );
  // A list is read only when the focus leaves it: a half-typed line would lose its blanks.
  if (type === 'list')
    return <textarea key={text} {...control} rows={4} dir="auto" defaultValue={text} onChange={onInput} />;
  if (type === 'date') return <input {...control} type="date" value={text} onInput={onInput} />;
  const written = example === undefined ? '' : writeValue(example, field);
  const isPrice = type === 'price';
  return (
    <input
      {...control}
      dir="auto"
      autocomplete="off"
      inputMode={isPrice ? 'decimal' : undefined}
      placeholder={isPrice ? typedPrice(written, locale) : written}
      value={text}
      onInput={onInput}
    />
  );
}
