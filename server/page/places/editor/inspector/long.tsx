import type { JSX } from 'preact';
import { LinkButton } from '../../../parts/controls/buttons.js';
import { isList, isObject, type Json } from '../../../state/layout/json.js';
import { texts } from '../../../texts/index.js';
import { document } from '../model/document.js';
import { select, selectedNode } from '../model/state.js';

export const concessions = ['shrink', 'hide', 'condense', 'hyphenate', 'lines'] as const;
export type Concession = (typeof concessions)[number];

/** What a layout gives up so that texts are whole, in its order. */
export function concessionsOf(value: Json | undefined): readonly Concession[] {
  if (!isList(value)) return concessions;
  return value.filter((each): each is Concession => concessions.some((one) => one === each));
}

/** What happens to a long text, in this order. */
export function Concessions(): JSX.Element {
  const words = texts.value.editor;
  const node = selectedNode.value;
  const lines = typeof node?.lines === 'number' ? node.lines : 1;
  const floor = isObject(node?.size) ? node.size.floor : undefined;
  const floorSaid = typeof floor === 'number' ? `${floor} px` : typeof floor === 'string' ? floor : words.usualFloor;
  return (
    <ol class="order small">
      <li>{words.wraps(lines)}</li>
      {concessionsOf(document.value.concessions).map((each) => (
        <li key={each}>{words.concedes[each](floorSaid)}</li>
      ))}
      <li>{words.ends}</li>
      <li class="way">
        <LinkButton text={words.changeOrder} press={() => select(null)} />
      </li>
    </ol>
  );
}
