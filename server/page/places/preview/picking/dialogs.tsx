import { useSignal } from '@preact/signals';
import { catalogue } from '../../../api/catalogue.js';
import { Dialog, SearchField } from '../../../parts/controls/index.js';
import { PictureOptions } from '../../../parts/label/picture-options.js';
import { texts } from '../../../texts/index.js';
import { sentenceOf } from '../../../texts/server-words.js';
import { choose, choosingLayout, device, state } from '../model.js';
import { picture } from './pictures.js';

const close = () => (choosingLayout.value = false);

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
      close={close}
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
