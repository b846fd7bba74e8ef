import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue } from '../../../api/catalogue.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { SearchField } from '../../../parts/controls/search-field.js';
import { PanelDialog as AllPanels } from '../../../parts/label/panel-dialog.js';
import { PictureOptions } from '../../../parts/label/picture-options.js';
import { texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { choose, choosing, device, layout, state } from '../model.js';
import { picture } from './pictures.js';

interface Props {
  readonly close: () => void;
}

/** The dialog with all panels or all layouts, while it is open. */
export function PickerDialogs(): JSX.Element | null {
  const close = (): void => {
    choosing.value = null;
  };
  if (choosing.value === null) return null;
  return choosing.value === 'device' ? <PanelDialog close={close} /> : <LayoutDialog close={close} />;
}

/** All panels, with what is typed. */
function PanelDialog({ close }: Props): JSX.Element {
  const { layouts } = catalogue.value!;
  return (
    <AllPanels
      chosen={state.value.device}
      choose={(id) => {
        choose({ device: id });
      }}
      picture={(panel, room) => picture(panel, layout.value ?? layouts[0]!, room)}
      close={close}
    />
  );
}

/** All layouts, with what each is for. */
function LayoutDialog({ close }: Props): JSX.Element {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const [search, setSearch] = useState('');
  const found = layouts.filter(({ title, description, id }) =>
    [title, sentenceOf(title).text, description, sentenceOf(description).text, id]
      .join(' ')
      .toLowerCase()
      .includes(search.toLowerCase()),
  );
  return (
    <Dialog
      title={words.layout}
      wide
      close={close}
      head={<SearchField text={texts.value.search} search={search} put={setSearch} />}
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
          name: sentenceOf(each.title).text,
          note: sentenceOf(each.description).text,
          picture: picture(device.value ?? devices[0]!, each, { width: 220, height: 140 }),
        }))}
      />
    </Dialog>
  );
}
