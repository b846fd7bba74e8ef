import { Dialog } from '../../../parts/controls/index.js';
import { kindKeys } from '../../../state/editor-keys.js';
import { paletteKinds } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { showingKeys } from '../model/state.js';

export function KeysDialog() {
  const words = texts.value.editor;
  const added = paletteKinds.flatMap((kind) => {
    const key = kindKeys[kind];
    return key ? [[key.toUpperCase(), words.addKind({ kind: words.palette[kind] })] as const] : [];
  });
  return (
    <Dialog title={words.keysTitle} close={() => (showingKeys.value = false)}>
      <dl class="keys">
        {[...added, ...words.keyList].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
