import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../../texts/index.js';

interface AloneProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** A page that shows only an error. */
export function Alone({ title, text, children }: AloneProps): JSX.Element {
  return (
    <div class="alone">
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      {children}
    </div>
  );
}

export function Loading(): JSX.Element {
  return (
    <p class="alone" role="status">
      {texts.value.loading}
    </p>
  );
}
