import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BindingFields, DataValue } from '../../../../../renderer/index.js';
import type { LabelView } from '../../../../http/answers.js';
import { catalogue } from '../../../api/catalogue.js';
import { readLabel } from '../../../api/labels.js';
import { ApiError } from '../../../api/request.js';
import { Answer } from '../../../parts/controls/answer.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Field, focusField } from '../../../parts/controls/field.js';
import { typedPrice } from '../../../state/decimals.js';
import { bindingOf } from '../../../state/fields.js';
import { firstState, type PreviewState } from '../../../state/preview-state.js';
import { mostAdded, readIds } from '../../../state/shelf/ids.js';
import { texts } from '../../../texts/index.js';
import { labelOf } from '../live/labels.js';
import { addLabels, problemsOf, rebind } from './actions.js';
import { BindingFieldset } from './binding-form.js';

/** Which dialog is open. */
export const asking = signal<{ readonly kind: 'add' } | { readonly kind: 'bind'; readonly id: string } | null>(null);

function close(): void {
  asking.value = null;
}

export function BindingDialogs(): JSX.Element | null {
  const asked = asking.value;
  if (!asked) return null;
  return asked.kind === 'add' ? <AddDialog /> : <BindDialog key={asked.id} id={asked.id} />;
}

/** The binding that a form says. */
function bindingIn(form: PreviewState): BindingFields {
  const { layouts } = catalogue.peek()!;
  return bindingOf(form, layouts.find(({ id }) => id === form.layout) ?? { id: form.layout });
}

function AddDialog(): JSX.Element {
  const words = texts.value.shelf;
  const [text, setText] = useState('');
  const [form, setForm] = useState<PreviewState>(firstState);
  const [tried, setTried] = useState(false);
  const { ids, wrong } = readIds(text);
  const fresh = ids.filter((id) => !labelOf(id));
  const problem =
    wrong.length > 0
      ? words.wrongIds(wrong.slice(0, 3).join(', '), mostAdded)
      : fresh.length === 0
        ? words.noIds
        : null;
  const note = ids.length > fresh.length ? words.there(ids.length - fresh.length) : words.idsNote;
  return (
    <Dialog title={words.addTitle} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === null) {
            void addLabels(fresh, bindingIn(form));
            close();
          } else focusField('ids');
        }}
      >
        <Field label={words.ids} name="ids" note={note} said={tried && problem !== null ? [{ words: problem }] : []}>
          {(props) => (
            <textarea
              {...props}
              rows={2}
              spellcheck={false}
              autofocus
              placeholder="dairy-1…dairy-20"
              value={text}
              onInput={({ currentTarget }) => {
                setText(currentTarget.value);
              }}
            />
          )}
        </Field>
        <BindingFieldset form={form} put={setForm} error={null} />
        <button type="submit" class="button main">
          {fresh.length === 0 ? words.add : words.addCount(fresh.length)}
        </button>
      </form>
    </Dialog>
  );
}

function BindDialog({ id }: { readonly id: string }): JSX.Element {
  const words = texts.value.shelf;
  const [form, setForm] = useState<PreviewState | null>(null);
  const [before, setBefore] = useState<BindingFields | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    readLabel(id)
      .then(({ label }) => {
        setForm(formOf(label));
        setBefore(boundTo(label));
      })
      .catch((failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure);
      });
  }, [id]);
  const send = async (): Promise<void> => {
    if (!form || !before) return;
    try {
      await rebind(id, bindingIn(form), before);
      close();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    }
  };
  return (
    <Dialog title={words.bindTitle(id)} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {form && (
          <>
            <Field label={texts.value.preview.sku} name="sku">
              {(props) => (
                <input
                  {...props}
                  value={form.sku}
                  autocomplete="off"
                  onInput={({ currentTarget }) => {
                    setForm({ ...form, sku: currentTarget.value });
                  }}
                />
              )}
            </Field>
            <BindingFieldset form={form} put={setForm} error={error} />
          </>
        )}
        {error && (
          <Answer kind="refused" title={words.notBound(id)}>
            {problemsOf(error).map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Answer>
        )}
        <button type="submit" class="button main" aria-disabled={!form}>
          {words.bind}
        </button>
      </form>
    </Dialog>
  );
}

function boundTo({ device, layout, sku, locale, currency, time_zone, data }: LabelView): BindingFields {
  return { device, layout, sku, locale, currency, time_zone, data };
}

/** A label as it is typed, also as Preview shows it. */
export function formOf(label: LabelView): PreviewState {
  const { id, device, layout, sku, locale, currency, time_zone, data, content } = label;
  const declared = catalogue.peek()?.layouts.find((one) => one.id === layout)?.data ?? {};
  const typed = Object.entries(data).map(([name, value]): [string, DataValue] => {
    const isPrice = declared[name]?.type === 'price' && typeof value === 'string';
    return [name, isPrice ? typedPrice(value, locale) : value];
  });
  return {
    ...firstState,
    label: id,
    device,
    layout,
    sku,
    locale,
    currency,
    time_zone,
    data: Object.fromEntries(typed),
    ...(content && { name: content.product_name, unit: content.unit, price: typedPrice(content.price, locale) }),
  };
}
