import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { keyWanted } from '../api/key.js';
import { Dialog } from '../parts/controls/dialog.js';
import { texts } from '../texts/index.js';

export function KeyDialog(): JSX.Element | null {
  const words = texts.value.key;
  const wanted = keyWanted.value;
  const form = useRef<HTMLFormElement>(null);
  if (!wanted) return null;
  const { refusal, answer } = wanted;
  return (
    <Dialog title={words.title} close={() => answer(null)}>
      <form
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(form.current!);
          answer((data.get('key') as string).trim(), data.has('keep'));
        }}
      >
        <p class="soft small">{words.note}</p>
        <label class="field">
          <span>{words.label}</span>
          <input name="key" type="password" autocomplete="off" required autofocus />
        </label>
        {refusal !== null && (
          <p class="said wrong" role="alert">
            {words.refused(refusal)}
          </p>
        )}
        <label class="check">
          <input name="keep" type="checkbox" /> {words.keep}
        </label>
        <button class="button main" type="submit">
          {words.use}
        </button>
      </form>
    </Dialog>
  );
}
