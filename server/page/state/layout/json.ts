/** Any JSON value. Documents share values, so nothing may modify one. */
export type Json = null | boolean | number | string | readonly Json[] | ParsedObject;
export interface ParsedObject {
  readonly [key: string]: Json;
}

/** Keys of objects and indices of lists. */
export type Path = readonly (string | number)[];

/** A path and the paths around it, the longest first, without the root. */
export function outwards(path: Path): readonly Path[] {
  return path.map((_, i) => path.slice(0, path.length - i));
}

/** A value in a line: strings without quotes, all else as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isObject(value: Json | undefined): value is ParsedObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** "#/root/children/1" for a path. */
export function pointerOf(path: Path): string {
  return ['#', ...path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** Digits in a pointer are indices where the value is a list. */
export function pathOf(pointer: string, root: Json): Path {
  const steps = pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '');
  const path: (string | number)[] = [];
  let value: Json | undefined = root;
  for (const written of steps) {
    const step = written.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(isList(value) ? Number(step) : step);
    value = isList(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  }
  return path;
}

export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const step of path) {
    if (isList(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** A copy of the root with another value at a path; undefined removes a member. It shares all that is equal. */
export function withValue<T extends Json>(root: T, path: Path, value: Json | undefined): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  if (isList(root)) {
    const inner = rest.length > 0 ? withValue<Json>(root[Number(step)]!, rest, value) : value!;
    return root.with(Number(step), inner) as Json as T;
  }
  const object = root as ParsedObject;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries<Json>(Object.entries(object).filter(([key]) => key !== step)) as Json as T;
  }
  const inner = rest.length > 0 ? withValue<Json>(object[step] ?? {}, rest, value) : value!;
  return { ...object, [step]: inner } as Json as T;
}

/** A copy of the root with another item in the list at a path, before a place. A missing list is created. */
export function withInserted<T extends Json>(root: T, list: Path, place: number, value: Json): T {
  const before = valueAt(root, list);
  return withValue(root, list, (isList(before) ? before : []).toSpliced(place, 0, value));
}

export function withoutItem<T extends Json>(root: T, list: Path, place: number): T {
  const before = valueAt(root, list);
  return isList(before) ? withValue(root, list, before.toSpliced(place, 1)) : root;
}

/** A copy in which each value is changed, the innermost first. It shares all that is equal. */
export function mapped(value: Json, change: (value: Json) => Json): Json {
  if (isList(value)) {
    const items = value.map((item) => mapped(item, change));
    return change(items.every((item, i) => item === value[i]) ? value : items);
  }
  if (!isObject(value)) return change(value);
  const entries = Object.entries(value).map(([key, inner]) => [key, mapped(inner, change)] as const);
  return change(entries.every(([key, inner]) => inner === value[key]) ? value : Object.fromEntries(entries));
}
