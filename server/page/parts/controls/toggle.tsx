import type { JSX } from 'preact';

interface Props {
  readonly pressed: boolean;
  readonly text: string;
  readonly press: (pressed: boolean) => void;
}

export function Toggle({ pressed, text, press }: Props): JSX.Element {
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={pressed}
      onClick={() => {
        press(!pressed);
      }}
    >
      {text}
    </button>
  );
}
