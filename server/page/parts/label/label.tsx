import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { bezelOf, type Dimensions, panelIn } from '../../state/fit.js';
import type { Point } from '../../state/layout/drop.js';

export type BoxRectangle = Point & Dimensions;

/** A numbered warning at the box that caused it. */
export interface WarningMark extends BoxRectangle {
  readonly number: number;
  readonly words: string;
  readonly field: string;
}

interface LabelProps {
  /** Decoded, so that it appears as a whole. */
  readonly image: HTMLImageElement;
  /** Absent: the picture shows the panel alone. */
  readonly panel?: Dimensions | undefined;
  readonly alt: string;
  /** CSS pixels per pixel of the panel. */
  readonly scale: number;
  /** Lines between pixels or, where those would hide them, between squares of eight. */
  readonly grid?: boolean;
  readonly boxes?: readonly BoxRectangle[];
  readonly marks?: readonly WarningMark[];
  readonly choose?: (mark: WarningMark) => void;
  /** Such as the outlines of an editor. */
  readonly children?: ComponentChildren;
}

/** A label in a plain case of its proportions. Only outlines lie over its paper. */
export function Label({
  image,
  panel,
  alt,
  scale,
  grid = false,
  boxes = [],
  marks = [],
  choose,
  children,
}: LabelProps) {
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    image.alt = alt;
    paper.current!.replaceChildren(image);
  }, [image, alt]);
  const pixels = panelIn(image, panel);
  const [width, height] = [pixels.width * scale, pixels.height * scale];
  const isTag = pixels.margin > 0;
  const bezel = isTag ? pixels.margin * scale : bezelOf(height);
  return (
    <div class="case" style={{ padding: `${bezel}px`, '--bezel': `${bezel}px` }}>
      <div
        class="paper"
        data-tag={isTag || undefined}
        data-smooth={isTag || scale * devicePixelRatio < 1 || undefined}
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
      {spread(marks, pixels.width, scale).map(({ mark, side, top }) => (
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
}

/** Puts the numbers at the nearest edge of the case without overlaps. @param width of the panel in pixels */
function spread(marks: readonly WarningMark[], width: number, scale: number) {
  const last = { left: -Infinity, right: -Infinity };
  return [...marks]
    .sort((a, b) => a.y - b.y)
    .map((mark) => {
      const side = mark.x <= width - (mark.x + mark.width) ? ('left' as const) : ('right' as const);
      const top = Math.max(mark.y * scale, last[side] + 26);
      last[side] = top;
      return { mark, side, top };
    });
}

/** A panel in its case before its first picture. */
export function Blank({ pixels, scale }: { readonly pixels: Dimensions; readonly scale: number }) {
  const [width, height] = [pixels.width * scale, pixels.height * scale];
  return (
    <div class="case" style={{ padding: `${bezelOf(height)}px` }}>
      <div class="paper" style={{ width: `${width}px`, height: `${height}px` }} />
    </div>
  );
}

/** The place of a rectangle of the panel on the paper, with some CSS pixels around it. */
export function placed({ x, y, width, height }: BoxRectangle, scale: number, around: number) {
  return {
    left: `${x * scale - around}px`,
    top: `${y * scale - around}px`,
    width: `${width * scale + 2 * around}px`,
    height: `${height * scale + 2 * around}px`,
  };
}
