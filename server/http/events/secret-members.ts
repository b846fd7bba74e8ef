import { nearest } from '../../../renderer/index.js';
import { requestSchemas } from '../../fields/schemas.js';

/** The names of the members that a schema declares `writeOnly`. */
function secretsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...((inner as { writeOnly?: boolean } | null)?.writeOnly === true ? [name] : []),
    ...secretsIn(inner),
  ]);
}

const secretNames: ReadonlySet<string> = new Set(secretsIn(requestSchemas));
/** Marks where a text ends. In JSON, texts have it escaped only. */
const ended = '\u0000';
/**
 * A member of an object, of which a text may be cut off, and its value: a text, what comes before the next member, or nothing before
 * a list or an object.
 */
const member =
  /((?<!\\)"(?:[^"\\]|\\.)*"|(?<![\w$])[\w$]+)(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s,{}[\]]+|(?=[[{]))/g;

/** Replaces the values of secret members, misspelt ones too, in a JSON text, whole or not. A list or an object as a value ends it. */
export function withoutSecretMembers(text: string): string {
  const withMasks = text.replace(member, (whole, name: string, colon: string, value: string) => {
    if (nearest(nameOf(name), secretNames) === undefined) return whole;
    return `${name}${colon}"…"${value === '' ? ended : ''}`;
  });
  return withMasks.split(ended, 1)[0]!;
}

/** The name of a member without quotes and escapes. */
function nameOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
