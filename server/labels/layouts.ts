import { LRUCache } from 'lru-cache';
import type { Layout } from '../../renderer/index.js';
import type { Checked } from '../fields/checked.js';
import { unknownLayout } from '../fields/layout.js';
import { isId } from '../fields/schemas.js';
import type { LayoutSize, Store, StoredLayout } from './store/index.js';
import { inlineSource, type LayoutSource } from './drawing/source.js';

/** All layouts: those in files, which never change while the server runs, and those in the store, which came over the API. */
export interface Layouts {
  /** Shipped ones, and those in LAYOUTS_DIR. They can't be replaced, and hide stored ones with the same id. */
  readonly files: ReadonlyMap<string, Layout>;
  /** What the layout is drawn from, as it is now. */
  find(id: string): Promise<LayoutSource | null>;
  /** What the layout that a field `layout` names or contains is drawn from. null is left to the schema. */
  choose(given: string | object | null): Promise<Checked<LayoutSource>>;
  /** The JSON text of a layout with its id, version and time; null when there is none. */
  text(id: string): Promise<string | null>;
  /** The ids behind `after`, files first, each group in its order. */
  page(after: string | null, size: PageSize): Promise<LayoutPage>;
}

/** The most layouts of a page, and the most bytes of their documents; the first is on it however large it is. */
export interface PageSize {
  readonly count: number;
  readonly bytes: number;
}

export interface LayoutPage {
  readonly ids: readonly string[];
  /** Whether there are more behind them. */
  readonly more: boolean;
}

/** Bytes of the documents that are kept. */
const keptBytes = 8 * 1024 * 1024;

/** Asks the store for the version each time, as another process may have replaced the layout. Documents are kept by it. */
export function createLayouts(files: ReadonlyMap<string, Layout>, store: Store, tenant: string): Layouts {
  const documents = new LRUCache<string, LayoutSource>({
    maxSize: keptBytes,
    sizeCalculation: ({ document }) => 512 + 2 * document!.length,
  });
  const fileTexts = new Map([...files].map(([id, layout]) => [id, JSON.stringify({ ...named(id), ...layout })]));
  const fileSizes = [...fileTexts].map(([id, text]): LayoutSize => ({ id, bytes: Buffer.byteLength(text) }));

  const page: Layouts['page'] = async (after, size) => {
    const place = fileSizes.findIndex(({ id }) => id === after);
    const inFiles = after === null || place >= 0;
    // One more than fit, and those that files hide.
    const own = await store.layoutSizes(inFiles ? null : after, size.count + 1 + files.size);
    const found = [...(inFiles ? fileSizes.slice(place + 1) : []), ...own.filter(({ id }) => !files.has(id))];
    let bytes = 0;
    const end = found.findIndex((one, i) => i === size.count || (bytes += one.bytes) > size.bytes);
    const fit = end < 0 ? found.length : Math.max(end, 1);
    return { ids: found.slice(0, fit).map(({ id }) => id), more: fit < found.length };
  };
  const find = async (id: string): Promise<LayoutSource | null> => {
    if (files.has(id)) return { tenant, id, version: 0, document: null };
    if (!isId(id)) return null;
    const current = await store.layoutVersion(id);
    const known = documents.get(`${id} ${String(current)}`);
    if (current === null || known) return known ?? null;
    const stored = await store.layout(id);
    if (!stored) return null;
    const { version, document } = stored;
    const source = { tenant, id, version, document };
    documents.set(`${id} ${version}`, source);
    return source;
  };

  return {
    files,
    find,
    page,
    async choose(given) {
      if (given === null) return { ok: false, problems: [] };
      if (typeof given !== 'string') return inlineSource(given);
      const value = await find(given);
      return value ? { ok: true, value, warnings: [] } : unknownLayout(given, (await page(null, everything)).ids);
    },
    async text(id) {
      const file = fileTexts.get(id);
      if (file !== undefined) return file;
      const stored = await store.layout(id);
      return stored && layoutText(stored);
    },
  };
}

/** A page with all layouts: their ids are 64 KB at most. */
const everything: PageSize = { count: 100_000, bytes: Infinity };

/** The members before those of the document, as in {@link layoutText}. */
function named(id: string): Readonly<Record<string, unknown>> {
  return { id, version: 0, updated_at: null };
}

/** Splices texts instead of parsing documents, of which there may be megabytes. A document is never `{}`. */
export function layoutText({ id, version, updated_at, document }: StoredLayout): string {
  return `${JSON.stringify({ id, version, updated_at }).slice(0, -1)},${document.slice(1)}`;
}
