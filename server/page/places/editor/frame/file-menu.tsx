import type { JSX } from 'preact';
import { copyText, download } from '../../../browser/hand-over.js';
import { FileButton, LinkButton, Sheet } from '../../../parts/controls/index.js';
import { texts } from '../../../texts/index.js';
import { copyNodes, cutNodes, pasteNodes } from '../model/clipboard.js';
import { editText, entry, settle } from '../model/document.js';
import { isShipped, opened } from '../model/opened.js';
import { announcement, naming } from '../model/state.js';

/** Actions on the whole layout as a file, and the clipboard as a menu. */
export function FileMenu(): JSX.Element {
  const words = texts.value.editor;
  const copy = async (text: string | null): Promise<void> => {
    if (text !== null) announcement.value = (await copyText(text)) ? texts.peek().copied : words.copiedHere;
  };
  const exportFile = (): void => {
    download(`${opened.peek()!.id}.json`, new Blob([entry.peek().text], { type: 'application/json' }));
  };
  const importFile = async (file: File): Promise<void> => {
    const text = await file.text();
    settle();
    editText(text);
    settle();
  };
  return (
    <Sheet label={words.more} icon="more">
      <div class="links">
        <LinkButton text={words.copyBox} press={() => copy(copyNodes())} />
        <LinkButton text={words.cutBox} press={() => copy(cutNodes())} />
        <LinkButton text={words.pasteBox} press={() => pasteNodes()} />
        <LinkButton text={words.export} press={exportFile} />
        <FileButton link text={words.importHere} accept=".json,application/json" take={importFile} />
        {!isShipped.value && <LinkButton text={words.saveCopy} press={() => (naming.value = true)} />}
      </div>
    </Sheet>
  );
}
