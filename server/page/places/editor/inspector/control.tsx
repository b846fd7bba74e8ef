import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { LinkButton } from '../../../parts/controls/index.js';
import type { Json } from '../../../state/layout/json.js';
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

type InputAttributes = Pick<
  InputHTMLAttributes,
  'aria-label' | 'autocomplete' | 'id' | 'max' | 'maxLength' | 'min' | 'placeholder' | 'step'
>;

interface TypedProps extends InputAttributes {
  readonly value: Json | undefined;
  readonly isNumber?: boolean;
  readonly spellcheck?: boolean;
  readonly put: (text: string) => unknown;
}

/** An input for a part of the document. What is typed until it loses the focus is one step to undo. */
export function TypedInput({ value, put, isNumber = false, ...attributes }: TypedProps) {
  const text = typeof value === 'string' ? value : '';
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    void put(currentTarget.value);
  const all = { ...attributes, value: text, defaultValue: text, onInput, onBlur: settle };
  return isNumber ? <input {...all} type="number" /> : <input {...all} />;
}

/** An input for a text property. An empty text removes the property. */
export function PropertyText({ name, ...rest }: Pick<ControlProps, 'id' | 'name'> & { readonly maxLength: number }) {
  return (
    <TypedInput
      {...rest}
      value={selectedNode.value?.[name]}
      placeholder={unsetWords(name)}
      spellcheck={false}
      autocomplete="off"
      put={(text) => putTyped(name, text === '' ? undefined : text)}
    />
  );
}

interface NumberProps extends InputAttributes {
  readonly value: number | undefined;
  /** @param value undefined: empty, or no number yet */
  readonly put: (value: number | undefined) => unknown;
}

export function NumberInput({ value, put, ...attributes }: NumberProps) {
  /** "1.0" may become "1.05". */
  const typed = useRef('');
  const isTyped = typed.current !== '' && Number(typed.current) === value;
  return (
    <TypedInput
      {...attributes}
      isNumber
      value={isTyped ? typed.current : String(value ?? '')}
      put={(text) => {
        typed.current = text;
        // A text that is no number has an empty value.
        return put(text === '' ? undefined : Number(text));
      }}
    />
  );
}

export function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
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
