import { checkLayout, defaultBinding, type Layout, type Pictures, suggestion } from '../../renderer/index.js';
import type { Checked } from './checked.js';
import { cut, type FieldProblem } from './field-problem.js';

export interface KnownLayout {
  readonly layout: Layout;
  /** The version of a layout that came over the API; 0 for a shipped one, a file, or a document among the fields. */
  readonly version: number;
}

/** The id of a layout document among the fields. */
const inlineId = 'inline';

/** The layout that a field `layout` names or contains. Values that are neither id nor document are left to the schema. */
export function layoutIn(
  given: unknown,
  layouts: ReadonlyMap<string, Layout>,
  pictures?: Pictures,
): Checked<KnownLayout> {
  if (typeof given === 'object' && given !== null) return inlineLayout(given, pictures);
  const id = layoutId(given);
  if (id === null) return { ok: false, problems: [] };
  const layout = layouts.get(id);
  return layout ? fileLayout(layout) : unknownLayout(id, layouts.keys());
}

/** A layout without versions, as the outcome of a check. */
export function fileLayout(layout: Layout): Checked<KnownLayout> {
  return { ok: true, value: { layout, version: 0 }, warnings: [] };
}

/** The id in a field `layout`, or the default when it is absent; null for a value that is not an id. */
export function layoutId(given: unknown): string | null {
  if (given === undefined) return defaultBinding.layout;
  return typeof given === 'string' ? given : null;
}

/** The layout in a field `layout` that contains a whole document. `pictures` keeps what was decoded of it. */
export function inlineLayout(document: object, pictures?: Pictures): Checked<KnownLayout> {
  // The schema refuses a list.
  if (Array.isArray(document)) return { ok: false, problems: [] };
  const checked = checkLayout(document, inlineId, pictures);
  if ('layout' in checked) return fileLayout(checked.layout);
  return { ok: false, problems: layoutProblems(checked.problems, '/layout') };
}

/** The outcome when there is no layout `id`. Suggests the nearest of `known`. */
export function unknownLayout(id: string, known: Iterable<string>): Checked<never> {
  const received = cut(id);
  const message = `Expected a layout for layout but received "${received}"${suggestion(received, known)}`;
  return {
    ok: false,
    problems: [{ field: 'layout', pointer: '#/layout', reason: 'unknown_layout', message, received }],
  };
}

/** The problems of a layout document as problems of a request. `base` is the pointer to the document in the request. */
export function layoutProblems(
  problems: readonly { readonly pointer: string; readonly message: string }[],
  base: string,
): FieldProblem[] {
  return problems.map(({ pointer, message }) => {
    const path = `#${base}${pointer.slice(1)}`;
    const field = base === '' ? cut(pointer.slice(2).replaceAll('/', '.')) : base.slice(1);
    return { field, pointer: path, reason: 'invalid_layout', message };
  });
}

/** The fields of `data` that a layout has: those that it declares, or without a declaration those that it names. */
export function dataFields(layout: Layout): readonly string[] {
  if (layout.data) return Object.keys(layout.data);
  const named = JSON.stringify(layout).matchAll(/\bdata\.([a-z][a-z0-9_]{0,31})/g);
  return Array.from(named, ([, name]) => name!);
}
