import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { bindPath, updatePath } from '../../api/labels.js';
import { listen } from '../../browser/ends.js';
import { CopyText, Icon } from '../../parts/controls/index.js';
import { writeCalls } from '../../state/calls.js';
import { bindingOf, updateOf } from '../../state/fields.js';
import { placeAddress } from '../../parts/place-address.js';
import { texts } from '../../texts/index.js';
import { callLanguage, CallLanguages } from '../call-languages.js';
import { live } from './live.js';
import { layout, state } from './model.js';
import { needsBinding } from './sender.js';

export const codeOpen = signal(false);

/** What the button sends as calls to copy. Open, it covers the pickers, never the label. */
export function CodeDrawer() {
  const words = texts.value.preview;
  const open = codeOpen.value;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (codeOpen.peek()) button.current!.focus();
    return () => {
      codeOpen.value = false;
    };
  }, []);
  useLayoutEffect(() => {
    if (!open) return undefined;
    return listen(document, 'keydown', ({ key, defaultPrevented }) => {
      if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return;
      codeOpen.value = false;
      button.current!.focus();
    });
  }, [open]);
  const { label } = state.value;
  const chosen = needsBinding.value ? layout.value : undefined;
  const body = chosen && bindingOf(state.value, chosen);
  const calls = [
    ...(body
      ? [{ method: 'PUT', url: location.origin + bindPath(label, body, live.value?.label), body } as const]
      : []),
    { method: 'POST', url: location.origin + updatePath(label), body: updateOf(state.value) } as const,
  ];
  const text = writeCalls(callLanguage.value, calls);
  return (
    <section class="code-drawer" aria-label={words.code} data-open={open || undefined}>
      {open && (
        <div class="sheet">
          <div class="flow">
            <h2>{words.codeTitle}</h2>
            <a class="small" href={placeAddress('/docs')}>
              {words.allCalls}
            </a>
            <CallLanguages />
          </div>
          <pre tabIndex={0} aria-label={words.codeTitle}>
            <code>{text}</code>
          </pre>
        </div>
      )}
      <div class="bar line">
        <button
          ref={button}
          type="button"
          class="open line fine fill"
          aria-expanded={open}
          onClick={() => (codeOpen.value = !open)}
        >
          <Icon name="code" /> <b>{words.code}</b>
          <code class="clip soft fill" aria-hidden="true">
            {writeCalls('curl', calls).replaceAll(/\\?\n\s*/g, ' ')}
          </code>
          <Icon name={open ? 'down' : 'up'} />
        </button>
        <CopyText text={() => text} />
      </div>
    </section>
  );
}
