import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.js';

/** A problem of a field, or a warning with the number that marks its box. */
export interface FieldNote {
  readonly words: string;
  /** Absent: a problem. */
  readonly mark?: number;
}

export interface FieldControlProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  readonly label: string;
  /** The name that problems and warnings call it. */
  readonly name: string;
  readonly aside?: string | undefined;
  readonly note?: string | undefined;
  /** At the end of the control, such as the symbol of a currency. */
  readonly sign?: string | undefined;
  readonly notes?: readonly FieldNote[];
  readonly wide?: boolean;
  readonly children: (props: FieldControlProps) => ComponentChildren;
}

export function Field({ label, name, aside, note, sign, notes = [], wide = false, children }: FieldProps) {
  const id = useId();
  const wrong = notes.some(({ mark }) => mark === undefined);
  const control = {
    id,
    name,
    'aria-describedby': `${id}-note ${id}-notes`,
    'aria-invalid': wrong || undefined,
  };
  return (
    <div class={wide ? 'field wide' : 'field'} data-wrong={wrong || undefined}>
      <label for={id}>
        {label} {aside && <span class="aside">{aside}</span>}
      </label>
      <div class="control" data-sign={sign ? '' : undefined}>
        {children(control)}
        {sign && (
          <span class="sign" aria-hidden="true">
            {sign}
          </span>
        )}
      </div>
      <p id={`${id}-note`} class="note soft small" hidden={note === undefined}>
        {note}
      </p>
      <div id={`${id}-notes`} class="said" aria-live="polite">
        {notes.map(({ words, mark }) => (
          <p key={words} class={mark === undefined ? 'wrong' : 'warned'}>
            {mark === undefined ? <Icon name="refused" /> : <span class="mark">{mark}</span>}
            <span>{words}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

type FieldOptions = Omit<FieldProps, 'children'>;

type Attributes = Pick<
  InputHTMLAttributes,
  'autocomplete' | 'autofocus' | 'dir' | 'inputMode' | 'maxLength' | 'pattern' | 'placeholder' | 'required'
> & { readonly spellcheck?: boolean };

export interface TextFieldProps extends FieldOptions, Attributes {
  readonly value: string;
  readonly put: (text: string) => unknown;
  /** Called when the field loses the focus. */
  readonly done?: () => void;
  readonly isDate?: boolean;
  /** Lines of a text area; absent: an input. */
  readonly rows?: number;
}

export function TextField(props: TextFieldProps) {
  const { label, name, aside, note, sign, notes, wide, value, put, done, isDate = false, rows, ...attributes } = props;
  const events = {
    value,
    defaultValue: value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      void put(currentTarget.value),
    ...(done && { onBlur: done }),
  };
  return (
    <Field {...{ label, name, aside, note, sign }} {...(notes && { notes })} {...(wide && { wide })}>
      {(control) => {
        const all = { ...control, ...attributes, ...events };
        if (rows !== undefined) return <textarea {...all} rows={rows} />;
        return isDate ? <input {...all} type="date" /> : <input {...all} />;
      }}
    </Field>
  );
}

export type Option = readonly [value: string, text: string];

interface SelectProps extends Partial<FieldControlProps> {
  readonly 'aria-label'?: string | undefined;
  readonly options: readonly Option[];
  /** A value that is no option is offered, too. */
  readonly value: string;
  readonly put: (value: string) => unknown;
}

export function Select({ options, value, put, ...attributes }: SelectProps) {
  return (
    <select {...attributes} value={value} onChange={({ currentTarget }) => void put(currentTarget.value)}>
      {!options.some(([known]) => known === value) && <option value={value}>{value}</option>}
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface FilterSelectProps {
  readonly label: string;
  /** The option without a value. */
  readonly none: string;
  readonly options: readonly Option[];
  readonly values: readonly string[];
  readonly put: (values: readonly string[]) => unknown;
}

/** One of several values, or none, in a line with its label. Several that an address names stay an option. */
export function FilterSelect({ label, none, options, values, put }: FilterSelectProps) {
  const several = values.map((value) => options.find(([known]) => known === value)?.[1] ?? value).join(', ');
  return (
    <label class="filter line fine">
      <span class="soft small">{label}</span>
      <Select
        options={[['', none], ...(values.length > 1 ? [[values.join(), several] as const] : []), ...options]}
        value={values.join()}
        put={(value) => put(value === '' ? [] : value.split(','))}
      />
    </label>
  );
}

export function SelectField({
  options,
  value,
  put,
  ...field
}: FieldOptions & Pick<SelectProps, 'options' | 'value' | 'put'>) {
  return <Field {...field}>{(control) => <Select {...control} options={options} value={value} put={put} />}</Field>;
}

interface CheckProps {
  readonly checked: boolean;
  readonly put: (checked: boolean) => unknown;
  readonly small?: boolean;
  readonly text: string;
}

export function Check({ checked, put, small = false, text }: CheckProps) {
  return (
    <label class={`check line ${small ? 'small' : ''}`}>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => void put(currentTarget.checked)} />{' '}
      {text}
    </label>
  );
}

interface SearchProps {
  readonly text: string;
  readonly search: string;
  readonly put: (text: string) => unknown;
}

export function SearchField({ text, search, put }: SearchProps) {
  return (
    <input
      type="search"
      aria-label={text}
      placeholder={text}
      value={search}
      onInput={({ currentTarget }) => void put(currentTarget.value)}
    />
  );
}

/** Moves the focus to a control by the name of its field, or to the first with a problem. @returns the control */
export function focusField(name?: string): HTMLElement | null {
  const found =
    name === undefined
      ? document.querySelector<HTMLElement>('[aria-invalid="true"]')
      : document.querySelector<HTMLElement>(`.field [name="${CSS.escape(name)}"]`);
  const closed = found?.closest('details:not([open])');
  if (closed instanceof HTMLDetailsElement) closed.open = true;
  found?.focus();
  return found;
}
