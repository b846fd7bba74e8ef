import { LRUCache } from 'lru-cache';
import type { Layout } from '../../renderer/index.js';
import type { Checked } from '../fields/checked.js';
import { unknownLayout } from '../fields/layout.js';
import { isId } from '../fields/schemas.js';
import type { LayoutSize, Store, StoredLayout } from './store/index.js';
import type { LayoutSource } from './drawing/source.js';

export type Layouts = ReturnType<typeof createLayouts>;

/** The maximum number of layouts on a page, and of bytes of their documents; the first layout may be larger. */
export interface PageSize {
  readonly count: number;
  readonly bytes: number;
}

/** Bytes of the documents that are cached, and of their texts. */
const maxCachedBytes = 16 * 1024 * 1024;

/** A version of a stored layout. */
interface CachedLayout {
  readonly source: LayoutSource;
  readonly bytes: Buffer;
}

/**
 * All layouts: those in files, which never change while the server runs, and those that came over the API. Reads the version from
 * the store each time, as another process may have replaced the layout. Documents are cached by version.
 */
export function createLayouts(files: ReadonlyMap<string, Layout>, store: Store, tenant: string) {
  // Requests that arrive while a layout is read wait for the same read.
  const cache = new LRUCache<string, CachedLayout, string>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ source, bytes }) => 512 + 2 * source.document!.length + bytes.length,
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: id }) => {
      const stored = await store.layout(id);
      if (!stored) return undefined;
      const { version, document } = stored;
      return { source: { tenant, id, version, document }, bytes: Buffer.from(layoutText(stored)) };
    },
  });
  const fileBytes = new Map(
    [...files].map(([id, layout]) => [id, Buffer.from(JSON.stringify({ ...named(id), ...layout }))]),
  );
  const fileSizes = [...fileBytes].map(([id, { length }]): LayoutSize => ({ id, bytes: length }));

  const page = async (after: string | null, size: PageSize) => {
    const place = fileSizes.findIndex(({ id }) => id === after);
    const inFiles = after === null || place >= 0;
    // One more than fits, and those that files may hide.
    const stored = await store.layoutSizes(inFiles ? null : after, size.count + 1 + files.size);
    const sizes = [...(inFiles ? fileSizes.slice(place + 1) : []), ...stored.filter(({ id }) => !files.has(id))];
    let bytes = 0;
    const end = sizes.findIndex((one, i) => i === size.count || (bytes += one.bytes) > size.bytes);
    const fit = end < 0 ? sizes.length : Math.max(end, 1);
    return { ids: sizes.slice(0, fit).map(({ id }) => id), more: fit < sizes.length };
  };
  const cached = async (id: string): Promise<CachedLayout | null> => {
    const version = isId(id) ? await store.layoutVersion(id) : null;
    return version === null ? null : ((await cache.fetch(`${id} ${version}`, { context: id })) ?? null);
  };
  const find = async (id: string): Promise<LayoutSource | null> => {
    if (files.has(id)) return { tenant, id, version: 0, document: null };
    return (await cached(id))?.source ?? null;
  };

  return {
    /** Shipped ones, and those in LAYOUTS_DIR. They can't be replaced, and hide stored layouts with the same id. */
    files,
    /** The current source of a layout. */
    find,
    /** The ids after `after`, files first, each group in its order, and whether more follow. */
    page,
    /** The source of the layout that a field `layout` names. null fails without a problem: the schema reports it. */
    async choose(given: string | null): Promise<Checked<LayoutSource>> {
      if (given === null) return { ok: false, problems: [] };
      const value = await find(given);
      return value ? { ok: true, value, warnings: [] } : unknownLayout(given, (await page(null, everything)).ids);
    },
    /** The JSON text of a layout with its id, version and time; null when there is none. All responses share its bytes. */
    bytes: async (id: string): Promise<Buffer | null> => fileBytes.get(id) ?? (await cached(id))?.bytes ?? null,
  };
}

/** A page with all layouts: their ids have at most 64 KB. */
const everything: PageSize = { count: 100_000, bytes: Infinity };

/** The members before those of the document, as in {@link layoutText}. */
function named(id: string): Readonly<Record<string, unknown>> {
  return { id, version: 0, updated_at: null };
}

/** Splices texts instead of parsing documents, of which there may be megabytes. A document is never `{}`. */
export function layoutText({ id, version, updated_at, document }: StoredLayout): string {
  return `${JSON.stringify({ id, version, updated_at }).slice(0, -1)},${document.slice(1)}`;
}
