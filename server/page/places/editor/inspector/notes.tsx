import { LinkButton } from '../../../parts/controls/index.js';
import { isList, isObject, type Json, type Path } from '../../../state/layout/json.js';
import { type LayoutNode, ownPart, typeOf } from '../../../state/layout/nodes.js';
import { textOf, texts } from '../../../texts/index.js';
import { document } from '../model/document.js';
import { select, selectedNode } from '../model/state.js';

/** Explains a part, at a place that uses it and inside it. */
export function PartNote({ node, path }: { readonly node: LayoutNode; readonly path: Path }) {
  const words = texts.value.editor;
  if (path[0] === 'parts') {
    const places = JSON.stringify(document.value).split(`"part":${JSON.stringify(path[1])}`).length - 1;
    return <p class="note small soft">{words.inPart({ name: String(path[1]), places })}</p>;
  }
  if (typeOf(node) !== 'part') return null;
  const own = ownPart(document.value, node);
  if (!own) return <p class="note small soft">{words.shippedPart}</p>;
  return (
    <p class="note small soft">
      {words.ownPart} <LinkButton text={words.toPart} press={() => select(own.path)} />
    </p>
  );
}

export const concessions = ['shrink', 'hide', 'condense', 'hyphenate', 'lines'] as const;
export type ConcessionName = (typeof concessions)[number];

/** What a layout concedes to keep texts complete, in its order. */
export function concessionsOf(value: Json | undefined): readonly ConcessionName[] {
  if (!isList(value)) return concessions;
  return value.filter((each): each is ConcessionName => concessions.some((one) => one === each));
}

export function Concessions() {
  const words = texts.value.editor;
  const node = selectedNode.value;
  const lines = typeof node?.lines === 'number' ? node.lines : 1;
  const floor = isObject(node?.size) ? node.size.floor : undefined;
  const floorSaid = typeof floor === 'number' ? `${floor} px` : typeof floor === 'string' ? floor : words.usualFloor;
  return (
    <ol class="order small">
      <li>{words.wraps({ lines })}</li>
      {concessionsOf(document.value.concessions).map((each) => (
        <li key={each}>{textOf(words.concedes, each, { floor: floorSaid })}</li>
      ))}
      <li>{words.ends}</li>
      <li class="way">
        <LinkButton text={words.changeOrder} press={() => select(null)} />
      </li>
    </ol>
  );
}
