import { type LayoutPut, layoutRoom, type LayoutSize, type StoredLayout } from '../index.js';
import { createRetired } from './retired.js';

/** The layouts of a store in memory. Each does what the method of `Store` does that has its name. */
export interface MemoryLayouts {
  layout(id: string): StoredLayout | null;
  layoutSizes(after: string, limit: number): readonly LayoutSize[];
  putLayout(layout: Omit<StoredLayout, 'version'>): LayoutPut;
  /** Removes a layout that is there. */
  remove(layout: StoredLayout): void;
}

export function createMemoryLayouts(): MemoryLayouts {
  const layouts = new Map<string, StoredLayout>();
  const retired = createRetired(['version']);
  /** Bytes of all documents. */
  let bytes = 0;
  return {
    layout: (id) => layouts.get(id) ?? null,
    layoutSizes(after, limit) {
      const ids = [...layouts.keys()].filter((id) => id > after).sort();
      return ids.slice(0, limit).map((id) => ({ id, bytes: bytesOf(layouts.get(id)) }));
    },
    putLayout(given) {
      const known = layouts.get(given.id);
      if (known?.document === given.document) return { kind: 'same', layout: known };
      const more = Buffer.byteLength(given.document) - bytesOf(known);
      const full = (!known && layouts.size >= layoutRoom.count) || bytes + more > layoutRoom.bytes;
      if (full) return { kind: 'full' };
      const { version } = known ?? retired.take(given.id);
      const layout = { ...given, version: version + 1 };
      layouts.set(given.id, layout);
      bytes += more;
      return { kind: known ? 'replaced' : 'created', layout };
    },
    remove(layout) {
      layouts.delete(layout.id);
      bytes -= bytesOf(layout);
      // Its number alone: the document is not kept.
      retired.add(layout.id, { version: layout.version });
    },
  };
}

function bytesOf(layout: StoredLayout | undefined): number {
  return layout ? Buffer.byteLength(layout.document) : 0;
}
