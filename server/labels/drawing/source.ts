import { LRUCache } from 'lru-cache';
import { checkLayout, type Layout, type Pictures } from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import type { KnownLayout } from '../../fields/layout.js';

/** A layout as data that any thread can read. */
export interface LayoutSource {
  /** The owner of the layout. */
  readonly tenant: string;
  readonly id: string;
  /** As in `KnownLayout`. */
  readonly version: number;
  /** The JSON text of a document that came over the API; null for a layout in a file, which every thread has. */
  readonly document: string | null;
}

/** Bytes of the documents whose parsed layouts a thread caches. The caches of the renderer for a layout live as long. */
const cacheBytes = 8 * 1024 * 1024;

/** Reads layouts, and caches stored ones, as the renderer caches by their objects. */
export function createReadSource(files: ReadonlyMap<string, Layout>, pictures: Pictures) {
  const parsed = new LRUCache<string, Checked<KnownLayout>>({ maxSize: cacheBytes });
  return ({ tenant, id, version, document }: LayoutSource): Checked<KnownLayout> => {
    if (document === null) return { ok: true, value: { layout: files.get(id)!, version }, warnings: [] };
    const key = `${tenant} ${id} ${version}`;
    const read = parsed.get(key) ?? readStored(id, version, document, pictures);
    parsed.set(key, read, { size: 4096 + document.length });
    return read;
  };
}

function readStored(id: string, version: number, document: string, pictures: Pictures): Checked<KnownLayout> {
  const checked = checkLayout(JSON.parse(document), id, pictures);
  if ('layout' in checked) return { ok: true, value: { layout: checked.layout, version }, warnings: [] };
  const remedy = `The layout ${id}, version ${version}, is not valid for this version of the server: PUT it again`;
  const problems = checked.problems.map(({ message }): FieldProblem => {
    return { field: 'layout', reason: 'invalid_layout', message: `${message}. ${remedy}` };
  });
  return { ok: false, problems };
}
