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
/** A member of an object, of which a text may be cut off, and its value: a text, or what comes before the next member. */
const member = /((?<!\\)"(?:[^"\\]|\\.)*"|(?<![\w$])[\w$]+)(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s,{}[\]]+)/g;

/** Replaces the values of all secret members in the text of a JSON document, which may be invalid or incomplete. */
export function withoutSecretMembers(text: string): string {
  return text.replace(member, (whole, name: string, colon: string) =>
    secretNames.has(nameOf(name)) ? `${name}${colon}"…"` : whole,
  );
}

/** The name of a member without quotes and escapes. */
function nameOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
