/** The value of a key; `make` makes and stores it where there is none, as `Map.prototype.getOrInsertComputed` will. */
export function getOrInsert<K, V>(
  values: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => NoInfer<V>,
): V {
  const stored = values.get(key);
  if (stored !== undefined) return stored;
  const value = make();
  values.set(key, value);
  return value;
}
