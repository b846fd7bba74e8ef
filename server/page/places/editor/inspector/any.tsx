import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../../state/layout/json.js';
import { texts } from '../../../texts/index.js';
import { put } from '../model/actions.js';
import { settle } from '../model/document.js';
import { selectedNode, selectedPointer } from '../model/state.js';
import type { ControlProps } from './control.js';

/** A property for which there is no control of its own: its JSON. */
export function AnyJson({ name, id, label }: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const now = selectedNode.value?.[name];
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  return (
    <div class="below">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        spellcheck={false}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-note`}
        value={typed ?? (now === undefined ? '' : JSON.stringify(now))}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          const read = readJson(value);
          setWrong(read === null);
          if (read) put(name, read.value, `type ${selectedPointer.peek()!}/${name}`);
        }}
        onBlur={() => {
          settle();
          if (!wrong) setTyped(null);
        }}
      />
      <p id={`${id}-note`} class="soft small" data-wrong={wrong || undefined}>
        {wrong ? words.noJson : words.asJson}
      </p>
    </div>
  );
}

function readJson(text: string): { readonly value: Json | undefined } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
}
