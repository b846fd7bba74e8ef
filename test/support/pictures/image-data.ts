/** The data of a PNG that has one IDAT chunk: a zlib stream. */
export function imageData(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const data = bytes.indexOf('IDAT') + 4;
  return bytes.subarray(data, data + bytes.readUInt32BE(data - 8));
}
