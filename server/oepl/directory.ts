import type { StoredLabel } from '../labels/store/index.js';
import type { LabelContext } from '../labels/context.js';
import { macOf } from './mac.js';
import { type TagDevice, tagDeviceOf } from './tag-type.js';

export interface OeplTag extends TagDevice {
  readonly mac: string;
  readonly label: StoredLabel;
}

/** The positions in an access point's list are one byte. */
const maxTags = 255;
/** Labels that are searched for tags, and labels per read. */
const searched = { all: 1000, page: 50 } as const;

/** The labels that are tags: of the first 1000 by id, those with a panel of OpenEPaperLink, at most 255. */
export type Directory = ReturnType<typeof createDirectory>;

export function createDirectory({ store, devices }: Pick<LabelContext, 'store' | 'devices'>) {
  /** The ids of labels by the addresses of their tags, from the last list, and the newest change before it. */
  let [ids, listedAt]: [ReadonlyMap<string, string>, number] = [new Map(), -1];
  let reading: Promise<readonly OeplTag[]> | null = null;

  const tagOf = (label: StoredLabel | null): OeplTag | null => {
    const found = label && tagDeviceOf(devices.get(label.binding.device));
    return found && { ...found, mac: macOf(label.id), label };
  };
  const read = async (): Promise<readonly OeplTag[]> => {
    const tags: OeplTag[] = [];
    const newest = await store.log.newest();
    let after: string | null = null;
    for (let count = 0; count < searched.all && tags.length < maxTags; count += searched.page) {
      const labels: readonly StoredLabel[] = await store.labels(after, searched.page);
      tags.push(...labels.flatMap((label) => tagOf(label) ?? []));
      after = labels.at(-1)?.id ?? after;
      if (labels.length < searched.page) break;
    }
    const listed = tags.slice(0, maxTags);
    [ids, listedAt] = [new Map(listed.map(({ mac, label }) => [mac, label.id])), newest];
    return listed;
  };
  /** The label as a tag; null: it is deleted, or has another panel now. */
  const tag = async (id: string): Promise<OeplTag | null> => tagOf(await store.label(id));
  /** All tags. Concurrent callers share a read. */
  const list = (): Promise<readonly OeplTag[]> =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
  return {
    list,
    tag,
    /** The tag with an address. For an unknown one, labels are listed again only if one has changed. */
    async find(mac: string): Promise<OeplTag | null> {
      if (!ids.has(mac) && (await store.log.newest()) !== listedAt) await list();
      const id = ids.get(mac);
      return id === undefined ? null : tag(id);
    },
  };
}
