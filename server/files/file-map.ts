/**
 * Files by id, read at first lookup: drawing one label reads two files, not all. Lookups throw the errors of the read.
 */
export class FileMap<T> implements ReadonlyMap<string, T> {
  readonly #paths: ReadonlyMap<string, string>;
  readonly #read: (path: string) => T;
  readonly #known = new Map<string, T>();

  constructor(paths: ReadonlyMap<string, string>, read: (path: string) => T) {
    this.#paths = paths;
    this.#read = read;
  }

  get size(): number {
    return this.#paths.size;
  }

  get(id: string): T | undefined {
    const path = this.#paths.get(id);
    if (path !== undefined && !this.#known.has(id)) this.#known.set(id, this.#read(path));
    return this.#known.get(id);
  }

  has(id: string): boolean {
    return this.#paths.has(id);
  }

  keys(): MapIterator<string> {
    return this.#paths.keys();
  }

  values(): MapIterator<T> {
    return this.#all().values();
  }

  entries(): MapIterator<[string, T]> {
    return this.#all().entries();
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }

  forEach(visit: (value: T, id: string, map: ReadonlyMap<string, T>) => void): void {
    this.#all().forEach(visit);
  }

  #all(): ReadonlyMap<string, T> {
    return new Map(Array.from(this.#paths.keys(), (id) => [id, this.get(id)!]));
  }
}
