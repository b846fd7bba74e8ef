import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BindingFields, DataValue } from '../../../../../renderer/index.js';
import type { LabelView } from '../../../../http/answers.js';
import { findLayout } from '../../../api/catalogue.js';
import { readLabel } from '../../../api/labels.js';
import { ApiError, apiErrorFrom } from '../../../api/request.js';
import { Answer, focusField, FormDialog, TextField } from '../../../parts/controls/index.js';
import { content } from '../../../parts/place-address.js';
import { bindingOfLabel } from '../../../state/binding.js';
import { typedPrice } from '../../../state/decimals.js';
import { bindingOf } from '../../../state/fields.js';
import { firstState, type PreviewState } from '../../../state/preview-state.js';
import { maxAdded, readIds } from '../../../state/shelf/ids.js';
import { texts } from '../../../texts/index.js';
import { labelOf } from '../live/labels.js';
import { refusalWords } from '../../words.js';
import { addLabels, rebind } from './actions.js';
import { BindingFieldset, BindManyDialog } from './binding-form.js';

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'bind'; readonly id: string }
  | { readonly kind: 'bindMany'; readonly ids: readonly string[] };

export const dialog = signal<OpenDialog | null>(null);

const close = () => (dialog.value = null);

export function BindingDialogs() {
  const open = dialog.value;
  if (!open) return null;
  if (open.kind === 'add') return <AddDialog />;
  if (open.kind === 'bind') return <BindDialog key={open.id} id={open.id} />;
  return <BindManyDialog ids={open.ids} close={close} />;
}

function bindingIn(form: PreviewState): BindingFields {
  return bindingOf(form, findLayout(form.layout) ?? { id: form.layout });
}

/** What was typed for new labels, until the server took them all. */
const typedIds = signal('');
const typedBinding = signal<PreviewState | null>(null);

async function add(ids: readonly string[], form: PreviewState): Promise<void> {
  if (await addLabels(ids, bindingIn(form))) [typedIds.value, typedBinding.value] = ['', null];
}

function AddDialog() {
  const words = texts.value.shelf;
  const tried = useSignal(false);
  const { ids, wrong } = readIds(typedIds.value);
  const fresh = ids.filter((id) => !labelOf(id));
  // An article number, and rules, are those of one product.
  const form = typedBinding.value ?? { ...content.value, sku: '', lint: [] };
  const missing = fresh.length === 0 ? words.noIds : null;
  const problem = wrong.length > 0 ? words.wrongIds({ ids: wrong.slice(0, 3).join(', '), most: maxAdded }) : missing;
  const submit = (): void => {
    tried.value = true;
    if (problem === null) {
      void add(fresh, form);
      close();
    } else focusField('ids');
  };
  return (
    <FormDialog
      title={words.add}
      close={close}
      button={fresh.length === 0 ? words.add : words.addCount({ count: fresh.length })}
      submit={submit}
    >
      <TextField
        label={words.ids}
        name="ids"
        note={ids.length > fresh.length ? words.there({ count: ids.length - fresh.length }) : words.idsNote}
        notes={tried.value && problem !== null ? [{ words: problem }] : []}
        rows={2}
        spellcheck={false}
        autofocus
        placeholder="dairy-1…dairy-20"
        value={typedIds.value}
        put={(typed) => (typedIds.value = typed)}
      />
      <BindingFieldset form={form} put={(next) => (typedBinding.value = next)} error={null} />
    </FormDialog>
  );
}

function BindDialog({ id }: { readonly id: string }) {
  const words = texts.value.shelf;
  const form = useSignal<PreviewState | null>(null);
  const before = useSignal<BindingFields | null>(null);
  const error = useSignal<ApiError | null>(null);
  const fail = (failure: unknown) => (error.value = apiErrorFrom(failure));
  useEffect(() => {
    readLabel(id)
      .then(({ label }) => {
        form.value = formOf(label);
        before.value = bindingOfLabel(label);
      })
      .catch(fail);
  }, [id]);
  const send = async (): Promise<void> => {
    if (!form.value || !before.value) return;
    await rebind(id, bindingIn(form.value), before.value).then(close, fail);
  };
  const isUnsure = form.value !== null && error.value?.isTransient === true;
  return (
    <FormDialog title={words.bindTitle({ id })} close={close} button={words.kinds.bind} off={!form.value} submit={send}>
      {form.value && (
        <>
          <TextField
            label={texts.value.preview.fieldNames.sku}
            name="sku"
            autocomplete="off"
            value={form.value.sku}
            put={(sku) => (form.value = { ...form.value!, sku })}
          />
          <BindingFieldset form={form.value} put={(next) => (form.value = next)} error={error.value} />
        </>
      )}
      {error.value && (
        <Answer kind="refused" title={isUnsure ? texts.value.preview.unsure({ label: id }) : words.notBound({ id })}>
          {refusalWords(error.value, form.value?.locale ?? '').map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Answer>
      )}
    </FormDialog>
  );
}

export function formOf(label: LabelView): PreviewState {
  const { id, device, layout, sku, locale, currency, time_zone, data, content, lint = [] } = label;
  const declared = findLayout(layout)?.data ?? {};
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
    lint,
    ...(content && { name: content.product_name, unit: content.unit, price: typedPrice(content.price, locale) }),
  };
}
