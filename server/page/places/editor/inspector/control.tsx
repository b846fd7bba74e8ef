import type { ComponentChildren, JSX } from 'preact';
import type { Schema } from '../../../state/layout/schema.js';
import { texts } from '../../../texts/index.js';
import { putTyped } from '../model/actions.js';
import { settle } from '../model/document.js';
import { selectedNode } from '../model/state.js';

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

/** What a property is as long as nothing sets it, in words; empty: unknown. */
export function unsetWords(name: string): string {
  const words: Readonly<Record<string, string>> = texts.value.editor.unsets;
  return words[name] ?? '';
}

/** An input for a property that is a text; empty: nothing sets it. */
export function PropertyText({
  id,
  name,
  maxLength,
}: Pick<ControlProps, 'id' | 'name'> & { readonly maxLength: number }) {
  const now = selectedNode.value?.[name];
  return (
    <input
      id={id}
      value={typeof now === 'string' ? now : ''}
      maxLength={maxLength}
      spellcheck={false}
      autocomplete="off"
      onInput={({ currentTarget: { value } }) => putTyped(name, value === '' ? undefined : value)}
      onBlur={settle}
    />
  );
}

/** Controls under a heading. */
export function Group({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="group" role="group" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </div>
  );
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
