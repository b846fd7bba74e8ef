import { safeName } from '../../batch/output/safe-name.js';

/** Each copy returns whether the browser let it: without https it may not. */
export function copyText(text: string): Promise<boolean> {
  return isAllowed(() => navigator.clipboard.writeText(text));
}

export function copyPicture(png: Blob): Promise<boolean> {
  return isAllowed(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]));
}

async function isAllowed(copy: () => Promise<void>): Promise<boolean> {
  try {
    await copy();
    return true;
  } catch {
    return false;
  }
}

export function download(name: string, bytes: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser reads the address after the click has been dealt with.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}

/** Saves PNGs by their names: one as a file, several in a ZIP without compression. */
export async function downloadFiles(archive: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const named = [...files].map(([name, bytes]) => [`${safeName(name)}.png`, bytes] as const);
  if (named.length === 1) {
    const [[name, bytes]] = named as [(typeof named)[0]];
    download(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
    return;
  }
  const { zipSync } = await import('fflate');
  const zip = zipSync(Object.fromEntries(named), { level: 0 });
  download(`${archive}.zip`, new Blob([zip], { type: 'application/zip' }));
}

export function bytesOf(uri: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(uri.slice(uri.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
}
