/** A query with its question mark; empty if it has no members. */
export function searchOf(query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A member that is one of a few values; the first of them if it is none. */
export function oneOf<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T {
  return values.find((value) => value === query.get(name)) ?? values[0]!;
}

/** A part of a path as text; null if its escapes are broken. */
export function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
