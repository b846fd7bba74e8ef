/** Shows other bytes, or none, in the place of those at a blob's URL, which are released. */
export function replaceUrl(shown: { value: string | null; peek(): string | null }, url: string | null): void {
  const before = shown.peek();
  shown.value = url;
  if (before !== null) URL.revokeObjectURL(before);
}
