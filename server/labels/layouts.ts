import { LRUCache } from 'lru-cache';
import type { Layout } from '../../renderer/index.js';
import type { Checked } from '../fields/checked.js';
import { unknownLayout } from '../fields/layout.js';
import type { Store, StoredLayout } from './store/index.js';
import { inlineSource, type LayoutSource } from './workshop/source.js';

/** All layouts: those in files, which never change while the server runs, and those in the store, which came over the API. */
export interface Layouts {
  /** Shipped ones, and those in LAYOUTS_DIR. They can't be replaced, and hide stored ones with the same id. */
  readonly files: ReadonlyMap<string, Layout>;
  /** What the layout is drawn from, as it is now. */
  find(id: string): Promise<LayoutSource | null>;
  /** What the layout that a field `layout` names or contains is drawn from. null is left to the schema. */
  choose(given: string | object | null): Promise<Checked<LayoutSource>>;
  ids(): Promise<readonly string[]>;
  /** The JSON text of a layout with its id, version and time. `texts`: of all layouts, files first. */
  text(id: string): Promise<string | null>;
  texts(): Promise<readonly string[]>;
}

/** Bytes of the documents that are kept. */
const keptBytes = 8 * 1024 * 1024;

/** Asks the store for the version each time, as another process may have replaced the layout. Documents are kept by it. */
export function createLayouts(files: ReadonlyMap<string, Layout>, store: Store): Layouts {
  const documents = new LRUCache<string, LayoutSource>({
    maxSize: keptBytes,
    sizeCalculation: ({ document }) => 512 + 2 * document!.length,
  });
  const fileTexts = new Map([...files].map(([id, layout]) => [id, JSON.stringify({ ...named(id), ...layout })]));
  const own = async () => (await store.layouts()).filter(({ id }) => !files.has(id));

  const ids = async () => [...files.keys(), ...(await own()).map(({ id }) => id)];
  const find = async (id: string): Promise<LayoutSource | null> => {
    if (files.has(id)) return { id, version: 0, document: null };
    const current = await store.layoutVersion(id);
    const known = documents.get(`${id} ${String(current)}`);
    if (current === null || known) return known ?? null;
    const stored = await store.layout(id);
    if (!stored) return null;
    const { version, document } = stored;
    const source = { id, version, document };
    documents.set(`${id} ${version}`, source);
    return source;
  };

  return {
    files,
    ids,
    find,
    async choose(given) {
      if (given === null) return { ok: false, problems: [] };
      if (typeof given !== 'string') return inlineSource(given);
      const value = await find(given);
      return value ? { ok: true, value, warnings: [] } : unknownLayout(given, await ids());
    },
    async text(id) {
      const file = fileTexts.get(id);
      if (file !== undefined) return file;
      const stored = await store.layout(id);
      return stored && layoutText(stored);
    },
    texts: async () => [...fileTexts.values(), ...(await own()).map(layoutText)],
  };
}

/** The members before those of the document, as in {@link layoutText}. */
function named(id: string): Readonly<Record<string, unknown>> {
  return { id, version: 0, updated_at: null };
}

/** Splices texts instead of parsing documents, of which there may be megabytes. A document is never `{}`. */
export function layoutText({ id, version, updated_at, document }: StoredLayout): string {
  return `${JSON.stringify({ id, version, updated_at }).slice(0, -1)},${document.slice(1)}`;
}
