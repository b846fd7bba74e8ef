import type { JSX } from 'preact';

interface Props {
  readonly text: string;
  readonly press: () => void;
}

export function LinkButton({ text, press }: Props): JSX.Element {
  return (
    <button type="button" class="link" onClick={press}>
      {text}
    </button>
  );
}
