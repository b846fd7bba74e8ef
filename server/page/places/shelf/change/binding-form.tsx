import { catalogue, findDevice, findLayout, panelName } from '../../../api/catalogue.js';
import type { ApiError } from '../../../api/request.js';
import { Button, Field, type FieldNote, Icon, type Option, SelectField } from '../../../parts/controls/index.js';
import { choosePanel } from '../../../parts/label/panel-chooser.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { inLocale, previewFields } from '../../../state/fields.js';
import type { PreviewState } from '../../../state/preview-state.js';
import { localeName, texts } from '../../../texts/index.js';
import { DataInput } from '../../data-input.js';
import { problemWords } from '../../words.js';

interface BindingFieldsetProps {
  readonly form: PreviewState;
  readonly put: (form: PreviewState) => unknown;
  /** Null: the server has not refused it. */
  readonly error: ApiError | null;
}

interface PanelFieldProps {
  readonly form: PreviewState;
  /** The text of the button. */
  readonly name: string;
  readonly notes?: readonly FieldNote[];
  readonly choose: (device: string) => unknown;
}

export function PanelField({ form, name, notes = [], choose }: PanelFieldProps) {
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
  const { layouts, locales } = catalogue.value!;
  const device = findDevice(form.device);
  const layout = findLayout(form.layout);
  const notesOf = (name: string): readonly FieldNote[] =>
    (error?.problems ?? [])
      .filter(({ field }) => field === name)
      .map((each) => ({ words: problemWords(each, form.locale) }));
  const choice = (name: 'layout' | 'locale', options: readonly Option[]) => (
    <SelectField
      label={texts.value.preview.fieldNames[name]}
      name={name}
      notes={notesOf(name)}
      options={options}
      value={form[name]}
      put={(value) => put(name === 'locale' ? inLocale(form, value, layout) : { ...form, [name]: value })}
    />
  );
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
      {choice(
        'layout',
        layouts.map(({ id, title }) => [id, title]),
      )}
      {choice(
        'locale',
        locales.map((id) => [id, localeName(id)]),
      )}
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
