import type { JSX } from 'preact';
import type { Side } from '../../../state/layout/sizing.js';
import { texts } from '../../../texts/index.js';
import { selectedBox } from './overlay.js';

interface Props {
  readonly side: Side;
  /** Of the panel along this side. */
  readonly pixels: number;
  readonly scale: number;
  readonly dpi: number;
}

/** A ruler with a tick each 5 mm, and the size of what is selected. */
export function Ruler({ side, pixels, scale, dpi }: Props): JSX.Element {
  const words = texts.value.editor;
  const box = selectedBox();
  const [start, size] = side === 'width' ? (['left', 'width'] as const) : (['top', 'height'] as const);
  const tick = (5 * dpi * scale) / 25.4;
  const own = box && { at: side === 'width' ? box.x : box.y, px: box[side] };
  return (
    <div class="ruler" data-side={side} style={{ [size]: `${pixels * scale}px`, '--tick': `${tick}px` }}>
      {own && (
        <div class="measured" style={{ [start]: `${own.at * scale}px`, [size]: `${own.px * scale}px` }}>
          <span>
            <span class="unseen">{words.measured[side]} </span>
            <b>{words.mm((own.px * 25.4) / dpi)}</b> {own.px} px
          </span>
        </div>
      )}
    </div>
  );
}
