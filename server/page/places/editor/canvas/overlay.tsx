import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { placed, type Rectangle } from '../../../parts/label/label.js';
import { boxOf } from '../../../state/layout/drop.js';
import { placeIn } from '../../../state/layout/nodes.js';
import { texts } from '../../../texts/index.js';
import { boxes } from '../model/drawing.js';
import { selected, selectedNode, selectedPointer } from '../model/state.js';
import { nameOf } from '../names.js';
import { drop, edges, pressEdge, pressLabel, setPaper } from './gestures.js';
import { nudgeKey, pressKey } from './keys.js';

/** What lies over the label: the outlines of its boxes, the selection with its edges, and the mark where something would go. */
export function Overlay({ scale }: { readonly scale: number }): JSX.Element {
  const words = texts.value.editor;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    setPaper(element.current, scale);
    return () => {
      setPaper(null, 1);
    };
  }, [scale]);
  const node = selectedNode.value;
  return (
    <div
      ref={element}
      class="overlay"
      role="application"
      tabIndex={0}
      aria-label={words.canvas(node ? nameOf(node, texts.value) : words.wholeLayout)}
      aria-describedby="editor-keys"
      onPointerDown={pressLabel}
      onKeyDown={(event) => nudgeKey(event) || pressKey(event)}
    >
      {boxes.value.map((box, i) => (
        <div key={i} class="outline" style={placed(box, scale, 0)} />
      ))}
      <Selection scale={scale} />
      {drop.value && <div class="drop-mark" style={placed(drop.value.mark, scale, 2)} />}
    </div>
  );
}

export function selectedBox(): Rectangle | undefined {
  const pointer = selectedPointer.value;
  return pointer === null ? undefined : boxOf(boxes.value, pointer);
}

function Selection({ scale }: { readonly scale: number }): JSX.Element | null {
  const box = selectedBox();
  const path = selected.value;
  if (!box || !path) return null;
  return (
    <div class="selection" style={placed(box, scale, 0)}>
      {placeIn(path) &&
        edges.map((edge) => (
          <div
            key={edge.name}
            class="edge"
            data-edge={edge.name}
            onPointerDown={(event) => {
              pressEdge(event, edge);
            }}
          />
        ))}
    </div>
  );
}
