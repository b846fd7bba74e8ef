import { isList, isObject, type Json, type JsonNode } from './json.js';

/** The longest line, as in the shipped layouts. */
const width = 120;

/** A value as a text: short lists and objects on a line, others with a line for each member. Ends with a line break. */
export function printJson(value: Json): string {
  return `${printed(value, '', 0)}\n`;
}

/**
 * The text of a changed value: what is the same keeps the form that it has in the text before, with its line breaks.
 * @param before the text as it was read
 */
export function rewrittenJson(text: string, before: JsonNode, value: Json): string {
  return text.slice(0, before.from) + rewritten(text, before, value, '') + text.slice(before.to);
}

/** @param indent of the line on which it begins @param used how much of that line is taken */
function printed(value: Json, indent: string, used: number): string {
  const line = onLine(value);
  if (indent.length + used + line.length <= width || !isCompound(value)) return line;
  const inner = `${indent}  `;
  return isList(value)
    ? block(
        '[',
        value.map((item) => printed(item, inner, 1)),
        ']',
        indent,
      )
    : block(
        '{',
        Object.entries(value).map(([key, item]) => member(key, printed(item, inner, key.length + 5))),
        '}',
        indent,
      );
}

function isCompound(value: Json): value is Exclude<Json, null | boolean | number | string> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function onLine(value: Json): string {
  if (isList(value)) return `[${value.map(onLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => member(key, onLine(item)));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function member(key: string, text: string): string {
  return `${JSON.stringify(key)}: ${text}`;
}

function block(open: string, lines: readonly string[], close: string, indent: string): string {
  return `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;
}

function rewritten(text: string, before: JsonNode, value: Json, indent: string): string {
  if (before.value === value) return text.slice(before.from, before.to);
  const parts = before.members && isObject(value) ? membersOf(text, before, value, indent) : undefined;
  const items = before.items && isList(value) ? itemsOf(text, before, value, indent) : undefined;
  const made = parts ?? items;
  if (!made || made.length === 0) return printed(value, indent, 0);
  const [open, close] = parts ? ['{', '}'] : ['[', ']'];
  const isBlock = text.slice(before.from, before.to).includes('\n');
  if (isBlock) return block(open, made, close, indent);
  const line = parts ? `{ ${made.join(', ')} }` : `[${made.join(', ')}]`;
  return indent.length + line.length <= width && !line.includes('\n') ? line : printed(value, indent, 0);
}

function membersOf(text: string, before: JsonNode, value: Readonly<Record<string, Json>>, indent: string): string[] {
  const known = new Map(before.members!.map(({ key, node }) => [key, node]));
  const inner = `${indent}  `;
  return Object.entries(value).map(([key, item]) => {
    const old = known.get(key);
    return member(key, old ? rewritten(text, old, item, inner) : printed(item, inner, key.length + 5));
  });
}

function itemsOf(text: string, before: JsonNode, value: readonly Json[], indent: string): string[] {
  const items = before.items!;
  const known = new Map(items.map((node) => [node.value, node]));
  const inner = `${indent}  `;
  return value.map((item, i) => {
    const same = known.get(item) ?? (items.length === value.length ? items[i] : undefined);
    return same ? rewritten(text, same, item, inner) : printed(item, inner, 1);
  });
}
