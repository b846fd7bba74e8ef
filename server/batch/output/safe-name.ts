/** Names of files that every file system takes. The studio uses them too, so they need nothing of Node. */

/**
 * The name with every character that a file system refuses, or that Windows or a shell takes for something else, written
 * as `%` and hex. `%` itself is written so, too: two names never become one.
 */
export function safeName(name: string): string {
  return name
    .replace(/[<>:"/\\|?*%]|^[. -]|\p{Cc}/gu, encode)
    .replace(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i, (device) => encode(device[0]!) + device.slice(1));
}

/** Two names that some file system takes for one have the same key: Windows and macOS fold case. */
export function fileKey(file: string): string {
  return file.toLowerCase();
}

function encode(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
