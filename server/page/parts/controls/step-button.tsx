import type { JSX } from 'preact';
import { texts } from '../../texts/index.js';
import { Icon } from './icon.js';

interface Props {
  readonly way: 'undo' | 'redo';
  /** Whether there is something to take back, or to do again. */
  readonly can: boolean;
  readonly step: () => void;
}

/** Takes the last change back, or does it again. It keeps the focus when there is nothing more to do. */
export function StepButton({ way, can, step }: Props): JSX.Element {
  return (
    <button
      type="button"
      class={`button bare ${way}`}
      aria-label={texts.value[way]}
      aria-disabled={!can || undefined}
      onClick={step}
    >
      <Icon name={way} />
    </button>
  );
}
