import type { ComponentChildren, JSX } from 'preact';
import { catalogue } from '../../../api/catalogue.js';
import { Button, LinkButton } from '../../../parts/controls/buttons.js';
import { Icon } from '../../../parts/controls/icon.js';
import { useMedia } from '../../../parts/controls/use-media.js';
import { PictureOptions } from '../../../parts/label/picture-options.js';
import { nameOf, sizeInMm } from '../../../state/panels.js';
import { texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { choose, choosing, device, folded, layout, state } from '../model.js';
import { picture, usualLayouts, usualPanels } from './pictures.js';

/** The panels and layouts as pictures of what is typed: two rows, or grids; a button each where there is no room for them. */
export function Pickers(): JSX.Element {
  const words = texts.value.preview;
  return (
    <section class="pickers" aria-label={`${words.panel}, ${words.layout}`}>
      {folded.value ? <Buttons /> : <Rows />}
    </section>
  );
}

function Rows(): JSX.Element {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const now = state.value;
  return (
    <>
      <Row what="device" title={words.panel} count={devices.length}>
        <PictureOptions
          legend={words.panel}
          chosen={now.device}
          choose={(id) => choose({ device: id })}
          options={usualPanels(devices, now.device).map((each) => ({
            id: each.id,
            name: nameOf(each),
            picture: picture(each, layout.value ?? layouts[0]!),
          }))}
        />
      </Row>
      <Row what="layout" title={words.layout} count={layouts.length}>
        <PictureOptions
          legend={words.layout}
          chosen={now.layout}
          choose={(id) => choose({ layout: id })}
          options={usualLayouts(layouts).map((each) => ({
            id: each.id,
            name: sentenceOf(each.title).text,
            picture: picture(device.value ?? devices[0]!, each),
          }))}
        />
      </Row>
    </>
  );
}

interface RowProps {
  readonly what: 'device' | 'layout';
  readonly title: string;
  readonly count: number;
  readonly children: JSX.Element;
}

function Row({ what, title, count, children }: RowProps): JSX.Element {
  const words = texts.value.preview;
  return (
    <div class="picker">
      <div class="head">
        <h2>{title}</h2>
        <LinkButton
          text={words.all(count)}
          label={`${title}: ${words.all(count)}`}
          press={() => (choosing.value = what)}
        />
      </div>
      {children}
    </div>
  );
}

function Buttons(): JSX.Element {
  const words = texts.value.preview;
  const isPhone = useMedia('(width < 768px)');
  const [panel, chosen] = [device.value, layout.value];
  const series = panel && nameOf({ ...panel, vendor: '' });
  // Some makers name a panel by its size only.
  const name = isPhone && series && !/^\d/.test(series) ? series : panel && nameOf(panel);
  return (
    <>
      <Choice
        what="device"
        title={words.panel}
        name={name ?? words.choosePanel}
        picture={panel && <span class="blank-panel" style={{ aspectRatio: `${panel.width} / ${panel.height}` }} />}
        aside={panel && sizeInMm(panel)}
      />
      <Choice
        what="layout"
        title={words.layout}
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

function Choice({ what, title, name, picture, aside }: ChoiceProps): JSX.Element {
  return (
    <Button look="pick" label={`${title}: ${name}`} press={() => (choosing.value = what)}>
      {picture}
      <span class="name">{name}</span>
      {aside !== undefined && <span class="size soft small">{aside}</span>}
      <Icon name="down" />
    </Button>
  );
}
