import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { texts } from '../../../texts/index.js';
import { pictureUri } from '../frame/picture-dialog.js';
import { put } from '../model/actions.js';
import { settle } from '../model/document.js';
import { selectedNode, selectedPointer } from '../model/state.js';
import type { ControlProps } from './control.js';

/** The picture of a node: a file, or a field that names one of the layout's pictures. */
export function SourceControl({ name, id, label }: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const file = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  const now = selectedNode.value?.[name];
  const isData = typeof now === 'string' && now.startsWith('data:');
  const take = async (chosen: File): Promise<void> => {
    try {
      put(name, await pictureUri(chosen));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <div class="below">
      <label for={id}>{label}</label>
      {isData && <img class="source" src={now} alt={words.thisPicture} />}
      {!isData && (
        <input
          id={id}
          value={typeof now === 'string' ? now : ''}
          onInput={({ currentTarget: { value } }) =>
            put(name, value === '' ? undefined : value, `type ${selectedPointer.peek()!}/${name}`)
          }
          onBlur={settle}
        />
      )}
      <button
        id={isData ? id : undefined}
        type="button"
        class="button"
        onClick={() => {
          file.current!.click();
        }}
      >
        {words.otherFile}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-label={words.otherFile}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void take(chosen);
        }}
      />
      {wrong && <p class="wrong small">{words.noPicture}</p>}
    </div>
  );
}
