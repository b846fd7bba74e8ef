import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { bezelOf, type Size } from '../../state/fit.js';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A warning at the box that caused it: its number, and the field that it is about. */
export interface Mark extends Rectangle {
  readonly number: number;
  readonly words: string;
  readonly field: string;
}

interface Props {
  /** Decoded, so that it is there whole from the moment it appears. */
  readonly image: HTMLImageElement;
  /** What the picture says, for people who do not see it. */
  readonly alt: string;
  /** CSS pixels per pixel of the panel. */
  readonly scale: number;
  /** Lines between pixels or, where those would hide them, between squares of eight. */
  readonly grid?: boolean;
  readonly boxes?: readonly Rectangle[];
  readonly marks?: readonly Mark[];
  readonly choose?: (mark: Mark) => void;
  /** What lies over the paper, such as the outlines of an editor. */
  readonly children?: ComponentChildren;
}

/** A label in a plain case of its proportions. Nothing is laid over the paper but outlines. */
export function Label({
  image,
  alt,
  scale,
  grid = false,
  boxes = [],
  marks = [],
  choose,
  children,
}: Props): JSX.Element {
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    image.alt = alt;
    paper.current!.replaceChildren(image);
  }, [image, alt]);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const bezel = bezelOf(height);
  return (
    <div class="case" style={{ padding: `${bezel}px`, '--bezel': `${bezel}px` }}>
      <div
        class="paper"
        data-smooth={scale * devicePixelRatio < 1 || undefined}
        style={{ width: `${width}px`, height: `${height}px`, '--cell': `${scale >= 3 ? scale : scale * 8}px` }}
      >
        <div ref={paper} />
        {grid && <div class="grid" />}
        {boxes.map((box) => (
          <div key={`${box.x} ${box.y} ${box.width} ${box.height}`} class="box" style={placed(box, scale, 0)} />
        ))}
        {marks.map((mark) => (
          <div key={mark.number} class="warned-box" style={placed(mark, scale, 1)} />
        ))}
        {children}
      </div>
      {spread(marks, scale).map(({ mark, side, top }) => (
        <button
          key={mark.number}
          type="button"
          class="mark at-case"
          data-side={side}
          style={{ top: `${top + bezel}px` }}
          aria-label={mark.words}
          onClick={() => choose?.(mark)}
        >
          {mark.number}
        </button>
      ))}
    </div>
  );

  /** The numbers on the nearest edge of the case, none over another. */
  function spread(all: readonly Mark[], times: number) {
    const last = { left: -Infinity, right: -Infinity };
    return [...all]
      .sort((a, b) => a.y - b.y)
      .map((mark) => {
        const side = mark.x <= image.naturalWidth - (mark.x + mark.width) ? ('left' as const) : ('right' as const);
        const top = Math.max(mark.y * times, last[side] + 26);
        last[side] = top;
        return { mark, side, top };
      });
  }
}

/** A panel on which nothing was drawn yet, in its case: blank paper. */
export function Blank({ pixels, scale }: { readonly pixels: Size; readonly scale: number }): JSX.Element {
  const [width, height] = [pixels.width * scale, pixels.height * scale];
  return (
    <div class="case" style={{ padding: `${bezelOf(height)}px` }}>
      <div class="paper" style={{ width: `${width}px`, height: `${height}px` }} />
    </div>
  );
}

/** Where a rectangle of the panel is on the paper, with some CSS pixels around it. */
export function placed({ x, y, width, height }: Rectangle, scale: number, around: number) {
  return {
    left: `${x * scale - around}px`,
    top: `${y * scale - around}px`,
    width: `${width * scale + 2 * around}px`,
    height: `${height * scale + 2 * around}px`,
  };
}
