import type { JSX } from 'preact';
import type { DataField } from '../../../../../renderer/index.js';
import type { ApiError } from '../../../api/request.js';
import { catalogue } from '../../../api/catalogue.js';
import { type ControlProps, Field, type Said } from '../../../parts/controls/field.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { currencySign } from '../../../state/currency.js';
import { currencyFor, dataValue, inLocale, previewFields } from '../../../state/fields.js';
import { nameOf } from '../../../state/panels.js';
import type { PreviewState } from '../../../state/preview-state.js';
import { readValue, writeValue } from '../../../state/rows.js';
import { language, texts } from '../../../texts/index.js';
import { nameOfData, sentenceOf } from '../../../texts/server-words.js';

interface Props {
  readonly form: PreviewState;
  readonly put: (form: PreviewState) => void;
  /** Why the server refused what was sent; null: it was not. */
  readonly error: ApiError | null;
}

/** Width and height, in CSS pixels, that the picture of a label fits into. */
const room = { width: 240, height: 120 };

/** What a label is bound to, with a picture of it. */
export function BindingFieldset({ form, put, error }: Props): JSX.Element {
  const words = texts.value.shelf;
  const { devices, layouts, locales } = catalogue.value!;
  const device = devices.find(({ id }) => id === form.device);
  const layout = layouts.find(({ id }) => id === form.layout);
  const saidOf = (name: string): readonly Said[] =>
    (error?.problems ?? []).filter(({ field }) => field === name).map(({ message }) => ({ words: message }));
  const choice = (
    name: 'device' | 'layout' | 'locale',
    options: readonly (readonly [string, string])[],
  ): JSX.Element => (
    <Field label={words.fields[name]} name={name} said={saidOf(name)}>
      {(props) => (
        <select
          {...props}
          value={form[name]}
          onChange={({ currentTarget: { value } }) => {
            put(name === 'locale' ? inLocale(form, value, layout) : { ...form, [name]: value });
          }}
        >
          {!options.some(([id]) => id === form[name]) && <option value={form[name]}>{form[name]}</option>}
          {options.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  return (
    <>
      <div class="binding-picture" style={{ height: `${room.height}px` }}>
        {device && layout && (
          <SmallPicture
            fields={previewFields(form, layout)}
            width={device.width}
            height={device.height}
            scale={Math.min(1, room.width / device.width, room.height / device.height)}
          />
        )}
      </div>
      {choice(
        'device',
        devices.map((one) => [one.id, nameOf(one)] as const),
      )}
      {choice(
        'layout',
        layouts.map(({ id, title }) => [id, title] as const),
      )}
      {choice(
        'locale',
        locales.map((id) => [id, names.of(id) ?? id] as const),
      )}
      {Object.entries(layout?.data ?? {}).map(([name, field]) => (
        <DataInput
          key={`${form.layout} ${name}`}
          name={name}
          field={field}
          form={form}
          put={put}
          said={saidOf(`data.${name}`)}
        />
      ))}
    </>
  );
}

interface DataProps extends Pick<Props, 'form' | 'put'> {
  readonly name: string;
  readonly field: DataField;
  readonly said: readonly Said[];
}

function DataInput({ name, field, form, put, said }: DataProps): JSX.Element {
  const { type, required = false, description, values } = field;
  const text = writeValue(dataValue(form, name, field), field);
  const type_ = (typed: string): void => {
    put({ ...form, data: { ...form.data, [name]: readValue(typed, field) } });
  };
  const control = (props: ControlProps): JSX.Element => {
    const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
      type_(currentTarget.value);
    };
    if (values)
      return (
        <select {...props} value={text} onChange={onInput}>
          {!required && <option value="" />}
          {values.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      );
    if (type === 'list') return <textarea {...props} rows={3} value={text} onInput={onInput} />;
    return <input {...props} value={text} autocomplete="off" onInput={onInput} />;
  };
  return (
    <Field
      label={nameOfData(name)}
      name={`data.${name}`}
      said={said}
      {...(required ? {} : { aside: texts.value.preview.optional })}
      {...(description !== undefined && { note: sentenceOf(description).text })}
      {...(type === 'price' && { sign: currencySign(currencyFor(form), form.locale) })}
    >
      {control}
    </Field>
  );
}
