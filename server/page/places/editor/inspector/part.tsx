import type { JSX } from 'preact';
import { LinkButton } from '../../../parts/controls/buttons.js';
import type { Path } from '../../../state/layout/json.js';
import { type LayoutNode, ownPart, typeOf } from '../../../state/layout/nodes.js';
import { texts } from '../../../texts/index.js';
import { document } from '../model/document.js';
import { select } from '../model/state.js';

/** What a part is, for the place where it stands and for what is in it. */
export function PartNote({ node, path }: { readonly node: LayoutNode; readonly path: Path }): JSX.Element | null {
  const words = texts.value.editor;
  if (path[0] === 'parts') {
    const places = JSON.stringify(document.value).split(`"part":${JSON.stringify(path[1])}`).length - 1;
    return <p class="note small soft">{words.inPart(String(path[1]), places)}</p>;
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
