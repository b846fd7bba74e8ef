import type { TagTemplate } from '../../renderer/index.js';
import type { Variables } from './variables.js';

/** The elements of a template, and why those after them can't be read; null: there are none. */
export interface ReadTemplate {
  readonly elements: readonly unknown[];
  readonly problem: string | null;
}

/** The members with texts, and their places. */
const texts = { text: 2, textbox: 4 } as const;

/**
 * Reads the elements after the first `[` of a template like the firmware, one after the other: those before an error count.
 */
export function readTemplate(json: string): ReadTemplate {
  const start = json.indexOf('[');
  if (start < 0) return { elements: [], problem: null };
  const elements: unknown[] = [];
  for (let at = start + 1; ;) {
    const end = endOfElement(json, at);
    const text = json.slice(at, end).trim();
    if (text === '') return { elements, problem: elements.length > 0 || json[end] === ']' ? null : 'EmptyInput' };
    try {
      elements.push(JSON.parse(text));
    } catch {
      return { elements, problem: end < json.length ? 'InvalidInput' : 'IncompleteInput' };
    }
    if (json[end] !== ',') return { elements, problem: end < json.length ? null : 'IncompleteInput' };
    at = end + 1;
  }
}

/** The place of the comma or bracket after the element at `from`; the length of the text: there is none. */
function endOfElement(json: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < json.length; at++) {
    const character = json[at]!;
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (depth === 0 && (character === ',' || character === ']')) return at;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
  }
  return json.length;
}

/** The elements with the values of variables in their texts. */
export function filled(elements: readonly unknown[], variables: Variables): TagTemplate['elements'] {
  return elements.map((element) => {
    for (const [name, place] of Object.entries(texts)) {
      const values: unknown =
        Object.hasOwn(Object(element) as object, name) && (element as Record<string, unknown>)[name];
      if (!Array.isArray(values)) continue;
      return {
        [name]: values.map((value: unknown, i) =>
          i === place && typeof value === 'string' ? variables.fill(value) : value,
        ),
      };
    }
    return element;
  });
}
