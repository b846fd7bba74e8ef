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

export function bytesOf(uri: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(uri.slice(uri.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
}
