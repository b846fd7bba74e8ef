/** Calls `create` when the value is first needed, and never again. */
export function lazy<T>(create: () => T): () => T {
  let value: { readonly created: T } | undefined;
  return () => (value ??= { created: create() }).created;
}
