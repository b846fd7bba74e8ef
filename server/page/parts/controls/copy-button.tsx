import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copyText } from '../../browser/hand-over.js';
import { texts } from '../../texts/index.js';

/** Copies a text, and says whether it worked. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label?: string }): JSX.Element {
  const words = texts.value;
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text())) ? words.copied : words.notCopied);
  };
  return (
    <span class="copy">
      <button type="button" class="link" onClick={() => void copy()}>
        {label ?? words.copy}
      </button>
      <span class="small soft" role="status">
        {said}
      </span>
    </span>
  );
}
