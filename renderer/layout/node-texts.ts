import { kindOf } from '../kinds/schemas.js';
import type { LocalText, Node, WrittenNode } from './document.js';
import type { Words } from './phrases.js';
import { compileTemplate, type Template } from './template.js';

/** The texts of a node that may name fields and phrases, each with its path in the node. */
export function textsOf(node: WrittenNode): readonly (readonly [place: string, text: string])[] {
  const kind = kindOf(node);
  const place = kind.text;
  const text = place === undefined ? undefined : (node as Readonly<Record<string, unknown>>)[place];
  if (place === undefined || text === undefined || kind.template?.(node, () => '') === undefined) return [];
  if (typeof text === 'string') return [[place, text]];
  return Object.entries(text as Exclude<LocalText, string>).map(([language, each]) => [`${place}/${language}`, each]);
}

export function templateOf(node: Node, locale: string, words: Words): Template | undefined {
  const text = kindOf(node).template?.(node, (written) => words(written, locale));
  return text === undefined ? undefined : compileTemplate(text, node.type === 'text');
}

/** The fields that a node shows, as often as it names them. */
export function fieldsIn(node: Node, template: Pick<Template, 'fields'> | undefined): readonly string[] {
  const field = kindOf(node).field?.(node);
  return field === undefined ? (template?.fields ?? []) : [field];
}

export function fieldsOf(node: Node, locale: string, words: Words): readonly string[] {
  return fieldsIn(node, templateOf(node, locale, words));
}
