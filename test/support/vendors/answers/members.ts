/** Members of one type, by their names: texts, whole numbers, or what `type` says. */
export const members = (type: string, names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));
export const texts = (names: string) => members('string', names);
export const integers = (names: string) => members('integer', names);
