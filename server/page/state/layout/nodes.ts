import { editorKind } from './editor-kinds.js';
import { isList, isObject, type Json, type ParsedObject, mapped, type Path, pointerOf, valueAt } from './json.js';

export type LayoutNode = ParsedObject;

/** Unchecked: any member may be missing or wrong. */
export type LayoutDocument = ParsedObject;

export function typeOf(node: Json | undefined): string {
  return isObject(node) && typeof node.type === 'string' ? node.type : '';
}

export function isContainer(node: Json | undefined): boolean {
  return editorKind(typeOf(node)).contains !== undefined;
}

/** Whether its children lie over each other. */
export function isStacked(node: Json | undefined): boolean {
  return editorKind(typeOf(node)).contains === 'over';
}

export function childrenOf(node: Json | undefined): readonly LayoutNode[] {
  const children = isObject(node) && isContainer(node) ? node.children : undefined;
  return isList(children) ? children.filter(isObject) : [];
}

export function listOf(path: Path): Path {
  return [...path, 'children'];
}

/** The container of a node and the node's index; null for a root or a part. */
export function placeIn(path: Path): { readonly container: Path; readonly place: number } | null {
  const place = path.at(-1);
  return typeof place === 'number' && path.at(-2) === 'children' ? { container: path.slice(0, -2), place } : null;
}

/** A part that the document defines; undefined: a shipped one. */
export function ownPart(document: Json, node: Json | undefined) {
  const name = isObject(node) && node.type === 'part' && typeof node.part === 'string' ? node.part : undefined;
  if (name === undefined) return undefined;
  const path = ['parts', name];
  const found = valueAt(document, path);
  return found === undefined ? undefined : { path, node: found };
}

export interface TreeRow {
  readonly pointer: string;
  readonly path: Path;
  readonly node: LayoutNode;
  readonly level: number;
  /** Its position among its siblings, from 1, and their number. */
  readonly place: number;
  readonly of: number;
  readonly parent: string | null;
  /** The number of rows below it. */
  readonly inner: number;
}

/** The rows of the tree. A part of the document is expanded where it is used first; one that only shipped parts use, last. */
export function treeRows(document: LayoutDocument, root: Path): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const known = new Set<string>();
  const add = (node: Json | undefined, path: Path, parent: TreeRow | null, place: number, of: number): void => {
    if (!isObject(node)) return;
    const at = rows.length;
    const pointer = pointerOf(path);
    if (known.has(pointer)) return;
    known.add(pointer);
    const row = { pointer, path, node, level: (parent?.level ?? 0) + 1, place, of, parent: parent?.pointer ?? null };
    rows.push({ ...row, inner: 0 });
    const part = ownPart(document, node);
    if (part) add(part.node, part.path, rows[at]!, 1, 1);
    const children = childrenOf(node);
    for (const [i, child] of children.entries()) add(child, [...listOf(path), i], rows[at]!, i + 1, children.length);
    if (parent === null)
      for (const name of unnamed(document)) add(valueAt(document, ['parts', name]), ['parts', name], rows[at]!, 1, 1);
    rows[at] = { ...row, inner: rows.length - at - 1 };
  };
  add(valueAt(document, root), root, null, 1, 1);
  return rows;
}

/** The parts of the document that no node of it names: those that shipped parts use. */
function unnamed(document: LayoutDocument): readonly string[] {
  const named = new Set<string>();
  const collect = (value: Json): void => {
    if (isList(value)) value.forEach(collect);
    if (!isObject(value)) return;
    if (value.type === 'part' && typeof value.part === 'string') named.add(value.part);
    Object.values(value).forEach(collect);
  };
  collect(document);
  return isObject(document.parts) ? Object.keys(document.parts).filter((name) => !named.has(name)) : [];
}

/** Fills empty containers with an invisible box of a visible size, so that an unfinished document can be drawn. */
export function drawable(document: LayoutDocument): LayoutDocument {
  return mapped(document, (value) =>
    isObject(value) && isContainer(value) && isList(value.children) && value.children.length === 0
      ? { ...value, children: [unseen] }
      : value,
  ) as LayoutDocument;
}

const unseen = { type: 'box', width: '8mm', height: '4mm', children: [{ type: 'line', height: 0 }] } as const;

/** The first empty container. A document with one can be drawn, but not saved. */
export function firstEmpty(document: LayoutDocument): string | null {
  const find = (value: Json, path: Path): string | null => {
    if (isObject(value) && isContainer(value) && isList(value.children) && value.children.length === 0)
      return pointerOf(path);
    const inner = isList(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
    for (const [key, each] of inner) {
      const found = find(each, [...path, key]);
      if (found !== null) return found;
    }
    return null;
  };
  return find(document, []);
}
