import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DeviceView } from '../../../http/answers.js';
import { catalogue } from '../../api/catalogue.js';
import type { Dimensions } from '../../state/fit.js';
import { millimetresOf, nameOf, searchPanels, sizeInMm } from '../../state/panels.js';
import { texts } from '../../texts/index.js';
import { Dialog, SearchField } from '../controls/index.js';
import { PictureOptions } from './picture-options.js';

interface PanelDialogProps {
  readonly chosen: string;
  readonly choose: (id: string) => unknown;
  readonly picture: (panel: DeviceView, room: Dimensions) => ComponentChildren;
  readonly close: () => unknown;
}

/** All panels have one scale, in CSS pixels per millimetre, up to a largest size. */
const perMm = 2;
const largest = { width: 340, height: 220 };

export function PanelDialog({ chosen, choose, picture, close }: PanelDialogProps): JSX.Element {
  const words = texts.value.preview;
  const { devices } = catalogue.value!;
  const [search, setSearch] = useState('');
  const ordered = [...devices].sort((a, b) => Number(a.vendor === 'Generic') - Number(b.vendor === 'Generic'));
  const found = searchPanels(ordered, search);
  return (
    <Dialog
      title={words.panel}
      wide
      close={close}
      head={<SearchField text={words.searchPanels} search={search} put={setSearch} />}
    >
      <p class="soft small">{found.length === 0 ? words.none : words.sizesTrue}</p>
      <PictureOptions
        legend={words.panel}
        chosen={chosen}
        choose={choose}
        options={found.map((each) => {
          const { width, height } = millimetresOf(each);
          const room = {
            width: Math.min(width * perMm, largest.width),
            height: Math.min(height * perMm, largest.height),
          };
          return { id: each.id, name: nameOf(each), note: sizeInMm(each), picture: picture(each, room) };
        })}
      />
    </Dialog>
  );
}
