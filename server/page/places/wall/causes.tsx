import type { JSX } from 'preact';
import { LinkButton } from '../../parts/controls/index.js';
import { texts } from '../../texts/index.js';
import type { Item } from './items.js';
import { change, shown } from './model.js';
import { mounted } from './output.js';

/** Lines of a cause that are links. */
const maxLinked = 20;

/** Rows by what is wrong with them. Their lines lead to their labels. */
export function Causes({ causes }: { readonly causes: ReadonlyMap<string, readonly Item[]> }): JSX.Element {
  const words = texts.value.wall;
  return (
    <ul class="causes stack small">
      {[...causes].map(([cause, items]) => (
        <li key={cause}>
          <p>{cause}</p>
          <p class="lines flow">
            {items.slice(0, maxLinked).map((item) => (
              <LinkButton key={item.id} text={words.line(item.line)} press={() => goTo(item)} />
            ))}
            {items.length > maxLinked && <span class="soft">{`+ ${items.length - maxLinked}`}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus to a label, which may be hidden by a filter or not mounted yet. */
async function goTo(item: Item): Promise<void> {
  if (!shown.peek().includes(item)) change({ warned: false, found: '' });
  mounted.value = Math.max(mounted.peek(), shown.peek().indexOf(item) + 1);
  await new Promise(requestAnimationFrame);
  const label = document.getElementById(`label-${item.id}`);
  label?.querySelector<HTMLElement>('.picture')?.focus({ preventScroll: true });
  label?.scrollIntoView({ block: 'center' });
}
