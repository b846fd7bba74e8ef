/** Labels per action. */
export const maxAdded = 5000;

const form = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isLabelId(text: string): boolean {
  return form.test(text);
}

export interface TypedIds {
  readonly ids: readonly string[];
  /** Neither an id nor a range. */
  readonly wrong: readonly string[];
}

/** Ids are separated by commas, blanks or lines. "dairy-1…dairy-20", also with two or three dots, is a range. */
export function readIds(text: string): TypedIds {
  const ids = new Set<string>();
  const wrong: string[] = [];
  const tight = text.replaceAll(/(?:…|\.{2,3})\s*/g, '…').replaceAll(/(?<!\s)\s+…/g, '…');
  for (const part of tight.split(/[\s,;]+/)) {
    if (part === '') continue;
    const range = rangeOf(part);
    if (!range || ids.size + range.length > maxAdded) wrong.push(part);
    else for (const id of range) ids.add(id);
  }
  return { ids: [...ids], wrong };
}

/** The ids of "dairy-1…dairy-20", "dairy-1…20" or "dairy-1"; null: invalid. */
function rangeOf(part: string): readonly string[] | null {
  const [from, to, ...more] = part.split('…');
  if (from === undefined || more.length > 0 || !form.test(from)) return null;
  if (to === undefined) return [from];
  const [, prefix, first] = /^(.*?)(\d{1,9})$/.exec(from) ?? [];
  const [, other, last] = /^(.*?)(\d{1,9})$/.exec(to) ?? [];
  if (prefix === undefined || first === undefined || last === undefined) return null;
  if (other !== '' && other !== prefix) return null;
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > maxAdded) return null;
  const digits = first.startsWith('0') ? first.length : 0;
  const ids = Array.from({ length: count }, (_, i) => prefix + String(Number(first) + i).padStart(digits, '0'));
  return ids.every((id) => form.test(id)) ? ids : null;
}
