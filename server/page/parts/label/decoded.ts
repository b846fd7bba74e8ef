/** A picture, decoded. @throws {DOMException} for what is no picture */
export async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** A picture of bytes, decoded. The bytes are let go once it is. */
export async function decodedBlob(blob: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(blob);
  try {
    return await decoded(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
