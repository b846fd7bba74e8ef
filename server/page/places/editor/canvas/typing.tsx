import { useLayoutEffect, useRef } from 'preact/hooks';
import { placed } from '../../../parts/label/label.js';
import { boxOf } from '../../../state/layout/drop.js';
import { typeOf } from '../../../state/layout/nodes.js';
import { texts } from '../../../texts/index.js';
import { put } from '../model/actions.js';
import { boxes } from '../model/drawing.js';
import { selectedNode, selectedPointer, typing } from '../model/state.js';

/** Begins to type words on the label, if a text is selected. Texts in several languages are typed in the properties. */
export function startTyping(): void {
  const node = selectedNode.peek();
  typing.value = typeOf(node ?? undefined) === 'text' && typeof node!.text === 'string';
}

/** The words of the selected text, where the label shows it. Enter and leaving keep them, Escape does not. */
export function Typing({ scale }: { readonly scale: number }) {
  // A new text has no box before its picture comes, and the keys come before that.
  const box = boxOf(boxes.value, selectedPointer.value ?? '') ?? { x: 0, y: 0, width: 0, height: 0 };
  return typing.value ? <Words key={selectedPointer.value} style={placed(box, scale, 0)} /> : null;
}

function Words({ style }: { readonly style: ReturnType<typeof placed> }) {
  const input = useRef<HTMLInputElement>(null);
  const text = selectedNode.value?.text;
  const before = typeof text === 'string' ? text : '';
  useLayoutEffect(() => {
    input.current!.focus();
    input.current!.select();
  }, []);
  const end = (keep: boolean): void => {
    const { value } = input.current!;
    if (!typing.peek()) return;
    typing.value = false;
    if (keep && value.trim() !== '' && value !== before) put('text', value);
  };
  return (
    <input
      ref={input}
      class="typing"
      style={style}
      aria-label={texts.value.editor.typed}
      defaultValue={before}
      maxLength={400}
      autocomplete="off"
      spellcheck={false}
      onBlur={() => {
        end(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        end(event.key === 'Enter');
        document.querySelector<HTMLElement>('.overlay')?.focus();
      }}
    />
  );
}
