import type { JSX } from 'preact';

interface Props {
  readonly text: string;
  readonly search: string;
  readonly put: (text: string) => void;
}

/** What is searched for in a list, as it is typed. */
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
