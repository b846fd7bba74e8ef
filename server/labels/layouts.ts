import { LRUCache } from 'lru-cache';
import { checkLayout, type Layout } from '../../renderer/index.js';
import type { Checked } from '../fields/checked.js';
import type { FieldProblem } from '../fields/field-problem.js';
import { inlineLayout, type KnownLayout, unknownLayout } from '../fields/layout.js';
import { fieldProblems } from '../fields/problem.js';
import type { Store, StoredLayout } from './store/index.js';

/** The layouts of files, which never change while the server runs, and the own ones in the store, which anybody may. */
export interface Layouts {
  /** Shipped, or of LAYOUTS_DIR. They hide own ones of the same id, and can't be replaced. */
  readonly files: ReadonlyMap<string, Layout>;
  /** The layout as it is now. @throws {Problem} when an older version of the server took what this one can't draw */
  find(id: string): Promise<KnownLayout | null>;
  /** What a field `layout` names, or the layout that it brings along; the schema refuses null. */
  choose(given: string | object | null): Promise<Checked<KnownLayout>>;
  ids(): Promise<readonly string[]>;
  /** The JSON text of a layout with its id, version and time; of all of them, files first. */
  text(id: string): Promise<string | null>;
  texts(): Promise<readonly string[]>;
}

/** Bytes of the documents of parsed own layouts that are kept; what the renderer keeps for each lives as long. */
const keptBytes = 8 * 1024 * 1024;

/**
 * The store is asked for the version each time, as other processes on it may replace a layout; what was parsed is kept
 * by id and version, so that the renderer sees the same object again and has its boxes and fonts at hand.
 */
export function createLayouts(files: ReadonlyMap<string, Layout>, store: Store): Layouts {
  const parsed = new LRUCache<string, KnownLayout & { readonly bytes: number }>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const fileTexts = new Map([...files].map(([id, layout]) => [id, JSON.stringify({ ...named(id), ...layout })]));
  const own = async () => (await store.layouts()).filter(({ id }) => !files.has(id));

  const ids = async () => [...files.keys(), ...(await own()).map(({ id }) => id)];
  const find = async (id: string): Promise<KnownLayout | null> => {
    const file = files.get(id);
    if (file) return { layout: file, version: 0 };
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
    ids,
    async choose(given) {
      if (given === null) return { ok: false, problems: [] };
      if (typeof given !== 'string') return inlineLayout(given);
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

/** Before the document, as in {@link layoutText}. */
function named(id: string): Readonly<Record<string, unknown>> {
  return { id, version: 0, updated_at: null };
}

/** Spliced, not parsed: documents are JSON objects that have keys, and there may be megabytes of them. */
export function layoutText({ id, version, updated_at, document }: StoredLayout): string {
  return `${JSON.stringify({ id, version, updated_at }).slice(0, -1)},${document.slice(1)}`;
}

function parse({ id, version, document }: StoredLayout): Layout {
  const checked = checkLayout(JSON.parse(document), id);
  if ('layout' in checked) return checked.layout;
  const whole = `The layout ${id}, version ${version}, is none for this version of the server: PUT it anew`;
  const problems = checked.problems.map(({ message }): FieldProblem => {
    return { field: 'layout', reason: 'invalid_layout', message: `${message}. ${whole}` };
  });
  throw fieldProblems(problems);
}
