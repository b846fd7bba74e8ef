import { cut, type FieldProblem } from './field-problem.js';
import { maxListed, requestProblem } from './problem.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A body that is one JSON object. `problems` lists duplicate and forbidden keys; the fields can be checked nevertheless. */
export interface Body {
  readonly object: JsonObject;
  readonly problems: readonly FieldProblem[];
}

/** Any JSON value, with the duplicate and forbidden keys of its objects. */
export interface JsonValue {
  readonly value: unknown;
  readonly problems: readonly FieldProblem[];
}

/** Levels of a body. A layout document has fewer; what walks through deeper ones would run out of stack. */
const deepest = 64;
const decoder = new TextDecoder('utf-8', { fatal: true });
/** Keys that reach prototypes when an object is copied carelessly. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses one JSON object. An empty body counts as `{}`, so that the missing fields are named. The body is never echoed.
 * @param name what messages call the bytes
 * @throws {Problem} for any other JSON value, invalid JSON, more than 64 levels, and invalid UTF-8
 */
export function parseBody(bytes: Uint8Array, name = 'the body'): Body {
  return objectIn(parseJson(bytes, name), name);
}

/** The same for a text. */
export function parseObject(text: string, name: string): Body {
  return objectIn(parseText(text, name), name);
}

function objectIn({ value, problems }: JsonValue, name: string): Body {
  if (!isObject(value))
    throw requestProblem(400, 'not_an_object', `Expected a JSON object for ${name} but received ${kindOf(value)}`);
  return { object: value, problems };
}

/** Parses any JSON value; otherwise like {@link parseBody}. */
export function parseJson(bytes: Uint8Array, name = 'the body'): JsonValue {
  return parseText(textOf(bytes, name), name);
}

/** The text of bytes in UTF-8. @throws {Problem} for other bytes */
export function textOf(bytes: Uint8Array, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw requestProblem(400, 'invalid_utf8', `Expected UTF-8 for ${name} but received other bytes`);
  }
}

function parseText(text: string, name: string): JsonValue {
  if (text.trim() === '') return { value: {}, problems: [] };
  const value = valueOf(text, name);
  const problems = badKeys(text);
  if (problems === null)
    throw requestProblem(400, 'too_deep', `Expected at most ${deepest} levels of JSON for ${name} but received more`);
  return { value, problems };
}

function valueOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    // V8 gives no position for a character that begins no value: it quotes the text around it.
    const offset = /^[^"]* JSON at position (\d+)/.exec(message)?.[1];
    const position = offset ?? (message.startsWith('Unexpected end') ? String(text.length) : undefined);
    const place = position === undefined ? '' : ` at position ${position}`;
    throw requestProblem(400, 'malformed_json', `Expected JSON for ${name} but it breaks${place}`);
  }
}

/**
 * The texts of the elements of a JSON array, each to be parsed alone.
 * @param most one more than these are returned at most
 * @throws {Problem} for any other JSON value
 */
export function elementsOf(text: string, most: number, name = 'the body'): readonly string[] {
  const value = valueOf(text, name);
  if (!Array.isArray(value))
    throw requestProblem(400, 'not_an_array', `Expected a JSON array for ${name} but received ${kindOf(value)}`);
  if (value.length === 0) return [];
  const elements: string[] = [];
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/g;
  let [levels, start] = [0, 0];
  for (let found = token.exec(text); found && elements.length <= most; found = token.exec(text)) {
    const [match] = found;
    if (match === '{' || match === '[') levels++;
    if (match === '}' || match === ']') levels--;
    if (levels === 1 && match === '[') start = found.index + 1;
    else if ((levels === 1 && match === ',') || levels === 0) {
      elements.push(text.slice(start, found.index));
      start = found.index + 1;
    }
  }
  return elements;
}

/** JSON in which the keys of objects are sorted, so that equal values have equal texts. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}

/** Whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type of a JSON value in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/**
 * Finds duplicate and forbidden keys in a text that `JSON.parse` accepts. Escapes are resolved first: `"\u0061"` is `"a"`.
 * RFC 8259 does not say which of two duplicates counts, and parsers differ. Null for a text of more than {@link deepest} levels.
 */
function badKeys(text: string): FieldProblem[] | null {
  const problems: FieldProblem[] = [];
  /** The keys read so far of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"?(\s*:)?|[{}[\]]/g;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [match, colon] = found;
    if (open.length > deepest) return null;
    if (match === '{') open.push(new Set());
    else if (match === '[') open.push(null);
    else if (match === '}' || match === ']') open.pop();
    else if (colon !== undefined) {
      const key = keyIn(match.slice(0, -colon.length));
      const keys = open.at(-1);
      if (problems.length > maxListed) continue;
      if (keys?.has(key)) problems.push(keyProblem(key, 'duplicate', `Expected ${cut(key)} once but it comes again`));
      else if (key === '__proto__' || (open.length > 1 && forbidden.has(key)))
        problems.push(keyProblem(key, 'forbidden_key', `Expected another name than ${key} for a field`));
      keys?.add(key);
    }
  }
  return problems;
}

/** The key that a JSON text in quotes stands for. */
function keyIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function keyProblem(key: string, reason: 'duplicate' | 'forbidden_key', message: string): FieldProblem {
  return { field: cut(key), reason, message };
}
