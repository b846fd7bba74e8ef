import type { LabelView } from '../http/answers.js';

/** `fit`, or how many CSS pixels wide a label pixel is. */
export type Zoom = 'fit' | number;

/** The image of a label, on its stage. */
export interface StageImage {
  /** Shows an image as soon as it is decoded, at its size. False: a newer call overtook this one. */
  show(url: string, alt: string): Promise<boolean>;
  zoom(zoom: Zoom): void;
}

/** CSS pixels: two labels of this height, one above the other, fit on a screen. */
const maxFittedHeight = 340;

/**
 * Puts a label's image on a stage. Each label pixel becomes a square of whole screen pixels, also on screens with 1.25 or
 * 3 of them per CSS pixel; otherwise some columns would be wider than others.
 */
export function createStageImage(stage: HTMLElement, image: HTMLImageElement): StageImage {
  let room = 0;
  let zoom: Zoom = 'fit';
  let newest = 0;

  const resize = (): void => {
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0) return;
    const times = zoom === 'fit' ? Math.min(room / width, maxFittedHeight / height) : zoom;
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
      // A new element, already decoded: a new address in the old element would flash empty.
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

/** What the image of a label says, for people who cannot see it. */
export function altText({ content, revision }: LabelView): string {
  if (content) return `${content.product_name}, ${content.price} per ${content.unit}`;
  return revision > 0 ? 'A picture that was uploaded' : 'A blank label';
}
