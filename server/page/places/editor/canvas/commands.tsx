import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { listen, together } from '../../../browser/ends.js';
import { copyText } from '../../../browser/hand-over.js';
import { LinkButton } from '../../../parts/controls/index.js';
import { placeIn, typeOf } from '../../../state/layout/nodes.js';
import { texts } from '../../../texts/index.js';
import { align, duplicate, remove, shareOut, unwrap, wrap } from '../model/actions.js';
import { copyNodes, cutNodes, pasteNodes } from '../model/clipboard.js';
import { announcement, chosen, selectedNode } from '../model/state.js';
import { startTyping } from './typing.js';

interface EditorCommand {
  readonly text: string;
  readonly keys?: string;
  readonly press: () => unknown;
}

function commands(): readonly EditorCommand[] {
  const words = texts.value.editor;
  const paths = chosen.value;
  const type = typeOf(selectedNode.value ?? undefined);
  const isMac = /Mac|iP/.test(navigator.userAgent);
  const control = isMac ? '⌘' : `${words.control}+`;
  const paste = { text: words.paste, keys: `${control}V`, press: () => pasteNodes() };
  if (!paths.some((path) => placeIn(path))) return [paste];
  const isMany = paths.length > 1;
  return [
    ...(type === 'text' && !isMany ? [{ text: words.typed, press: startTyping }] : []),
    { text: texts.value.copy, keys: `${control}C`, press: () => hand(copyNodes()) },
    { text: words.cutBox, keys: `${control}X`, press: () => hand(cutNodes()) },
    paste,
    { text: words.duplicate, keys: `${control}D`, press: duplicate },
    { text: words.wrapRow, keys: `${control}G`, press: () => wrap('row') },
    { text: words.wrapColumn, keys: `${control}${isMac ? '⇧' : `${words.shift}+`}G`, press: () => wrap('column') },
    ...(type === 'box' && !isMany ? [{ text: words.unwrap, press: unwrap }] : []),
    ...(isMany ? [...aligning(), { text: words.shareOut, press: shareOut }] : []),
    { text: words.remove, press: remove },
  ];
}

function aligning(): readonly EditorCommand[] {
  const { aligned } = texts.value.editor;
  return (['x', 'y'] as const).flatMap((axis) =>
    aligned[axis].map((text, place) => ({ text, press: () => align(axis, place) })),
  );
}

async function hand(text: string | null): Promise<void> {
  if (text !== null) announcement.value = (await copyText(text)) ? texts.peek().copied : texts.peek().editor.copiedHere;
}

export function Ways() {
  return (
    <div class="ways">
      {commands().map(({ text, press }) => (
        <LinkButton key={text} text={text} press={press} />
      ))}
    </div>
  );
}

const menu = signal<{ readonly x: number; readonly y: number } | null>(null);

/** Opens the menu at the pointer, or for a key, at the element with the focus. */
export function openMenu(event: MouseEvent): void {
  // A long touch begins a drag.
  if (event instanceof PointerEvent && event.pointerType === 'touch') return;
  event.preventDefault();
  const { left, top } = (event.target as Element).getBoundingClientRect();
  menu.value = event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: left + 24, y: top + 24 };
}

export function ContextMenu() {
  return menu.value && <Menu at={menu.value} />;
}

function Menu({ at }: { readonly at: { readonly x: number; readonly y: number } }) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const close = (): void => {
    menu.value = null;
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useLayoutEffect(() => {
    element.current!.showPopover();
    const { style, offsetWidth, offsetHeight } = element.current!;
    style.left = `${Math.min(at.x, innerWidth - offsetWidth - 8)}px`;
    style.top = `${Math.max(8, Math.min(at.y, innerHeight - offsetHeight - 8))}px`;
    walk(1);
    // Not a popover that closes by itself: the end of the press that opens it would.
    const outside = ({ target }: Event): void => {
      if (target instanceof Node && !element.current!.contains(target)) menu.value = null;
    };
    return together(listen(document, 'pointerdown', outside), listen(document, 'keydown', press));
  }, [at]);
  /** The next item from the one with the focus, round at the ends. */
  const walk = (by: 1 | -1): void => {
    const items = [...element.current!.querySelectorAll('button')];
    const now = items.findIndex((item) => item === document.activeElement);
    items.at((now < 0 && by < 0 ? 0 : now + by) % items.length)?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (!['ArrowDown', 'ArrowUp', 'Escape', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Escape') close();
    else walk(event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
  };
  return (
    <div ref={element} popover="manual" role="menu" class="context-menu fine" aria-label={texts.value.editor.commands}>
      {commands().map(({ text, keys, press }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          onClick={() => {
            close();
            press();
          }}
        >
          {text}{' '}
          {keys && (
            <kbd class="soft" aria-hidden="true">
              {keys}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}
