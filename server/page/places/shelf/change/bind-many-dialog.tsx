import { useSignal } from '@preact/signals';
import { catalogue, panelName } from '../../../api/catalogue.js';
import { FormDialog, LinkButton, type Option, SelectField } from '../../../parts/controls/index.js';
import { content } from '../../../parts/place-address.js';
import { localeName, texts } from '../../../texts/index.js';
import { labelOf } from '../live/labels.js';
import { type BindingChanges, rebindAll } from './actions.js';
import { PanelField } from './binding-form.js';

/** The binding of several labels. A field that the user leaves says what they have. */
export function BindManyDialog({ ids, close }: { readonly ids: readonly string[]; readonly close: () => unknown }) {
  const words = texts.value.shelf;
  const changes = useSignal<BindingChanges>({});
  const now = changes.value;
  const { layouts, locales, currencies } = catalogue.value!;
  const options: Readonly<Record<'layout' | 'locale' | 'currency', readonly Option[]>> = {
    layout: layouts.map(({ id, title }) => [id, title]),
    locale: locales.map((id) => [id, localeName(id)]),
    currency: currencies.map((id) => [id, id]),
  };
  const labels = ids.flatMap((id) => labelOf(id)?.peek() ?? []);
  const unchanged = (name: keyof BindingChanges, nameOfValue: (value: string) => string): string => {
    const [first = '', ...others] = new Set(labels.map((label) => label[name]));
    return others.length > 0
      ? words.several({ count: others.length + 1 })
      : words.unchanged({ value: nameOfValue(first) });
  };
  const put = (name: keyof BindingChanges, value: string): unknown => {
    const { [name]: _, ...rest } = now;
    return (changes.value = value === '' ? rest : { ...rest, [name]: value });
  };
  const isUnchanged = Object.keys(now).length === 0;
  const { device = '', layout = '' } = labels[0] ?? {};
  const submit = (): void => {
    if (isUnchanged) return;
    void rebindAll(ids, now);
    close();
  };
  const title = words.bindCount({ count: ids.length });
  return (
    <FormDialog title={title} close={close} button={title} off={isUnchanged} submit={submit}>
      <p>{words.bindNote}</p>
      <PanelField
        form={{ ...content.value, device, layout, ...now }}
        name={now.device === undefined ? unchanged('device', panelName) : panelName(now.device)}
        choose={(id) => put('device', id)}
      />
      {now.device !== undefined && <LinkButton text={words.leavePanel} press={() => put('device', '')} />}
      {(['layout', 'locale', 'currency'] as const).map((name) => (
        <SelectField
          key={name}
          label={texts.value.preview.fieldNames[name]}
          name={name}
          options={[
            ['', unchanged(name, (value) => options[name].find(([id]) => id === value)?.[1] ?? value)],
            ...options[name],
          ]}
          value={now[name] ?? ''}
          put={(value) => put(name, value)}
        />
      ))}
    </FormDialog>
  );
}
