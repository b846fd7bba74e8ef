import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { FileButton } from '../../../parts/controls/buttons.js';
import { texts } from '../../../texts/index.js';
import { pictureTypes, pictureUri } from '../frame/picture-dialog.js';
import { put } from '../model/actions.js';
import { selectedNode } from '../model/state.js';
import { type ControlProps, PropertyText } from './control.js';

/** The picture of a node: a file, or a field that names one of the layout's pictures. */
export function SourceControl({ name, id, label }: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const wrong = useSignal(false);
  const now = selectedNode.value?.[name];
  const isData = typeof now === 'string' && now.startsWith('data:');
  const take = async (file: File): Promise<void> => {
    try {
      put(name, await pictureUri(file));
      wrong.value = false;
    } catch {
      wrong.value = true;
    }
  };
  return (
    <div class="below">
      <label for={id}>{label}</label>
      {isData ? (
        <img class="source" src={now} alt={words.thisPicture} />
      ) : (
        <PropertyText id={id} name={name} maxLength={400} />
      )}
      <FileButton id={isData ? id : undefined} text={words.otherFile} accept={pictureTypes} take={take} />
      {wrong.value && <p class="wrong small">{words.noPicture}</p>}
    </div>
  );
}
