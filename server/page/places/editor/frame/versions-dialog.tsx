import { Dialog, LinkButton } from '../../../parts/controls/index.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { language, texts } from '../../../texts/index.js';
import { entryOf, replaceText } from '../model/document.js';
import { fieldsFor } from '../model/drawing.js';
import { opened } from '../model/opened.js';
import { announcement, device, showingVersions } from '../model/state.js';
import { type LayoutVersion, versionsOf } from '../model/versions.js';

export function VersionsDialog() {
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
