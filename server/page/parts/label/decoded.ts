/** @throws {DOMException} if it is no picture */
export async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Releases the bytes after decoding them. */
export async function decodedBlob(blob: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(blob);
  try {
    return await decoded(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
