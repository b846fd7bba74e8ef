import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts/index.js';
import { IconButton } from './buttons.js';

interface DialogProps {
  readonly title: string;
  readonly head?: ComponentChildren;
  readonly wide?: boolean;
  readonly close: () => unknown;
  readonly children: ComponentChildren;
}

/** A modal dialog, open while it is mounted. The browser traps the focus and restores it. */
export function Dialog({ title, head, wide = false, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  /** Where the pointer went down: text may be selected beyond the dialog's edge. */
  const pressed = useRef<EventTarget | null>(null);
  const id = useId();
  // Not after the next frame: a key may come before it.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      // The menu that it was opened from has closed meanwhile.
      if (before instanceof HTMLElement && !before.checkVisibility())
        before.closest('.menu')?.querySelector<HTMLElement>('button')?.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file chooser that was cancelled says so, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={(event) => {
        if (event.target === element.current && pressed.current === element.current) close();
      }}
    >
      <div class="frame">
        <div class="head flow">
          <h2 id={id}>{title}</h2>
          {head}
          <IconButton icon="close" label={texts.value.close} press={close} />
        </div>
        <div class="body">{children}</div>
      </div>
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  readonly button: string;
  readonly off?: boolean;
  readonly submit: (form: HTMLFormElement) => unknown;
}

export function FormDialog({ button, off = false, submit, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        {children}
        <button class="button main" type="submit" aria-disabled={off || undefined}>
          {button}
        </button>
      </form>
    </Dialog>
  );
}
