import type { Dependencies } from '../http/dependencies.js';
import { tagView as labelTag } from '../labels/tag/view.js';
import type { Directory, Tag } from './directory.js';
import { noHash, type Raws } from './raws.js';
import type { Settings } from './settings.js';
import { type TagView, tagView } from './tag-view.js';

/** Tags as an access point lists them. */
export interface Views {
  /** @param client for whom its picture is encoded, if that is not known yet */
  of(tag: Tag, client: string): Promise<TagView>;
}

interface Parts {
  readonly dependencies: Pick<Dependencies, 'clock'>;
  readonly settings: Settings;
  readonly raws: Raws;
}

export function createViews({ dependencies: { clock }, settings, raws }: Parts): Views {
  return {
    async of(tag, client) {
      const { id, tag: glass } = tag.label;
      const now = clock().getTime();
      const pending = labelTag(glass, now).state !== 'displayed';
      const hash = (await raws.of(tag, client))?.hash ?? noHash;
      return tagView(tag, settings.of(id), hash, pending, Math.floor(now / 1000));
    },
  };
}

/** The most characters of a page of the list, behind which an access point begins another one. */
const pageLength = 5000;

/** A page of the list: its tags from position `from`, and the position where the next page begins, if there is one. */
export async function pageOfTags(
  directory: Directory,
  views: Views,
  from: number,
  client: string,
): Promise<{ readonly tags: readonly TagView[]; readonly continu?: number }> {
  const all = await directory.list();
  const tags: TagView[] = [];
  let length = 0;
  for (const tag of all.slice(from)) {
    const view = await views.of(tag, client);
    tags.push(view);
    length += JSON.stringify(view).length;
    if (length > pageLength) return { tags, continu: from + tags.length };
  }
  return { tags };
}
