import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../../texts/index.js';
import { Icon } from './icon.js';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly head?: ComponentChildren;
  readonly wide?: boolean;
  readonly close: () => void;
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
          <button type="button" class="button bare" aria-label={texts.value.close} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div class="body">{children}</div>
      </div>
    </dialog>
  );
}
