import type { JSX } from 'preact';

interface Props {
  readonly text: string;
  readonly search: string;
  readonly put: (text: string) => void;
}

export function SearchField({ text, search, put }: Props): JSX.Element {
  return (
    <input
      type="search"
      aria-label={text}
      placeholder={text}
      value={search}
      onInput={({ currentTarget }) => {
        put(currentTarget.value);
      }}
    />
  );
}
