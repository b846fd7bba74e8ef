/** File names for every file system. The studio uses them too, so this module needs no Node. */

/**
 * Escapes each character that a file system refuses, or that has a meaning in Windows or in a shell, as `%` and hex. `%`
 * is escaped too, so different names stay different.
 */
export function safeName(name: string): string {
  return name
    .replace(/[<>:"/\\|?*%]|^[. -]|\p{Cc}/gu, encode)
    .replace(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i, (device) => encode(device[0]!) + device.slice(1));
}

/** Equal for names that are the same file on some system: Windows and macOS fold case. */
export function fileKey(file: string): string {
  return file.toLowerCase();
}

function encode(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
