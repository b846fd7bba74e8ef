import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { together } from '../../../browser/ends.js';
import { placed, type BoxRectangle } from '../../../parts/label/label.js';
import { boxOf } from '../../../state/layout/drop.js';
import { isList, isObject, pathOf, pointerOf, valueAt } from '../../../state/layout/json.js';
import { isContainer, placeIn } from '../../../state/layout/nodes.js';
import type { DrawnBox } from '../../../../../renderer/index.js';
import type { Side } from '../../../state/layout/sizing.js';
import { decimalsOf, texts } from '../../../texts/index.js';
import { boxes, clippedBoxes, drawn } from '../model/drawing.js';
import { chosen, device, model, selected, selectedNode, selectedPointer, zoom } from '../model/state.js';
import { nameOf } from '../names.js';
import { openMenu } from './commands.js';
import { drop, dropTarget, labelSource } from './drag.js';
import {
  clickLabel,
  doubleClickLabel,
  type Edge,
  edges,
  guides,
  marquee,
  paper,
  pressCorner,
  pressEdge,
  pressLabel,
  radiusOf,
} from './gestures.js';

export function Overlay({ scale }: { readonly scale: number }) {
  const words = texts.value.editor;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    paper.value = { element: element.current!, scale };
    return () => {
      paper.value = null;
    };
  }, [scale]);
  useEffect(() => together(labelSource(element.current!), dropTarget(element.current!)), []);
  const pointer = selectedPointer.value;
  useLayoutEffect(() => {
    const main = element.current!.querySelector('.selection[data-main]');
    if (zoom.peek() > 1) main?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pointer, scale]);
  const node = selectedNode.value;
  return (
    <div
      ref={element}
      class="overlay"
      role="application"
      tabIndex={0}
      aria-label={words.canvas({ selected: node ? nameOf(node) : texts.value.preview.fieldNames.layout })}
      aria-describedby="editor-keys"
      onPointerDown={pressLabel}
      onClick={clickLabel}
      onDblClick={doubleClickLabel}
      onContextMenu={openMenu}
    >
      {model.value !== null && <img class="model" src={model.value} alt="" />}
      {boxes.value.map((box, i) => (
        <div key={i} class="outline" data-hatched={hatchOf(box)} style={placed(box, scale, 0)} />
      ))}
      {chosen.value.map((path) => {
        const box = pointerOf(path) === pointer ? undefined : boxOf(boxes.value, pointerOf(path));
        return box && <div key={box.pointer} class="selection" style={placed(box, scale, 0)} />;
      })}
      <Selection scale={scale} />
      {guides.value.map(({ side, at }) => (
        <div key={side} class="guide" data-side={side} style={{ '--at': `${at * scale}px` }} />
      ))}
      {marquee.value && <div class="marquee" style={placed(marquee.value, scale, 0)} />}
      {drop.value?.mark && <div class="drop-mark" style={placed(drop.value.mark, scale, 2)} />}
    </div>
  );
}

/** Marks boxes of nodes that are left blank, that are empty, and that the panel clips. */
function hatchOf(box: DrawnBox): 'gap' | 'empty' | 'clipped' | undefined {
  const { gaps = [], of = {} } = drawn.value ?? {};
  if (gaps.some(({ pointer }) => pointer === box.pointer)) return 'gap';
  const node = valueAt(of, pathOf(box.pointer, of));
  if (isContainer(node) && isObject(node) && isList(node.children) && node.children.length === 0) return 'empty';
  return clippedBoxes.value.includes(box) ? 'clipped' : undefined;
}

function selectedBox(): BoxRectangle | undefined {
  const pointer = selectedPointer.value;
  return pointer === null ? undefined : boxOf(boxes.value, pointer);
}

function Selection({ scale }: { readonly scale: number }) {
  const box = selectedBox();
  const path = selected.value;
  const panel = device.value;
  if (!box || !path || !panel) return null;
  const { type, fill, outline } = selectedNode.value ?? {};
  const hasCorners = type === 'box' && (fill ?? outline) !== undefined;
  return (
    <div class="selection" data-main="" style={placed(box, scale, 0)}>
      {hasCorners && (
        <div
          class="corner"
          style={{ translate: `${radiusOf(panel) * scale}px ${radiusOf(panel) * scale}px` }}
          onPointerDown={pressCorner}
        />
      )}
      {placeIn(path) &&
        edges.map((edge) => (
          <div
            key={edge.name}
            class="edge"
            style={edgeStyle(edge)}
            onPointerDown={(event) => {
              pressEdge(event, edge);
            }}
          />
        ))}
    </div>
  );
}

/** Outside of the selection, at its edge. */
function edgeStyle({ name, width, height }: Edge) {
  return {
    left: `${(width + 1) * 50}%`,
    top: `${(height + 1) * 50}%`,
    translate: `${(width - 1) * 50}% ${(height - 1) * 50}%`,
    cursor: `${name}-resize`,
  };
}

interface RulerProps {
  readonly side: Side;
  readonly pixels: number;
  readonly scale: number;
  readonly dpi: number;
}

/** A ruler with a tick every 5 mm, and the size of the selection. */
export function Ruler({ side, pixels, scale, dpi }: RulerProps) {
  const words = texts.value.editor;
  const box = selectedBox();
  const tick = (5 * dpi * scale) / 25.4;
  const own = box && { at: side === 'width' ? box.x : box.y, px: box[side] };
  return (
    <div class="ruler" data-side={side} style={{ 'inline-size': `${pixels * scale}px`, '--tick': `${tick}px` }}>
      {own && (
        <div
          class="measured"
          style={{ 'inset-inline-start': `${own.at * scale}px`, 'inline-size': `${own.px * scale}px` }}
        >
          <span>
            <span class="unseen">{words.measured[side]} </span>
            <b>{words.mm({ value: decimalsOf((own.px * 25.4) / dpi, 1) })}</b> {own.px} px
          </span>
        </div>
      )}
    </div>
  );
}
