import type { ComponentChildren, JSX } from 'preact';
import { LinkButton } from '../../../parts/controls/index.js';
import { typeOf } from '../../../state/layout/nodes.js';
import type { Schema } from '../../../state/layout/schema.js';
import { texts } from '../../../texts/index.js';
import { putTyped } from '../model/actions.js';
import { settle } from '../model/document.js';
import { change, selectedNode } from '../model/state.js';

export interface PropertyProps {
  readonly name: string;
  readonly schema: Schema;
}

export interface ControlProps extends PropertyProps {
  readonly id: string;
  readonly label: string;
}

interface BesideProps extends Pick<ControlProps, 'id' | 'label'> {
  readonly children: JSX.Element;
}

/** The default of a property in words; empty: unknown. */
export function unsetWords(name: string): string {
  const words: Readonly<Record<string, string>> = texts.value.editor.unsets;
  return words[`${typeOf(selectedNode.value ?? undefined)}.${name}`] ?? words[name] ?? '';
}

/** An input for a text property. An empty text removes the property. */
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
      defaultValue={typeof now === 'string' ? now : ''}
      maxLength={maxLength}
      placeholder={unsetWords(name)}
      spellcheck={false}
      autocomplete="off"
      onInput={({ currentTarget: { value } }) => putTyped(name, value === '' ? undefined : value)}
      onBlur={settle}
    />
  );
}

interface NumberProps extends Pick<ControlProps, 'id'> {
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step: number | 'any';
  readonly placeholder?: string;
  /** @param value undefined: empty, or no number yet */
  readonly put: (value: number | undefined) => unknown;
}

export function NumberInput({ value, put, ...attributes }: NumberProps): JSX.Element {
  return (
    <input
      {...attributes}
      type="number"
      value={value ?? ''}
      defaultValue={value ?? ''}
      onInput={({ currentTarget: { valueAsNumber } }) => put(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)}
      onBlur={settle}
    />
  );
}

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

export function Beside({ id, label, children }: BesideProps): JSX.Element {
  return (
    <div class="beside line">
      <label for={id}>{label}</label>
      {children}
    </div>
  );
}

/** A property without a specific control is typed in the JSON of the layout. */
export function AnyJson({ name, id, label }: ControlProps): JSX.Element {
  const now = selectedNode.value?.[name];
  return (
    <Beside id={id} label={label}>
      <output id={id}>
        {now !== undefined && <code>{JSON.stringify(now)}</code>}{' '}
        <LinkButton text={texts.value.editor.toJson} press={() => change({ show: 'json' })} />
      </output>
    </Beside>
  );
}
