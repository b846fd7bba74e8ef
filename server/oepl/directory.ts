import type { StoredLabel } from '../labels/store/index.js';
import type { LabelContext } from '../labels/context.js';
import { macOf } from './mac.js';
import { type TagDevice, tagDeviceOf } from './tag-type.js';

/** A label as a tag. */
export interface Tag extends TagDevice {
  readonly mac: string;
  readonly label: StoredLabel;
}

/** The most tags: an access point counts positions in its list in a byte. */
const mostTags = 255;
/** Labels that are looked at, and how many are read at once. */
const looked = { most: 1000, page: 50 } as const;

/** Which labels are tags: of the first 1000 in the order of their ids, those with a panel of OpenEPaperLink's, at most 255. */
export interface Directory {
  /** All tags, as they are stored now. */
  list(): Promise<readonly Tag[]>;
  /** The tag with an address. */
  find(mac: string): Promise<Tag | null>;
  /** The label as a tag; null when it is gone or has another panel now. */
  tag(id: string): Promise<Tag | null>;
}

export function createDirectory({ store, devices }: Pick<LabelContext, 'store' | 'devices'>): Directory {
  /** The ids of labels by the addresses of their tags, as they were listed last. */
  let ids: ReadonlyMap<string, string> = new Map();
  let reading: Promise<readonly Tag[]> | null = null;

  const tagOf = (label: StoredLabel | null): Tag | null => {
    const found = label && tagDeviceOf(devices.get(label.binding.device));
    return found && { ...found, mac: macOf(label.id), label };
  };
  const read = async (): Promise<readonly Tag[]> => {
    const tags: Tag[] = [];
    let after: string | null = null;
    for (let count = 0; count < looked.most && tags.length < mostTags; count += looked.page) {
      const labels: readonly StoredLabel[] = await store.labels(after, looked.page);
      tags.push(...labels.flatMap((label) => tagOf(label) ?? []));
      after = labels.at(-1)?.id ?? after;
      if (labels.length < looked.page) break;
    }
    const listed = tags.slice(0, mostTags);
    ids = new Map(listed.map(({ mac, label }) => [mac, label.id]));
    return listed;
  };
  const tag: Directory['tag'] = async (id) => tagOf(await store.label(id));
  // All who ask while it is read get the same list.
  const list: Directory['list'] = () =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
  return {
    list,
    tag,
    async find(mac) {
      if (!ids.has(mac)) await list();
      const id = ids.get(mac);
      return id === undefined ? null : tag(id);
    },
  };
}
