import { LRUCache } from 'lru-cache';
import { checkLayout, type Layout } from '../../renderer/index.js';
import type { Checked } from '../fields/checked.js';
import type { FieldProblem } from '../fields/field-problem.js';
import { inlineLayout, type KnownLayout, unknownLayout } from '../fields/layout.js';
import { fieldProblems } from '../fields/problem.js';
import { isId } from '../fields/schemas.js';
import type { LayoutSize, Store, StoredLayout } from './store/index.js';

/** All layouts: those in files, which never change while the server runs, and those in the store, which came over the API. */
export interface Layouts {
  /** Shipped ones, and those in LAYOUTS_DIR. They can't be replaced, and hide stored ones with the same id. */
  readonly files: ReadonlyMap<string, Layout>;
  /** The layout as it is now. @throws {Problem} for a stored one that was valid for an older version of the server only */
  find(id: string): Promise<KnownLayout | null>;
  /** The layout that a field `layout` names or contains. null is left to the schema. */
  choose(given: string | object | null): Promise<Checked<KnownLayout>>;
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

/** Bytes of the stored layouts that are kept parsed. What the renderer keeps for a layout lives as long. */
const keptBytes = 8 * 1024 * 1024;

/**
 * Asks the store for the version each time, as another process may have replaced the layout. Parsed layouts are kept by
 * id and version: the renderer recognises the object, and reuses what it has computed for it.
 */
export function createLayouts(files: ReadonlyMap<string, Layout>, store: Store): Layouts {
  const parsed = new LRUCache<string, KnownLayout & { readonly bytes: number }>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }) => bytes,
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
  const find = async (id: string): Promise<KnownLayout | null> => {
    const file = files.get(id);
    if (file) return { layout: file, version: 0 };
    if (!isId(id)) return null;
    const version = await store.layoutVersion(id);
    const known = parsed.get(`${id} ${String(version)}`);
    if (version === null || known) return known ?? null;
    const stored = await store.layout(id);
    if (!stored) return null;
    const read = { layout: parse(stored), version: stored.version, bytes: 4096 + stored.document.length };
    parsed.set(`${id} ${stored.version}`, read);
    return read;
  };

  return {
    files,
    find,
    page,
    async choose(given) {
      if (given === null) return { ok: false, problems: [] };
      if (typeof given !== 'string') return inlineLayout(given);
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

function parse({ id, version, document }: StoredLayout): Layout {
  const checked = checkLayout(JSON.parse(document), id);
  if ('layout' in checked) return checked.layout;
  const whole = `The layout ${id}, version ${version}, is not valid for this version of the server: PUT it anew`;
  const problems = checked.problems.map(({ message }): FieldProblem => {
    return { field: 'layout', reason: 'invalid_layout', message: `${message}. ${whole}` };
  });
  throw fieldProblems(problems);
}
