import { download } from '../../../browser/hand-over.js';
import { FileButton, LinkButton, Sheet } from '../../../parts/controls/index.js';
import { texts } from '../../../texts/index.js';
import { entry, replaceText } from '../model/document.js';
import { isShipped, opened } from '../model/opened.js';
import { announcement, model, naming } from '../model/state.js';
import { pictureTypes, pictureUri } from './picture-dialog.js';

export function FileMenu() {
  const words = texts.value.editor;
  const exportFile = (): void => {
    download(`${opened.peek()!.id}.json`, new Blob([entry.peek().text], { type: 'application/json' }));
  };
  const importFile = async (file: File): Promise<void> => {
    replaceText(await file.text());
  };
  const layModel = async (file: File): Promise<void> => {
    model.value = await pictureUri(file).catch(() => null);
    announcement.value = model.peek() === null ? words.noPicture : words.layModel;
  };
  return (
    <Sheet label={words.more} icon="more">
      <div class="links">
        <LinkButton text={words.export} press={exportFile} />
        {model.value === null ? (
          <FileButton link text={words.layModel} accept={pictureTypes} take={layModel} />
        ) : (
          <LinkButton text={words.takeModel} press={() => (model.value = null)} />
        )}
        <FileButton link text={words.importHere} accept=".json,application/json" take={importFile} />
        {!isShipped.value && <LinkButton text={words.saveCopy} press={() => (naming.value = true)} />}
      </div>
    </Sheet>
  );
}
