import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue } from '../../api/catalogue.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { Check, SearchField } from '../../parts/controls/field.js';
import { nameOf, sizeInMm } from '../../state/panels.js';
import { texts } from '../../texts/index.js';
import { change, state } from './model.js';

/** Chooses panels one by one. The wall follows behind the dialog. */
export function PanelChoice({ close }: { readonly close: () => unknown }): JSX.Element {
  const words = texts.value;
  const [search, setSearch] = useState('');
  const { panels } = state.value;
  const wanted = search.toLowerCase().split(/\s+/);
  const found = catalogue.value!.devices.filter(({ vendor, model, width, height, id }) => {
    const text = `${vendor} ${model} ${id} ${width}×${height} ${width}x${height}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return (
    <Dialog
      title={words.wall.choosePanels}
      close={close}
      head={<SearchField text={words.preview.searchPanels} search={search} put={setSearch} />}
    >
      {found.length === 0 && <p class="soft small">{words.preview.none}</p>}
      <ul class="panel-choice">
        {found.map((panel) => (
          <li key={panel.id}>
            <Check
              checked={panels.includes(panel.id)}
              put={(checked) => {
                const others = panels.filter((id) => id !== panel.id);
                change({ panels: checked ? [...others, panel.id] : others });
              }}
            >
              <span>
                {nameOf(panel)} <span class="soft small">{sizeInMm(panel)}</span>
              </span>
            </Check>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
