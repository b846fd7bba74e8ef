import { computed, signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../parts/controls/index.js';
import { pointerOf } from '../../../state/layout/json.js';
import { isContainer, type TreeRow, treeRows, typeOf } from '../../../state/layout/nodes.js';
import { type LimitName, type VariantLimits, limitsOf, shapeOf, variantsOf } from '../../../state/layout/variants.js';
import { language, texts } from '../../../texts/index.js';
import { openMenu } from '../canvas/commands.js';
import { drop, dropTarget, rowSource } from '../canvas/drag.js';
import { document } from '../model/document.js';
import { opened } from '../model/opened.js';
import { chosen, isSelected, root, select, selectedPointer, toggleSelected } from '../model/state.js';
import { iconOf, kindOf, nameOf } from '../names.js';

/** The pointers of the collapsed rows. */
const closed = signal<ReadonlySet<string>>(new Set());

const shown = computed<readonly TreeRow[]>(() => {
  const all = treeRows(document.value, root.value);
  const hidden = new Set<TreeRow>();
  for (const [i, row] of all.entries())
    if (closed.value.has(row.pointer)) for (const inner of all.slice(i + 1, i + 1 + row.inner)) hidden.add(inner);
  return all.filter((row) => !hidden.has(row));
});

/** The layout, and the nodes of the root for the shown panel. */
export function Tree() {
  const words = texts.value.editor;
  const list = useRef<HTMLDivElement>(null);
  /** Whether a key was pressed in the tree: then the focus stays there, even if its row disappears. */
  const walking = useRef(isBegun());
  const chosen = selectedPointer.value;
  const rows = shown.value;
  useLayoutEffect(() => {
    const row = list.current!.querySelector<HTMLElement>('[tabindex="0"]');
    // Only the tree scrolls: on a phone the page would leave the label.
    const { scrollHeight, clientHeight } = list.current!.parentElement!;
    if (scrollHeight > clientHeight) row?.scrollIntoView({ block: 'nearest' });
    if (walking.current || list.current!.contains(window.document.activeElement)) row?.focus();
    walking.current = false;
  }, [chosen, rows]);
  useEffect(() => dropTarget(list.current!), []);
  return (
    <nav class="tree" aria-label={words.tree}>
      <p class="variant small soft">{variantWords()}</p>
      <div
        ref={list}
        role="tree"
        aria-label={words.tree}
        aria-multiselectable="true"
        onKeyDown={(event) => {
          walking.current = event.key !== 'Tab' && event.key !== 'Enter';
          walk(event);
        }}
      >
        <div
          role="treeitem"
          aria-level={1}
          aria-selected={chosen === null}
          tabIndex={chosen === null ? 0 : -1}
          class="row line"
          style={{ '--level': '0' }}
          onClick={() => select(null)}
        >
          <Icon name="label" />
          <span class="name clip fine">{texts.value.preview.fieldNames.layout}</span>
        </div>
        {rows.map((row) => (
          <Row key={row.pointer} row={row} chosen={row.pointer === chosen} />
        ))}
      </div>
    </nav>
  );
}

/** A new layout is edited with the keyboard from its first key on. */
function isBegun(): boolean {
  return opened.peek()?.version === null && window.document.activeElement === window.document.body;
}

function Row({ row, chosen }: { readonly row: TreeRow; readonly chosen: boolean }) {
  const { node, pointer, path } = row;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => rowSource(element.current!, path), [pointer]);
  const isOpen = !closed.value.has(pointer);
  const name = row.parent === null ? texts.value.editor.root : nameOf(node);
  const kind = kindOf(node);
  return (
    <div
      role="treeitem"
      aria-level={row.level + 1}
      aria-setsize={row.of}
      aria-posinset={row.place}
      aria-selected={isSelected(pointer)}
      aria-expanded={row.inner > 0 ? isOpen : undefined}
      tabIndex={chosen ? 0 : -1}
      class="row line"
      style={{ '--level': String(row.level) }}
      ref={element}
      data-pointer={pointer}
      data-drop={drop.value?.row === pointer ? drop.value.side : undefined}
      onClick={({ shiftKey, ctrlKey, metaKey }) => {
        if (shiftKey || ctrlKey || metaKey) toggleSelected(path);
        else select(path);
      }}
      onContextMenu={(event) => {
        if (!isSelected(pointer)) select(path);
        openMenu(event);
      }}
      onDblClick={() => {
        toggle(pointer, !isOpen);
      }}
    >
      <Icon name={iconOf(typeOf(node))} />
      <span class="name clip fine">{name}</span>
      {(isContainer(node) || row.parent === null) && name !== kind && <span class="soft small to-end">{kind}</span>}
    </div>
  );
}

function toggle(pointer: string, open: boolean): void {
  const next = new Set(closed.peek());
  if (open) next.delete(pointer);
  else next.add(pointer);
  closed.value = next;
}

/** With Shift, up and down select more rows, or fewer. */
function extend(event: KeyboardEvent): boolean {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const rows = shown.peek();
  const at = rows.findIndex(({ pointer }) => pointer === selectedPointer.peek());
  const [row, next] = [rows[at], rows[at + by]];
  if (by === 0 || !event.shiftKey || event.ctrlKey || event.altKey || !row || !next) return false;
  event.preventDefault();
  const others = chosen.peek().filter((path) => pointerOf(path) !== next.pointer);
  select(next.path, isSelected(next.pointer) ? others.filter((path) => pointerOf(path) !== row.pointer) : others);
  return true;
}

/** Up and down walk, right opens or goes in, left closes or goes out. */
function walk(event: KeyboardEvent): void {
  if (extend(event)) return;
  const rows = shown.peek();
  const at = rows.findIndex(({ pointer }) => pointer === selectedPointer.peek());
  const row = rows[at];
  const to = (place: number): boolean => {
    const next = rows[Math.max(-1, Math.min(rows.length - 1, place))];
    return select(next?.path ?? null);
  };
  const isOpen = row !== undefined && row.inner > 0 && !closed.peek().has(row.pointer);
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => to(at + 1),
    ArrowUp: () => to(at - 1),
    Home: () => to(-1),
    End: () => to(rows.length - 1),
    ArrowRight: () => {
      if (row && row.inner > 0 && !isOpen) toggle(row.pointer, true);
      else if (isOpen || !row) to(at + 1);
    },
    ArrowLeft: () => {
      if (row && isOpen) toggle(row.pointer, false);
      else to(rows.findIndex(({ pointer }) => pointer === row?.parent));
    },
  };
  const move = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey ? undefined : moves[event.key];
  if (!move) return;
  event.preventDefault();
  move();
}

function variantWords(): string {
  const words = texts.value.editor;
  const [, place] = root.value;
  if (typeof place !== 'number') return variantsOf(document.value).length > 0 ? words.onOthers : words.onAll;
  return variantName(limitsOf(variantsOf(document.value)[place]!));
}

/** "On squares". */
export function variantName(limits: VariantLimits): string {
  const words = texts.value.editor;
  if (Object.keys(limits).length === 0) return words.onAll;
  const shape = shapeOf(limits);
  if (shape !== 'other') return words.on[shape];
  return words.onLimits({
    limits: (Object.entries(limits) as [LimitName, number][])
      .map(([name, value]) =>
        words.limits[name]({ value: value.toLocaleString(language.value, { useGrouping: false }) }),
      )
      .join(', '),
  });
}
