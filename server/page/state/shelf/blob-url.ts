/** Replaces a blob URL and releases the old one. */
export function replaceUrl(shown: { value: string | null; peek(): string | null }, url: string | null): void {
  const before = shown.peek();
  shown.value = url;
  if (before !== null) URL.revokeObjectURL(before);
}
