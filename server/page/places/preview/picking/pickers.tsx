import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { catalogue } from '../../../api/catalogue.js';
import { Icon } from '../../../parts/controls/icon.js';
import { PictureOptions } from '../../../parts/label/picture-options.js';
import { nameOf } from '../../../state/panels.js';
import { texts } from '../../../texts/index.js';
import { choose, device, layout, state } from '../model.js';
import { LayoutDialog, PanelDialog } from './dialogs.js';
import { picture, usualLayouts, usualPanels } from './pictures.js';

/** Which dialog with all panels or all layouts is open. */
export const choosing = signal<'device' | 'layout' | null>(null);

/** The panels and layouts as pictures of what is typed: two rows, or grids; on narrow screens a button each. */
export function Pickers(): JSX.Element {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const now = state.value;
  return (
    <section class="pickers" aria-label={`${words.panel}, ${words.layout}`}>
      <Row what="device" title={words.panel} count={devices.length}>
        <PictureOptions
          legend={words.panel}
          chosen={now.device}
          choose={(id) => {
            choose({ device: id });
          }}
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
          choose={(id) => {
            choose({ layout: id });
          }}
          options={usualLayouts(layouts).map((each) => ({
            id: each.id,
            name: each.title,
            picture: picture(device.value ?? devices[0]!, each),
          }))}
        />
      </Row>
      {choosing.value === 'device' && <PanelDialog close={closeDialog} />}
      {choosing.value === 'layout' && <LayoutDialog close={closeDialog} />}
    </section>
  );
}

function closeDialog(): void {
  choosing.value = null;
}

interface RowProps {
  readonly what: 'device' | 'layout';
  readonly title: string;
  readonly count: number;
  readonly children: JSX.Element;
}

function Row({ what, title, count, children }: RowProps): JSX.Element {
  const words = texts.value.preview;
  const open = (): void => {
    choosing.value = what;
  };
  const name = what === 'device' ? device.value && nameOf(device.value) : layout.value?.title;
  return (
    <div class="picker">
      <div class="head">
        <h2>{title}</h2>
        <button type="button" class="link" aria-label={`${title}: ${words.all(count)}`} onClick={open}>
          {words.all(count)}
        </button>
      </div>
      {children}
      <button type="button" class="button pick" aria-label={`${title}: ${name ?? ''}`} onClick={open}>
        <span>{name ?? (what === 'device' ? words.choosePanel : words.chooseLayout)}</span>
        <Icon name="down" />
      </button>
    </div>
  );
}
