import { download } from '../../../browser/hand-over.js';
import { Button, Dialog, FileButton, Icon, LinkButton, Sheet, StepButton } from '../../../parts/controls/index.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { placeAddress } from '../../../parts/place-address.js';
import { kindKeys } from '../../../state/editor-keys.js';
import { paletteKinds } from '../../../state/layout/offers.js';
import { language, texts } from '../../../texts/index.js';
import { kindSource } from '../canvas/drag.js';
import { pressKind, redoStep, undoStep } from '../model/actions.js';
import { document, entry, entryOf, history, replaceText } from '../model/document.js';
import { fieldsFor } from '../model/drawing.js';
import { canSave, isShipped, opened, pressSave, unsaved } from '../model/opened.js';
import { announcement, choosingPicture, device, model, naming, showingKeys, showingVersions } from '../model/state.js';
import { type LayoutVersion, versionsOf } from '../model/versions.js';
import { iconOf } from '../names.js';
import { PictureDialog, pictureTypes, pictureUri } from './picture-dialog.js';
import { SaveAsDialog } from './save-as.js';

export function Bar() {
  const words = texts.value.editor;
  const { title } = document.value;
  const { version = null, usedBy = 0 } = opened.value ?? {};
  return (
    <div class="bar line">
      <p class="crumb soft fine">
        <a class="soft" href={placeAddress('/layouts')}>
          {texts.value.places.layouts}
        </a>{' '}
        <span aria-hidden="true">/</span>
      </p>
      <h1 class="clip">{typeof title === 'string' ? title : opened.value?.id}</h1>
      <p class="soft small">
        {version === null || version === 0 ? (
          versionWords(version)
        ) : (
          <LinkButton text={versionWords(version)} press={() => (showingVersions.value = true)} />
        )}
        {usedBy > 0 && (
          <>
            ,{' '}
            <a href={placeAddress('/shelf', `q=layout:${encodeURIComponent(opened.value!.id)}`)}>
              {words.usedBy({ count: usedBy })}
            </a>
          </>
        )}
      </p>
      <div class="palette to-end" role="group" aria-label={words.add}>
        {paletteKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            class="button bare"
            aria-label={words.addKind({ kind: words.palette[kind] })}
            title={kindKeys[kind]?.toUpperCase()}
            aria-keyshortcuts={kindKeys[kind]?.toUpperCase()}
            ref={(button) => (button ? kindSource(button, kind) : undefined)}
            onClick={() => {
              pressKind(kind);
            }}
          >
            <Icon name={iconOf(kind)} />
            <span class="word">{words.palette[kind]}</span>
          </button>
        ))}
      </div>
      <div class="steps">
        <StepButton way="undo" can={history.value.past.length > 0} press={undoStep} />
        <StepButton way="redo" can={history.value.future.length > 0} press={redoStep} />
      </div>
      <FileMenu />
      <Button look="main save" text={saveWords(version)} press={pressSave} off={!canSave.value} />
      {choosingPicture.value && <PictureDialog />}
      {showingKeys.value && <KeysDialog />}
      {naming.value && <SaveAsDialog />}
      {showingVersions.value && <VersionsDialog />}
    </div>
  );
}

function versionWords(version: number | null): string {
  const words = texts.value.editor;
  if (version === null) return words.neverSaved;
  if (version === 0) return unsaved.value ? words.shippedChanged : words.shipped;
  return unsaved.value ? words.versionChanged({ version }) : words.version({ version });
}

function saveWords(version: number | null): string {
  const words = texts.value.editor;
  if (isShipped.value) return words.saveOwn;
  return unsaved.value || version === null
    ? words.saveVersion({ version: (version ?? 0) + 1 })
    : words.savedVersion({ version });
}

function FileMenu() {
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

function VersionsDialog() {
  const words = texts.value.editor;
  const close = () => (showingVersions.value = false);
  const restore = ({ version, text }: LayoutVersion): void => {
    replaceText(text);
    close();
    announcement.value = words.restored({ version });
  };
  const panel = device.value!;
  return (
    <Dialog title={words.versions} wide close={close}>
      <p class="soft small">{words.versionsNote}</p>
      <ul class="cards">
        {versionsOf(opened.value!.id).map((each) => (
          <li key={each.version}>
            <SmallPicture
              fields={fieldsFor(entryOf(each.text).document, panel.id, 'usual', '')}
              panel={panel}
              room={{ width: 216, height: 216 }}
            />
            <p>{words.version({ version: each.version })}</p>
            <p class="soft small">{new Date(each.at).toLocaleString(language.value)}</p>
            <LinkButton
              text={words.restore({ version: each.version })}
              press={() => {
                restore(each);
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function KeysDialog() {
  const words = texts.value.editor;
  const added = paletteKinds.flatMap((kind) => {
    const key = kindKeys[kind];
    return key ? [[key.toUpperCase(), words.addKind({ kind: words.palette[kind] })] as const] : [];
  });
  return (
    <Dialog title={words.keysTitle} close={() => (showingKeys.value = false)}>
      <dl class="keys">
        {[...added, ...words.keyList].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
