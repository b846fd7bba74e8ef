import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue } from '../../api/catalogue.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { nameOf, sizeInMm } from '../../state/panels.js';
import { texts } from '../../texts/index.js';
import { change, state } from './model.js';

/** Chooses panels one by one. The wall follows behind the dialog. */
export function PanelChoice({ close }: { readonly close: () => void }): JSX.Element {
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
      head={
        <input
          type="search"
          aria-label={words.preview.searchPanels}
          placeholder={words.preview.searchPanels}
          value={search}
          onInput={({ currentTarget }) => {
            setSearch(currentTarget.value);
          }}
        />
      }
    >
      {found.length === 0 && <p class="soft small">{words.preview.none}</p>}
      <ul class="panel-choice">
        {found.map((panel) => (
          <li key={panel.id}>
            <label class="check">
              <input
                type="checkbox"
                checked={panels.includes(panel.id)}
                onChange={({ currentTarget }) => {
                  const others = panels.filter((id) => id !== panel.id);
                  change({ panels: currentTarget.checked ? [...others, panel.id] : others });
                }}
              />
              <span>
                {nameOf(panel)} <span class="soft small">{sizeInMm(panel)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
