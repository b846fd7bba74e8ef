import { Button, Icon, LinkButton, StepButton } from '../../../parts/controls/index.js';
import { placeAddress } from '../../../parts/place-address.js';
import { kindKeys } from '../../../state/editor-keys.js';
import { paletteKinds } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { kindSource } from '../canvas/drag.js';
import { KeysDialog } from '../canvas/keys-dialog.js';
import { pressKind, redoStep, undoStep } from '../model/actions.js';
import { document, history } from '../model/document.js';
import { canSave, isShipped, opened, pressSave, unsaved } from '../model/opened.js';
import { choosingPicture, naming, showingKeys, showingVersions } from '../model/state.js';
import { iconOf } from '../names.js';
import { FileMenu } from './file-menu.js';
import { PictureDialog } from './picture-dialog.js';
import { SaveAsDialog } from './save-as.js';
import { VersionsDialog } from './versions-dialog.js';

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
      <div class="palette" role="group" aria-label={words.add}>
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
