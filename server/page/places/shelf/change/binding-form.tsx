import { useSignal } from '@preact/signals';
import { catalogue, findDevice, findLayout, panelName } from '../../../api/catalogue.js';
import type { ApiError } from '../../../api/request.js';
import {
  Button,
  Field,
  type FieldNote,
  FormDialog,
  Icon,
  LinkButton,
  type Option,
  SelectField,
} from '../../../parts/controls/index.js';
import { choosePanel } from '../../../parts/label/panel-chooser.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { content } from '../../../parts/place-address.js';
import { inLocale, previewFields } from '../../../state/fields.js';
import type { PreviewState } from '../../../state/preview-state.js';
import { localeName, texts } from '../../../texts/index.js';
import { DataInput } from '../../data-input.js';
import { problemWords } from '../../words.js';
import { labelOf } from '../live/labels.js';
import { type BindingChanges, rebindAll } from './actions.js';

interface BindingFieldsetProps {
  readonly form: PreviewState;
  readonly put: (form: PreviewState) => unknown;
  /** Null: the server has not refused it. */
  readonly error: ApiError | null;
}

function bindingOptions(): Readonly<Record<'layout' | 'locale' | 'currency', readonly Option[]>> {
  const { layouts, locales, currencies } = catalogue.value!;
  return {
    layout: layouts.map(({ id, title }) => [id, title]),
    locale: locales.map((id) => [id, localeName(id)]),
    currency: currencies.map((id) => [id, id]),
  };
}

interface PanelFieldProps {
  readonly form: PreviewState;
  /** The text of the button. */
  readonly name: string;
  readonly notes?: readonly FieldNote[];
  readonly choose: (device: string) => unknown;
}

function PanelField({ form, name, notes = [], choose }: PanelFieldProps) {
  const title = texts.value.preview.fieldNames.device;
  const layout = findLayout(form.layout);
  const press = (): void => {
    choosePanel({
      chosen: () => [form.device],
      choose,
      picture: (panel, room) =>
        layout && <SmallPicture fields={previewFields(form, layout, panel.id)} panel={panel} room={room} />,
    });
  };
  return (
    <Field label={title} name="device" notes={notes}>
      {({ id }) => (
        <Button id={id} look="pick" label={`${title}: ${name}`} press={press}>
          <span class="name">{name}</span> <Icon name="down" />
        </Button>
      )}
    </Field>
  );
}

/** CSS pixels that the picture fits into. */
const room = { width: 240, height: 120 };

export function BindingFieldset({ form, put, error }: BindingFieldsetProps) {
  const options = bindingOptions();
  const device = findDevice(form.device);
  const layout = findLayout(form.layout);
  const notesOf = (name: string): readonly FieldNote[] =>
    (error?.problems ?? [])
      .filter(({ field }) => field === name)
      .map((each) => ({ words: problemWords(each, form.locale) }));
  return (
    <>
      <div class="binding-picture" style={{ height: `${room.height}px` }}>
        {device && layout && (
          <SmallPicture
            fields={previewFields(form, layout)}
            panel={device}
            room={{ width: Math.min(room.width, device.width), height: Math.min(room.height, device.height) }}
          />
        )}
      </div>
      <PanelField
        form={form}
        name={panelName(form.device)}
        notes={notesOf('device')}
        choose={(device) => put({ ...form, device })}
      />
      {(['layout', 'locale'] as const).map((name) => (
        <SelectField
          key={name}
          label={texts.value.preview.fieldNames[name]}
          name={name}
          notes={notesOf(name)}
          options={options[name]}
          value={form[name]}
          put={(value) => put(name === 'locale' ? inLocale(form, value, layout) : { ...form, [name]: value })}
        />
      ))}
      {Object.entries(layout?.data ?? {}).map(([name, field]) => (
        <DataInput
          key={`${form.layout} ${name}`}
          name={name}
          field={field}
          state={form}
          put={(data) => put({ ...form, data })}
          notes={notesOf(`data.${name}`)}
        />
      ))}
    </>
  );
}

/** The binding of several labels. A field that the user leaves says what they have. */
export function BindManyDialog({ ids, close }: { readonly ids: readonly string[]; readonly close: () => unknown }) {
  const words = texts.value.shelf;
  const changes = useSignal<BindingChanges>({});
  const now = changes.value;
  const options = bindingOptions();
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
