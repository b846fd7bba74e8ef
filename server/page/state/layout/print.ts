import { findNodeAtLocation } from 'jsonc-parser';
import { isList, isObject, type Json, type ParsedObject } from './json.js';
import type { ParsedJson } from './parse.js';

/** The maximum line length, as in the shipped layouts. */
const width = 120;

/** Prints short lists and objects on one line, others with a line for each member. */
export function printJson(value: Json): string {
  return `${printed(value, '', 0)}\n`;
}

/** The text of a changed value. Unchanged parts keep their text. */
export function rewrittenJson(text: string, before: ParsedJson, value: Json): string {
  const { offset, length } = before.node;
  return text.slice(0, offset) + rewritten(text, before, value, '') + text.slice(offset + length);
}

/** @param indent of the first line @param used characters before the value on that line */
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

function rewritten(text: string, before: ParsedJson, value: Json, indent: string): string {
  const old = text.slice(before.node.offset, before.node.offset + before.node.length);
  if (before.value === value) return old;
  const parts = isObject(before.value) && isObject(value) ? membersOf(text, before, value, indent) : undefined;
  const items = isList(before.value) && isList(value) ? itemsOf(text, before, value, indent) : undefined;
  const made = parts ?? items;
  if (!made || made.length === 0) return printed(value, indent, 0);
  const [open, close] = parts ? ['{', '}'] : ['[', ']'];
  if (old.includes('\n')) return block(open, made, close, indent);
  const line = parts ? `{ ${made.join(', ')} }` : `[${made.join(', ')}]`;
  return indent.length + line.length <= width && !line.includes('\n') ? line : printed(value, indent, 0);
}

function membersOf(text: string, before: ParsedJson, value: ParsedObject, indent: string): string[] {
  const inner = `${indent}  `;
  return Object.entries(value).map(([key, item]) => {
    const node = findNodeAtLocation(before.node, [key]);
    const old = node && { node, value: (before.value as ParsedObject)[key]! };
    return member(key, old ? rewritten(text, old, item, inner) : printed(item, inner, key.length + 5));
  });
}

function itemsOf(text: string, before: ParsedJson, value: readonly Json[], indent: string): string[] {
  const old = before.value as readonly Json[];
  const inner = `${indent}  `;
  return value.map((item, i) => {
    const same = old.lastIndexOf(item);
    const place = same < 0 && old.length === value.length ? i : same;
    const node = before.node.children![place];
    return node ? rewritten(text, { node, value: old[place]! }, item, inner) : printed(item, inner, 1);
  });
}
