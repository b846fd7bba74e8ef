import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue } from '../../../api/catalogue.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { SearchField } from '../../../parts/controls/search-field.js';
import { PanelDialog as AllPanels } from '../../../parts/label/panel-dialog.js';
import { PictureOptions } from '../../../parts/label/picture-options.js';
import { texts } from '../../../texts/index.js';
import { choose, device, layout, state } from '../model.js';
import { picture } from './pictures.js';

interface Props {
  readonly close: () => void;
}

/** All panels, with what is typed. */
export function PanelDialog({ close }: Props): JSX.Element {
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
export function LayoutDialog({ close }: Props): JSX.Element {
  const words = texts.value.preview;
  const { devices, layouts } = catalogue.value!;
  const [search, setSearch] = useState('');
  const found = layouts.filter(({ title, description, id }) =>
    `${title} ${description} ${id}`.toLowerCase().includes(search.toLowerCase()),
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
          name: each.title,
          note: each.description,
          picture: picture(device.value ?? devices[0]!, each, { width: 220, height: 140 }),
        }))}
      />
    </Dialog>
  );
}
