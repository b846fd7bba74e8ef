import type { JSX } from 'preact';
import { catalogue } from '../../../api/catalogue.js';
import { Field } from '../../../parts/controls/field.js';
import { useMedia } from '../../../parts/controls/use-media.js';
import { currencyOf, currencySign } from '../../../state/currency.js';
import { currencyFor } from '../../../state/fields.js';
import { language, texts } from '../../../texts/index.js';
import { BindNote } from './bind-note.js';
import { DataFields } from './data-fields.js';
import { change, chooseLocale, drawn, layout, problem, state } from '../model.js';
import { said } from './hints.js';
import { errorWords, isElsewhere, numbered, problemWords, warningWords } from './said.js';
import { update } from '../sender.js';
import { Heading } from '../heading.js';

/** The names of the fields that are always there; `data` stands for all that the layout asks for. */
const names = ['product_name', 'price', 'unit', 'sku', 'date', 'locale', 'currency', 'time_zone', 'data'] as const;

/** All that the label says, and in which language. */
export function Form(): JSX.Element {
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
        void update();
      }}
    >
      {isNarrow && <Heading />}
      <Field wide label={words.productName} name="product_name" said={said('product_name')}>
        {(control) => (
          <textarea
            {...control}
            rows={1}
            dir="auto"
            value={now.name}
            onInput={({ currentTarget }) => {
              change({ name: currentTarget.value.replaceAll(/[\r\n]+/g, ' ') });
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
      <Field label={words.price} name="price" sign={currencySign(currencyFor(now), now.locale)} said={said('price')}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            value={now.price}
            onInput={({ currentTarget }) => {
              change({ price: currentTarget.value });
            }}
          />
        )}
      </Field>
      <Field label={words.unit} name="unit" said={said('unit')}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            value={now.unit}
            onInput={({ currentTarget }) => {
              change({ unit: currentTarget.value });
            }}
          />
        )}
      </Field>
      <DataFields />
      <LanguageFields />
      <More />
      <OtherNotes />
      <BindNote />
      {/* Enter in a field submits a form that has such a button; the one that is seen stands in the bar below. */}
      <input type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
    </form>
  );
}

function LanguageFields(): JSX.Element {
  const words = texts.value.preview;
  const now = state.value;
  const known = catalogue.value!;
  const names = new Intl.DisplayNames(language.value, {
    type: 'language',
    languageDisplay: 'standard',
    style: 'short',
  });
  const locales = known.locales.map((id) => ({ id, name: names.of(id) ?? id }));
  const own = currencyOf(now.locale);
  return (
    <>
      <Field label={words.locale} name="locale" said={said('locale')}>
        {(control) => (
          <select
            {...control}
            value={now.locale}
            onChange={({ currentTarget }) => {
              chooseLocale(currentTarget.value);
            }}
          >
            {!known.locales.includes(now.locale) && <option value={now.locale}>{now.locale}</option>}
            {locales
              .sort((a, b) => a.name.localeCompare(b.name, language.value))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field label={words.currency} name="currency" said={said('currency')}>
        {(control) => (
          <select
            {...control}
            value={now.currency}
            onChange={({ currentTarget }) => {
              change({ currency: currentTarget.value });
            }}
          >
            <option value="">{words.ofLocale(own)}</option>
            {now.currency !== '' && !known.currencies.includes(now.currency) && (
              <option value={now.currency}>{now.currency}</option>
            )}
            {known.currencies.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

/** What is seldom changed: closed until it is needed. */
function More(): JSX.Element {
  const words = texts.value.preview;
  const { sku, date, label } = state.value;
  const needed = said('sku').length + said('date').length + said('time_zone').length > 0;
  const text = (name: 'sku' | 'time_zone' | 'label', title: string, note?: string): JSX.Element => (
    <Field label={title} name={name} said={said(name)} {...(note && { note })}>
      {(control) => (
        <input
          {...control}
          value={state.value[name]}
          spellcheck={false}
          onInput={({ currentTarget }) => {
            if (name !== 'label') change({ [name]: currentTarget.value });
          }}
          onChange={({ currentTarget }) => {
            if (name === 'label') change({ label: currentTarget.value.trim() || 'default' });
          }}
        />
      )}
    </Field>
  );
  return (
    <details class="more" open={needed || sku !== '' || undefined}>
      <summary>
        <span>{words.more}</span>
        <span class="soft small">
          {[sku, date || words.today, ...(label === 'default' ? [] : [label])].filter(Boolean).join(', ')}
        </span>
      </summary>
      <div class="inner">
        {text('sku', words.sku)}
        <Field label={words.date} name="date" aside={words.optional} said={said('date')}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={date}
              onInput={({ currentTarget }) => {
                change({ date: currentTarget.value });
              }}
            />
          )}
        </Field>
        {text('time_zone', words.timeZone)}
        {text('label', words.label, words.labelNote)}
      </div>
    </details>
  );
}

/** What is wrong, or was changed, and belongs to no field of the form. */
function OtherNotes(): JSX.Element | null {
  const words = texts.value.preview;
  const error = problem.value;
  const own = [...names, ...(layout.value ? [] : ['layout'])];
  const problems = (error?.problems ?? [])
    .filter(({ field }) => isElsewhere(field, own))
    .map((each) => problemWords(each, state.value.locale, words));
  const whole = error?.problems.length === 0 && error.status > 0 ? [errorWords(error, words)] : [];
  const warnings = error
    ? []
    : numbered(drawn.value?.answer.warnings ?? [])
        .filter(({ warning }) => isElsewhere(warning.field, own))
        .map(({ number, warning }) => words.warned(number, warningWords(warning, words)));
  return (
    <div class="notes" aria-live="polite">
      {[...problems, ...whole].map((line) => (
        <p key={line} class="wrong">
          {line}
        </p>
      ))}
      {warnings.map((line) => (
        <p key={line} class="warned">
          {line}
        </p>
      ))}
    </div>
  );
}
