import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.js';

/** What is said at a field: what is wrong with it, or a warning with the number that stands at its box. */
export interface Said {
  readonly words: string;
  /** Absent: it is wrong. */
  readonly mark?: number;
}

/** What the control of a field is given: its id, and what describes it. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean | undefined;
}

interface Props {
  readonly label: string;
  /** The name that problems and warnings call it. */
  readonly name: string;
  readonly aside?: string;
  readonly note?: string;
  /** At the end of the control, such as a currency's sign. */
  readonly sign?: string;
  readonly said?: readonly Said[];
  readonly wide?: boolean;
  readonly children: (props: ControlProps) => ComponentChildren;
}

/** A labelled control with a note below, and what is said about it. */
export function Field({ label, name, aside, note, sign, said = [], wide = false, children }: Props): JSX.Element {
  const id = useId();
  const wrong = said.some(({ mark }) => mark === undefined);
  const control = {
    id,
    name,
    'aria-describedby': `${id}-note ${id}-said`,
    'aria-invalid': wrong || undefined,
  };
  return (
    <div class={wide ? 'field wide' : 'field'} data-wrong={wrong || undefined}>
      <label for={id}>
        {label} {aside && <span class="aside">{aside}</span>}
      </label>
      <div class="control" data-sign={sign ? '' : undefined}>
        {children(control)}
        {sign && (
          <span class="sign" aria-hidden="true">
            {sign}
          </span>
        )}
      </div>
      <p id={`${id}-note`} class="note" hidden={note === undefined}>
        {note}
      </p>
      <div id={`${id}-said`} class="said" aria-live="polite">
        {said.map(({ words, mark }) => (
          <p key={words} class={mark === undefined ? 'wrong' : 'warned'}>
            {mark === undefined ? <Icon name="refused" /> : <span class="mark">{mark}</span>}
            <span>{words}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** Moves the focus to a control by the name of its field, or to the first that is wrong. */
export function focusField(name?: string): void {
  const found =
    name === undefined
      ? document.querySelector<HTMLElement>('[aria-invalid="true"]')
      : document.querySelector<HTMLElement>(`.field [name="${CSS.escape(name)}"]`);
  const closed = found?.closest('details:not([open])');
  if (closed instanceof HTMLDetailsElement) closed.open = true;
  found?.focus();
}
