import type { Dependencies } from '../http/dependencies.js';
import { tagView as labelTag } from '../labels/tag/view.js';
import type { Directory, OeplTag } from './directory.js';
import { noHash, type Raws } from './raws.js';
import type { Settings } from './settings.js';
import { type TagListEntry, tagListEntry } from './tag-view.js';

/** Tags as an access point lists them. */
export type Views = ReturnType<typeof createViews>;

export function createViews({ clock }: Pick<Dependencies, 'clock'>, settings: Settings, raws: Raws) {
  return {
    /** @param client pays for encoding the picture, unless it is cached */
    async of(tag: OeplTag, client: string): Promise<TagListEntry> {
      const { id, tag: display } = tag.label;
      const now = clock().getTime();
      const pending = labelTag(display, now).state !== 'displayed';
      const hash = (await raws.of(tag, client))?.hash ?? noHash;
      return tagListEntry(tag, settings.of(id), hash, pending, Math.floor(now / 1000));
    },
  };
}

/** Characters of a list page after which an access point begins another page. */
const pageLength = 5000;

/** The page of the list that begins at position `from`, and the position of the next page, if any. */
export async function pageOfTags(
  directory: Directory,
  views: Views,
  from: number,
  client: string,
): Promise<{ readonly tags: readonly TagListEntry[]; readonly continu?: number }> {
  const all = await directory.list();
  const tags: TagListEntry[] = [];
  let length = 0;
  for (const tag of all.slice(from)) {
    const view = await views.of(tag, client);
    tags.push(view);
    length += JSON.stringify(view).length;
    if (length > pageLength) return { tags, continu: from + tags.length };
  }
  return { tags };
}
