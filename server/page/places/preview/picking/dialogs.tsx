import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue } from '../../../api/catalogue.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { PictureOptions } from '../../../parts/label/picture-options.js';
import { nameOf, sizeInMm } from '../../../state/panels.js';
import { texts } from '../../../texts/index.js';
import { choose, choosing, device, layout, state } from '../model.js';
import { layoutWords } from '../layout-words.js';
import { picture } from './pictures.js';

interface Props {
  readonly close: () => void;
}

/** CSS pixels per millimetre in the dialog: all panels at one scale, but none larger than the room. */
const perMm = 2;
const largest = { width: 340, height: 220 };

/** The dialog with all panels or all layouts, while it is open. */
export function PickerDialogs(): JSX.Element | null {
  const close = (): void => {
    choosing.value = null;
  };
  if (choosing.value === null) return null;
  return choosing.value === 'device' ? <PanelDialog close={close} /> : <LayoutDialog close={close} />;
}

/** All panels, at sizes that are true to each other. */
function PanelDialog({ close }: Props): JSX.Element {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase().split(/\s+/);
  const ordered = [...devices].sort((a, b) => Number(a.vendor === 'Generic') - Number(b.vendor === 'Generic'));
  const found = ordered.filter(({ vendor, model, model_line, width, height, inks }) => {
    const text = `${vendor} ${model} ${model_line} ${width}×${height} ${width}x${height} ${inks.map(({ name }) => name).join(' ')}`;
    return wanted.every((word) => text.toLowerCase().includes(word));
  });
  return (
    <Dialog
      title={words.panel}
      wide
      close={close}
      head={<Search text={words.searchPanels} search={search} put={setSearch} />}
    >
      <p class="soft small">{found.length === 0 ? words.none : words.sizesTrue}</p>
      <PictureOptions
        legend={words.panel}
        chosen={state.value.device}
        choose={(id) => {
          choose({ device: id });
        }}
        options={found.map((each) => {
          const [width, height] = [each.width, each.height].map((pixels) => (pixels / each.dpi.value) * 25.4 * perMm);
          const room = { width: Math.min(width!, largest.width), height: Math.min(height!, largest.height) };
          return {
            id: each.id,
            name: nameOf(each),
            note: sizeInMm(each),
            picture: picture(each, layout.value ?? layouts[0]!, room),
          };
        })}
      />
    </Dialog>
  );
}

/** All layouts, with what each is for. */
function LayoutDialog({ close }: Props): JSX.Element {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const [search, setSearch] = useState('');
  const found = layouts.filter((each) =>
    `${each.title} ${layoutWords(each, each.title)} ${each.description} ${each.id}`
      .toLowerCase()
      .includes(search.toLowerCase()),
  );
  return (
    <Dialog
      title={words.layout}
      wide
      close={close}
      head={<Search text={texts.value.search} search={search} put={setSearch} />}
    >
      {found.length === 0 && <p class="soft small">{words.none}</p>}
      <PictureOptions
        legend={words.layout}
        chosen={state.value.layout}
        choose={(id) => {
          choose({ layout: id });
        }}
        options={found.map((each) => ({
          id: each.id,
          name: layoutWords(each, each.title),
          note: each.description,
          picture: picture(device.value ?? devices[0]!, each, { width: 220, height: 140 }),
        }))}
      />
    </Dialog>
  );
}

function Search({
  text,
  search,
  put,
}: {
  readonly text: string;
  readonly search: string;
  readonly put: (text: string) => void;
}): JSX.Element {
  return (
    <input
      type="search"
      aria-label={text}
      placeholder={text}
      value={search}
      onInput={({ currentTarget }) => {
        put(currentTarget.value);
      }}
    />
  );
}
