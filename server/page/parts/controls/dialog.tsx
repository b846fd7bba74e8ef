import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../../texts/index.js';
import { IconButton } from './buttons.js';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly head?: ComponentChildren;
  readonly wide?: boolean;
  readonly close: () => unknown;
  readonly children: ComponentChildren;
}

/** A modal dialog, open as long as it is there. The browser keeps the focus in it and gives it back. */
export function Dialog({ title, head, wide = false, close, children }: Props): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current!.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="frame">
        <div class="head">
          <h2 id={id}>{title}</h2>
          {head}
          <IconButton icon="close" label={texts.value.close} press={close} />
        </div>
        <div class="body">{children}</div>
      </div>
    </dialog>
  );
}
