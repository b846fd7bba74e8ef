import type { ComponentChildren } from 'preact';
import { texts } from '../../texts/index.js';

interface AloneProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function Alone({ title, text, children }: AloneProps) {
  return (
    <div class="alone">
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      {children}
    </div>
  );
}

interface SaidProps {
  readonly look?: string;
  /** Whether screen readers are interrupted. */
  readonly alert?: boolean;
  readonly text: ComponentChildren;
}

/** Words that screen readers say when they change. */
export function Said({ look = 'unseen', alert = false, text }: SaidProps) {
  return (
    <p class={look} role={alert ? 'alert' : 'status'}>
      {text}
    </p>
  );
}

export function Loading() {
  return <Said look="alone" text={texts.value.loading} />;
}
