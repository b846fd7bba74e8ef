import type { JSX } from 'preact';
import type { Schema } from '../../../state/layout/schema.js';

export interface PropertyProps {
  readonly name: string;
  readonly schema: Schema;
}

export interface ControlProps extends PropertyProps {
  readonly id: string;
  readonly label: string;
}

interface Props extends Pick<ControlProps, 'id' | 'label'> {
  readonly children: JSX.Element;
}

/** A property in a row: its words, and beside them its control. */
export function Beside({ id, label, children }: Props): JSX.Element {
  return (
    <div class="beside">
      <label for={id}>{label}</label>
      {children}
    </div>
  );
}
