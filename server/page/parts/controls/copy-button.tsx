import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copyText } from '../../browser/hand-over.js';
import { LinkButton } from './link-button.js';
import { texts } from '../../texts/index.js';

export function CopyButton({ text, label }: { readonly text: () => string; readonly label?: string }): JSX.Element {
  const words = texts.value;
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text())) ? words.copied : words.notCopied);
  };
  return (
    <span class="copy">
      <LinkButton text={label ?? words.copy} press={() => void copy()} />
      <span class="small soft" role="status">
        {said}
      </span>
    </span>
  );
}
