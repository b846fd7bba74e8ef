import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { catalogue } from '../../../api/catalogue.js';
import { Button, Dialog, Icon, LinkButton, SearchField } from '../../../parts/controls/index.js';
import { type PictureOption, PictureOptions } from '../../../parts/label/picture-options.js';
import { nameOf, sizeInMm } from '../../../state/panels.js';
import { language, texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { choose, choosingLayout, device, folded, layout, state } from '../model.js';
import { choices, picture, usualLayouts, usualPanels } from './pictures.js';

/** The panels and layouts as pictures of what is typed; as two buttons if there is no space. */
export function Pickers() {
  const { device, layout } = texts.value.preview.fieldNames;
  return (
    <section class="pickers" aria-label={`${device}, ${layout}`}>
      {folded.value ? <Buttons /> : <Rows />}
    </section>
  );
}

function Rows() {
  const { devices, layouts } = catalogue.value!;
  const panels = usualPanels(devices, state.value.device).map((each) => ({
    id: each.id,
    name: nameOf(each),
    picture: picture(each, layout.value ?? layouts[0]!),
  }));
  const common = usualLayouts(layouts).map((each) => ({
    id: each.id,
    name: sentenceOf(each.title).text,
    picture: picture(device.value ?? devices[0]!, each),
  }));
  return (
    <>
      <Row what="device" count={devices.length} options={panels} />
      <Row what="layout" count={layouts.length} options={common} />
    </>
  );
}

interface PickerRowProps {
  readonly what: 'device' | 'layout';
  readonly count: number;
  readonly options: readonly PictureOption[];
}

function Row({ what, count, options }: PickerRowProps) {
  const words = texts.value.preview;
  const title = words.fieldNames[what];
  const all = words.all({ count });
  return (
    <div class="picker">
      <div class="head">
        <h2>{title}</h2>
        <LinkButton look="fine" text={all} label={`${title}: ${all}`} press={choices[what]} />
      </div>
      <PictureOptions
        legend={title}
        chosen={state.value[what]}
        choose={(id) => choose({ [what]: id })}
        options={options}
      />
    </div>
  );
}

function Buttons() {
  const words = texts.value.preview;
  const [panel, chosen] = [device.value, layout.value];
  return (
    <>
      <Choice
        what="device"
        title={words.fieldNames.device}
        name={panel ? nameOf(panel) : words.choosePanel}
        picture={panel && <span class="blank-panel" style={{ aspectRatio: `${panel.width} / ${panel.height}` }} />}
        aside={panel && sizeInMm(panel, language.value)}
      />
      <Choice
        what="layout"
        title={words.fieldNames.layout}
        name={chosen ? sentenceOf(chosen.title).text : words.chooseLayout}
        picture={panel && chosen && picture(panel, chosen, { width: 66, height: 30 })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly what: 'device' | 'layout';
  readonly title: string;
  readonly name: string;
  readonly picture: ComponentChildren;
  readonly aside?: string | undefined;
}

function Choice({ what, title, name, picture, aside }: ChoiceProps) {
  return (
    <Button look="pick" label={`${title}: ${name}`} press={choices[what]}>
      {picture}
      <span class="name">{name}</span>
      {aside !== undefined && <span class="size soft small">{aside}</span>}
      <Icon name="down" />
    </Button>
  );
}

export function LayoutDialog() {
  return choosingLayout.value ? <ChooseLayout /> : null;
}

function ChooseLayout() {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const search = useSignal('');
  const found = layouts.filter(({ title, description, id }) =>
    [title, sentenceOf(title).text, description, sentenceOf(description).text, id]
      .join(' ')
      .toLowerCase()
      .includes(search.value.toLowerCase()),
  );
  return (
    <Dialog
      title={words.fieldNames.layout}
      wide
      close={() => (choosingLayout.value = false)}
      head={<SearchField text={texts.value.search} search={search.value} put={(typed) => (search.value = typed)} />}
    >
      {found.length === 0 && <p class="soft small">{words.none}</p>}
      <PictureOptions
        legend={words.fieldNames.layout}
        chosen={state.value.layout}
        choose={(id) => choose({ layout: id })}
        options={found.map((each) => ({
          id: each.id,
          name: sentenceOf(each.title).text,
          note: sentenceOf(each.description).text,
          picture: picture(device.value ?? devices[0]!, each, { width: 220, height: 140 }),
        }))}
      />
    </Dialog>
  );
}
