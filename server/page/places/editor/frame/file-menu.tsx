import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { download } from '../../../browser/hand-over.js';
import { Sheet } from '../../../parts/controls/sheet.js';
import { texts } from '../../../texts/index.js';
import { cutNode, copyNode, pasteNode } from '../model/clipboard.js';
import { copyText } from '../../../browser/hand-over.js';
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
        <button type="button" class="link" onClick={() => void copy(copyNode())}>
          {words.copyBox}
        </button>
        <button type="button" class="link" onClick={() => void copy(cutNode())}>
          {words.cutBox}
        </button>
        <button type="button" class="link" onClick={() => pasteNode()}>
          {words.pasteBox}
        </button>
        <button
          type="button"
          class="link"
          onClick={() => {
            download(`${opened.peek()!.id}.json`, new Blob([entry.peek().text], { type: 'application/json' }));
          }}
        >
          {words.export}
        </button>
        <button
          type="button"
          class="link"
          onClick={() => {
            file.current!.click();
          }}
        >
          {words.importHere}
        </button>
        {!isShipped.value && (
          <button
            type="button"
            class="link"
            onClick={() => {
              naming.value = true;
            }}
          >
            {words.saveCopy}
          </button>
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
