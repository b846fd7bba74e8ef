/** `fit`, or so many CSS pixels a label pixel. */
export type Zoom = 'fit' | number;

export interface Picture {
  /** Swaps picture and size at once, when the picture is ready; false when a newer call has overtaken this one. */
  show(url: string, alt: string): Promise<boolean>;
  zoom(zoom: Zoom): void;
}

/** CSS pixels: a fitted label leaves room for the other one on the same screen. */
const tallest = 340;

/**
 * A label on its stage. Each label pixel becomes a square of whole screen pixels, on screens with 1.25 or 3 of them a
 * CSS pixel too; otherwise some columns would be wider than others.
 */
export function createPicture(stage: HTMLElement, image: HTMLImageElement): Picture {
  let room = 0;
  let zoom: Zoom = 'fit';
  let newest = 0;

  const resize = (): void => {
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0) return;
    const times = zoom === 'fit' ? Math.min(room / width, tallest / height) : zoom;
    const screenPixels = zoom === 'fit' ? Math.floor(times * devicePixelRatio) : Math.round(times * devicePixelRatio);
    const scale = Math.max(1, screenPixels) / devicePixelRatio;
    image.style.width = `${width * scale}px`;
    image.style.height = `${height * scale}px`;
    // What scrolls must be reachable by keyboard.
    stage.tabIndex = width * scale > room ? 0 : -1;
  };
  new ResizeObserver(([entry]) => {
    room = entry?.contentRect.width ?? room;
    resize();
  }).observe(stage);

  return {
    async show(url, alt) {
      const turn = ++newest;
      const next = new Image();
      next.src = url;
      await next.decode();
      if (turn !== newest) return false;
      // The element itself, as a new address in the old one would be empty for a moment.
      next.id = image.id;
      next.alt = alt;
      image.replaceWith(next);
      image = next;
      resize();
      return true;
    },
    zoom(wanted) {
      zoom = wanted;
      resize();
    },
  };
}
