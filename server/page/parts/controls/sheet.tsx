import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listen, together } from '../../browser/ends.js';
import { Icon, type IconName } from './icon.js';

interface SheetProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly arrow?: boolean;
  readonly children: ComponentChildren;
}

/** A button that opens a sheet below it. Escape, a press outside and leaving the focus close it. */
export function Sheet({ label, icon, arrow = false, children }: SheetProps) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Not after the next frame: Escape may come before it.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const outside = ({ target }: Event): void => {
      if (target instanceof Node && !whole.current!.contains(target)) setOpen(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      button.current!.focus();
    };
    return together(
      listen(document, 'pointerdown', outside),
      listen(document, 'focusin', outside),
      listen(document, 'keydown', escape),
    );
  }, [open]);
  return (
    <div class="menu" ref={whole}>
      <button
        ref={button}
        type="button"
        class="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {icon && <Icon name={icon} />}
        <span class={icon && 'word'}>{label}</span>
        {arrow && <Icon name="down" />}
      </button>
      <div id={id} class="sheet stack" hidden={!open}>
        {children}
      </div>
    </div>
  );
}
