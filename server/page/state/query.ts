/** A query with its question mark; empty if it has no members. */
export function searchOf(query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A member that is one of a few values; the first of them if it is none. */
export function oneOf<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T {
  return values.find((value) => value === query.get(name)) ?? values[0]!;
}

/** Whether a text has all words of a search, in any case. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** A part of a path as text; null if its escapes are broken. */
export function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
