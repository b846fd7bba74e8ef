import { checkLayout, defaultBinding, type Layout, suggestion } from '../../renderer/index.js';
import type { Checked } from './checked.js';
import type { FieldProblem } from './field-problem.js';
import { cut } from './text.js';

/** A layout to draw with. */
export interface KnownLayout {
  readonly layout: Layout;
  /** Of an own layout; 0: a shipped one, one of a file, or one that came with the fields. */
  readonly version: number;
}

/** The id of a layout that came with the fields. */
const inlineId = 'inline';

/** The layout that a field `layout` names or brings along. What is neither an id nor a document, the schema refuses. */
export function layoutIn(given: unknown, layouts: ReadonlyMap<string, Layout>): Checked<KnownLayout> {
  if (typeof given === 'object' && given !== null) return inlineLayout(given);
  const id = layoutId(given);
  if (id === null) return { ok: false, problems: [] };
  const layout = layouts.get(id);
  return layout ? fileLayout(layout) : unknownLayout(id, layouts.keys());
}

/** A layout that has no versions. */
export function fileLayout(layout: Layout): Checked<KnownLayout> {
  return { ok: true, value: { layout, version: 0 }, warnings: [] };
}

/** The id that a field `layout` names, or that stands for none; null for what is no id. */
export function layoutId(given: unknown): string | null {
  if (given === undefined) return defaultBinding.layout;
  return typeof given === 'string' ? given : null;
}

/** The layout of a whole document in the field `layout`. */
export function inlineLayout(document: object): Checked<KnownLayout> {
  // The schema of the fields says that a list is no document.
  if (Array.isArray(document)) return { ok: false, problems: [] };
  const checked = checkLayout(document, inlineId);
  if ('layout' in checked) return fileLayout(checked.layout);
  return { ok: false, problems: layoutProblems(checked.problems, '/layout') };
}

/** There is no layout `id`; one of `known` may be meant. */
export function unknownLayout(id: string, known: Iterable<string>): Checked<never> {
  const received = cut(id);
  const message = `Expected a layout for layout but received "${received}"${suggestion(received, known)}`;
  return {
    ok: false,
    problems: [{ field: 'layout', pointer: '#/layout', reason: 'unknown_layout', message, received }],
  };
}

/** The problems of a layout document in the words of an answer; `base` is where in the request it stands. */
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
