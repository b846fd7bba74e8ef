import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Json } from '../../../state/layout/json.js';
import { texts } from '../../../texts/index.js';
import { putTyped } from '../model/actions.js';
import { settle } from '../model/document.js';
import { selectedNode } from '../model/state.js';
import type { ControlProps } from './control.js';

/** A property for which there is no control of its own: its JSON. */
export function AnyJson({ name, id, label }: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const now = selectedNode.value?.[name];
  const typed = useSignal<string | null>(null);
  const wrong = useSignal(false);
  const take = (text: string): boolean => {
    typed.value = text;
    const read = readJson(text);
    wrong.value = read === null;
    return read !== null && putTyped(name, read.value);
  };
  return (
    <div class="below">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        spellcheck={false}
        aria-invalid={wrong.value || undefined}
        aria-describedby={`${id}-note`}
        value={typed.value ?? (now === undefined ? '' : JSON.stringify(now))}
        onInput={({ currentTarget }) => take(currentTarget.value)}
        onBlur={() => {
          settle();
          if (!wrong.peek()) typed.value = null;
        }}
      />
      <p id={`${id}-note`} class="soft small" data-wrong={wrong.value || undefined}>
        {wrong.value ? words.noJson : words.asJson}
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
