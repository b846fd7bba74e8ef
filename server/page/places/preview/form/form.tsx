import { useSignal } from '@preact/signals';
import { catalogue } from '../../../api/catalogue.js';
import {
  Field,
  type FieldNote,
  type Option,
  SelectField,
  TextField,
  type TextFieldProps,
  useMedia,
} from '../../../parts/controls/index.js';
import { currencyOf, currencySign } from '../../../state/currency.js';
import { currencyFor } from '../../../state/fields.js';
import { language, localeName, texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { DataInput } from '../../data-input.js';
import { change, chooseLocale, drawn, layout, problem, set, state, welcome } from '../model.js';
import { sendSeen } from '../sender.js';
import { errorWords, problemWords, warningWords } from '../../words.js';

/** The fields that the form always has; `data` covers all fields of the layout. */
const names = ['product_name', 'price', 'unit', 'sku', 'date', 'locale', 'currency', 'time_zone', 'data'] as const;

export function Form() {
  const words = texts.value.preview;
  const now = state.value;
  const isNarrow = useMedia('(width < 1024px)');
  return (
    <form
      id="label-form"
      class="form"
      aria-label={words.fields}
      noValidate
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void sendSeen();
      }}
    >
      {isNarrow && <Heading />}
      <Field wide label={words.fieldNames.product_name} name="product_name" notes={notesFor('product_name')}>
        {(control) => (
          <textarea
            {...control}
            rows={1}
            dir="auto"
            value={now.name}
            onInput={({ currentTarget }) => change({ name: currentTarget.value.replaceAll(/[\r\n]+/g, ' ') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
      <TypedField name="price" sign={currencySign(currencyFor(now), now.locale)} inputMode="decimal" />
      <TypedField name="unit" dir="auto" />
      <DataFields />
      <LanguageFields />
      <More />
      <OtherNotes />
      {/* Enter in a field submits a form that has such a button; the visible one is in the bar below. */}
      <input type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
    </form>
  );
}

function LanguageFields() {
  const words = texts.value.preview;
  const { locale, currency } = state.value;
  const { locales, currencies } = catalogue.value!;
  const sorted = locales
    .map((id): Option => [id, localeName(id, 'short')])
    .sort(([, a], [, b]) => a.localeCompare(b, language.value));
  const usual = words.ofLocale({ currency: currencyOf(locale) });
  return (
    <>
      <SelectField
        label={words.fieldNames.locale}
        name="locale"
        notes={notesFor('locale')}
        options={sorted}
        value={locale}
        put={chooseLocale}
      />
      <SelectField
        label={words.fieldNames.currency}
        name="currency"
        notes={notesFor('currency')}
        options={[['', usual], ...currencies.map((id) => [id, id] as const)]}
        value={currency}
        put={set('currency')}
      />
    </>
  );
}

type TypedFieldProps = Pick<TextFieldProps, 'aside' | 'dir' | 'inputMode' | 'isDate' | 'sign' | 'spellcheck'> & {
  readonly name: 'price' | 'unit' | 'sku' | 'date' | 'time_zone';
};

function TypedField({ name, ...options }: TypedFieldProps) {
  return (
    <TextField
      {...options}
      label={texts.value.preview.fieldNames[name]}
      name={name}
      notes={notesFor(name)}
      value={state.value[name]}
      put={set(name)}
    />
  );
}

/** Rarely changed fields, closed until they are needed. */
function More() {
  const words = texts.value.preview;
  const { sku, date, label } = state.value;
  const isOpen = useSignal(false);
  const needed = ['sku', 'date', 'time_zone'].some((name) => notesFor(name).length > 0);
  return (
    <details
      class="more"
      open={needed || sku !== '' || isOpen.value || undefined}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary class="flow">
        <span>{words.more}</span>
        <span class="soft small">
          {[sku, date || words.today, ...(label === 'default' ? [] : [label])].filter(Boolean).join(', ')}
        </span>
      </summary>
      <div class="inner">
        <TypedField name="sku" spellcheck={false} />
        <TypedField name="date" aside={words.optional} isDate />
        <TypedField name="time_zone" spellcheck={false} />
        <Field label={words.fieldNames.label} name="label" note={words.labelNote} notes={notesFor('label')}>
          {(control) => (
            <input
              {...control}
              value={label}
              spellcheck={false}
              onChange={({ currentTarget }) => change({ label: currentTarget.value.trim() || 'default' })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}

/** Problems and warnings that belong to no field of the form. */
function OtherNotes() {
  const error = problem.value;
  const notes = [...notesExcept([...names, ...(layout.value ? [] : ['layout'])])];
  if (error?.problems.length === 0 && error.status > 0) {
    const again = error.isTransient ? ` ${texts.value.preview.askedAgain}` : '';
    notes.push({ words: errorWords(error) + again });
  }
  return (
    <div class="notes" aria-live="polite">
      {notes.map(({ words, mark }) => (
        <p key={words} class={mark === undefined ? 'wrong' : 'warned'}>
          {mark === undefined ? words : texts.value.preview.warned({ mark, message: words })}
        </p>
      ))}
    </div>
  );
}

function DataFields() {
  const declared = Object.entries(layout.value?.data ?? {});
  if (declared.length === 0) return null;
  const { id, title } = layout.value!;
  return (
    <fieldset class="data">
      <legend class="soft small">{texts.value.preview.asksFor({ layout: sentenceOf(title).text })}</legend>
      {declared.map(([name, field]) => (
        <DataInput
          key={`${id} ${name}`}
          name={name}
          field={field}
          state={state.value}
          put={set('data')}
          notes={notesFor(`data.${name}`)}
        />
      ))}
    </fieldset>
  );
}

/** Introduces the product on a first visit; otherwise only a heading for screen readers. */
export function Heading() {
  const { places, preview } = texts.value;
  if (!welcome.value) return <h1 class="unseen">{places.preview}</h1>;
  return (
    <div class="intro">
      <h1>{preview.heading}</h1>
      <p class="soft">{preview.intro}</p>
    </div>
  );
}

/** The problems of a field or, if the server refuses nothing, its warnings with the numbers at their boxes. */
function notesFor(name: string): readonly FieldNote[] {
  return notesWhere((field) => isAt(name, field));
}

function notesExcept(names: readonly string[]): readonly FieldNote[] {
  return notesWhere((field) => !names.some((name) => isAt(name, field)));
}

function notesWhere(isMeant: (field: string) => boolean): readonly FieldNote[] {
  if (problem.value)
    return problem.value.problems
      .filter(({ field }) => isMeant(field))
      .map((each) => ({ words: problemWords(each, state.value.locale) }));
  const warnings = drawn.value?.answer.warnings ?? [];
  return warnings.flatMap((warning, i) =>
    isMeant(warning.field) ? [{ words: warningWords(warning), mark: i + 1 }] : [],
  );
}

/** Whether a path is a field or inside it: "data.rows.0.price" is in "data.rows". */
function isAt(name: string, field: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
