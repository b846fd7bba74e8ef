/** A key that the library and the matchers share, although a bundle of each has its own copy of this module. */
const key = Symbol.for('esl-simulator.undated');

interface Marked {
  readonly [key]?: () => boolean;
}

/** Marks the PNG of a label whose fields have no date. @param differs whether the label differs on the next day */
export function markUndated(png: Uint8Array, differs: () => boolean): void {
  Object.defineProperty(png, key, { value: differs });
}

/** Whether a label was drawn with the date of today, and differs tomorrow. False for a PNG from elsewhere. */
export function differsTomorrow(png: Uint8Array): boolean {
  return (png as Uint8Array & Marked)[key]?.() ?? false;
}
