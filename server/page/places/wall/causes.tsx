import { LinkButton } from '../../parts/controls/index.js';
import { texts } from '../../texts/index.js';
import type { Item } from './items.js';
import { change, shown } from './model.js';
import { mounted } from './output.js';

export function lineLink(item: Item) {
  return <LinkButton key={item.id} text={texts.value.wall.line({ line: item.line })} press={() => goTo(item)} />;
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
