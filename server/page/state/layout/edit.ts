import { isList, isObject, type Json, type JsonObject, type Path } from './json.js';

/** Pure changes of JSON values. What does not change is shared by the value before and the one after. */

/** The value at a path; undefined: there is none. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const step of path) {
    if (isList(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** The whole with another value at a path; undefined removes a member. The value around it must be there. */
export function withValue<T extends Json>(root: T, path: Path, value: Json | undefined): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  if (isList(root)) {
    const inner = rest.length > 0 ? withValue<Json>(root[Number(step)]!, rest, value) : value!;
    return root.with(Number(step), inner) as Json as T;
  }
  const object = root as JsonObject;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries<Json>(Object.entries(object).filter(([key]) => key !== step)) as Json as T;
  }
  const inner = rest.length > 0 ? withValue<Json>(object[step] ?? {}, rest, value) : value!;
  return { ...object, [step]: inner } as Json as T;
}

/** The whole with a value more in the list at a path, before the one at a place. A list that is absent is made. */
export function withInserted<T extends Json>(root: T, list: Path, place: number, value: Json): T {
  const before = valueAt(root, list);
  return withValue(root, list, (isList(before) ? before : []).toSpliced(place, 0, value));
}

export function withoutItem<T extends Json>(root: T, list: Path, place: number): T {
  const before = valueAt(root, list);
  return isList(before) ? withValue(root, list, before.toSpliced(place, 1)) : root;
}
