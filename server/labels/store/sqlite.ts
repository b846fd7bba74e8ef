import { LRUCache } from 'lru-cache';
import type { Binding } from '../../../renderer/index.js';
import type { Tag } from '../tag/tag.js';
import {
  contentOf,
  type Delivery,
  type Draft,
  type Revision,
  type Store,
  StoreBusy,
  type StoredLabel,
} from './index.js';
import type { Line } from './line.js';
import type { LabelRow, NewBinding, Package, RevisionRow } from './sqlite-labels.js';

/** Bytes of the labels that are kept, so that updates and images need not ask for them. */
const keptBytes = 16 * 1024 * 1024;
/** Bytes of a label beside its PNG, roughly. */
const labelBytes = 4096;

/**
 * The store on a line to a SQLite database; closing the store closes the line. Labels are kept as this process has read or
 * written them last: results arrive in the order in which the database did what was asked, so the last one is the newest.
 * After another process has written, they are read again.
 */
export function createSqliteStore(line: Line): Store {
  const known = new LRUCache<string, StoredLabel>({
    maxSize: keptBytes,
    sizeCalculation: ({ current }) => labelBytes + (current?.png.byteLength ?? 0),
  });
  /** Null: the label is gone, or has changed since it was read. */
  const keep = (id: string, label: StoredLabel | null): StoredLabel | null => {
    if (label) known.set(id, label);
    else known.delete(id);
    return label;
  };
  line.onChange(() => {
    known.clear();
  });
  const write = createWriter(line);
  return {
    async label(id) {
      return known.get(id) ?? line.ask('label', [id], (row) => keep(id, row && labelOf(row)));
    },
    labels: (after, limit) => line.ask('labels', [after ?? '', limit], (rows) => rows.map(labelOf)),
    revision: (id, revision) => line.ask('revision', [id, revision], (row) => row && revisionOf(row)),
    append: async (seen, delivery) =>
      write.ask('append', [seen.id, seen.version, packageOf(delivery)], (stored) => {
        if (!stored) return keep(seen.id, null);
        const { revision, tag } = stored;
        return keep(seen.id, { ...seen, current: { ...delivery.draft, revision }, tag });
      }),
    bind: async (id, seen, binding, delivery, layoutVersion = 0) => {
      const bound = { binding: JSON.stringify(binding), layout: binding.layout, layoutVersion };
      const bindNow = (row: LabelRow | null) => keep(id, row && labelOf(row));
      return seen ? change(write, id, seen, bound, delivery, bindNow) : write.ask('create', [id, bound], bindNow);
    },
    remove: (id) =>
      write.ask('remove', [id], (removed) => {
        keep(id, null);
        return removed;
      }),
    layout: (id) => line.ask('layout', [id], same),
    layoutVersion: (id) => line.ask('layoutVersion', [id], same),
    layoutSizes: (after, limit) => line.ask('layoutSizes', [after ?? '', limit], same),
    putLayout: (layout) => write.ask('putLayout', [layout], same),
    removeLayout: (id) => write.ask('removeLayout', [id], same),
    async check() {
      await (write.failed() ? write.ask('probe', [], same) : line.ask('check', [], same));
    },
    onChange: (listener) => {
      line.onChange(listener);
    },
    close: () => line.close(),
  };
}

interface Writer extends Pick<Line, 'ask'> {
  /** Whether the last write failed. One that was refused because the file is locked says nothing of the disk. */
  failed(): boolean;
}

function createWriter(line: Line): Writer {
  let failed = false;
  return {
    failed: () => failed,
    async ask(name, args, arrived) {
      try {
        const result = await line.ask(name, args, arrived);
        failed = false;
        return result;
      } catch (error) {
        failed ||= !(error instanceof StoreBusy);
        throw error;
      }
    },
  };
}

function change(
  { ask }: Writer,
  id: string,
  { version, current }: StoredLabel,
  bound: NewBinding,
  delivery: Delivery | null,
  arrived: (row: LabelRow | null) => StoredLabel | null,
): Promise<StoredLabel | null> {
  const seen = { version, revision: current?.revision ?? null };
  return ask('change', [id, seen, bound, delivery && packageOf(delivery)], arrived);
}

/** The bytes get a buffer of their own: to send a part of a shared one to a thread sends all of it. */
function packageOf({ draft, arrival }: Delivery): Package {
  const { png, ...record } = draft;
  const picture = { record: JSON.stringify(record), png: new Uint8Array(png) };
  return { picture, content: contentOf(draft), arrival };
}

/** What records have only since a later version. */
type Later = 'layout_version' | 'step';

function revisionOf({ revision, record, png }: RevisionRow): Revision {
  // Records of version 1 of the schema have no layout_version, and those of before labels told their step have none.
  const {
    layout_version = 0,
    step = null,
    ...draft
  } = JSON.parse(record) as Omit<Draft, 'png' | Later> & Partial<Pick<Draft, Later>>;
  return { ...draft, layout_version, step, revision, png };
}

function labelOf({ id, binding, version, revision, record, png, tag }: LabelRow): StoredLabel {
  const current = revision === null || record === null || png === null ? null : revisionOf({ revision, record, png });
  return {
    id,
    binding: JSON.parse(binding) as Binding,
    version,
    current,
    tag: tag === null ? null : (JSON.parse(tag) as Tag),
  };
}

function same<T>(value: T): T {
  return value;
}
