import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { download } from '../../../browser/hand-over.js';
import { Sheet } from '../../../parts/controls/sheet.js';
import { texts } from '../../../texts/index.js';
import { cutNode, copyNode, pasteNode } from '../model/clipboard.js';
import { copyText } from '../../../browser/hand-over.js';
import { LinkButton } from '../../../parts/controls/link-button.js';
import { editText, entry, settle } from '../model/document.js';
import { isShipped, opened } from '../model/opened.js';
import { said } from '../model/state.js';
import { naming } from './dialogs.js';

/** What is done with the whole layout as a file, and the clipboard for those who look for it in a menu. */
export function FileMenu(): JSX.Element {
  const words = texts.value.editor;
  const file = useRef<HTMLInputElement>(null);
  const copy = async (text: string | null): Promise<void> => {
    if (text !== null) said.value = (await copyText(text)) ? texts.peek().copied : words.copiedHere;
  };
  return (
    <Sheet label={words.more} icon="more">
      <div class="links">
        <LinkButton text={words.copyBox} press={() => void copy(copyNode())} />
        <LinkButton text={words.cutBox} press={() => void copy(cutNode())} />
        <LinkButton text={words.pasteBox} press={() => pasteNode()} />
        <LinkButton
          text={words.export}
          press={() => {
            download(`${opened.peek()!.id}.json`, new Blob([entry.peek().text], { type: 'application/json' }));
          }}
        />
        <LinkButton
          text={words.importHere}
          press={() => {
            file.current!.click();
          }}
        />
        {!isShipped.value && (
          <LinkButton
            text={words.saveCopy}
            press={() => {
              naming.value = true;
            }}
          />
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.importHere}
        onChange={({ currentTarget }) => {
          void currentTarget.files?.[0]?.text().then((text) => {
            settle();
            editText(text);
            settle();
          });
          currentTarget.value = '';
        }}
      />
    </Sheet>
  );
}
