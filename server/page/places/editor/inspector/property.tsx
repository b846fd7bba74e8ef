import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../../parts/controls/buttons.js';
import { type Option, Select } from '../../../parts/controls/field.js';
import { Segments } from '../../../parts/controls/segments.js';
import { isList, isObject, type Json, plainText } from '../../../state/layout/json.js';
import { typeOf } from '../../../state/layout/nodes.js';
import type { Schema } from '../../../state/layout/schema.js';
import { texts } from '../../../texts/index.js';
import { put, putTyped } from '../model/actions.js';
import { settle } from '../model/document.js';
import { wrongs } from '../model/drawing.js';
import { selectedNode, selectedPointer } from '../model/state.js';
import { AnyJson } from './any.js';
import { Condition } from './condition.js';
import { Beside, type ControlProps, type PropertyProps, PropertyText, unsetWords } from './control.js';
import { LengthControl } from './length.js';
import { ShowsControl } from './shows.js';
import { SizeControl } from './size.js';
import { SourceControl } from './source.js';

/** A property of the selected node, with the control that its schema asks for. */
export function Property({ name, schema }: PropertyProps): JSX.Element {
  const words = texts.value.editor;
  const id = useId();
  const labels: Readonly<Record<string, string>> = words.properties_;
  const label = labels[name] ?? name;
  const pointer = `${selectedPointer.value ?? '#'}/${name}`;
  const wrong = wrongs.value.filter((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`));
  return (
    <div class="property" data-wrong={wrong.length > 0 || undefined}>
      <Control name={name} schema={schema} id={id} label={label} />
      {wrong.map(({ message }) => (
        <p key={message} class="wrong small" lang="en">
          {message}
        </p>
      ))}
    </div>
  );
}

function Control(props: ControlProps): JSX.Element {
  const { name, schema } = props;
  const node = selectedNode.value;
  const type = typeOf(node ?? undefined);
  if (name === 'text' && type === 'text') return <ShowsControl {...props} of="text" />;
  if (name === 'field') return <ShowsControl {...props} of="price" />;
  if (name === 'source') return <SourceControl {...props} />;
  if (name === 'when') return <Condition {...props} />;
  if (isList(schema.enum)) return <Choice {...props} values={schema.enum} />;
  if (isObject(schema.properties) && isObject(schema.properties.floor)) return <SizeControl {...props} />;
  if (isLength(schema)) return <LengthControl {...props} />;
  if (schema.type === 'boolean') return <Choice {...props} values={[true, false]} />;
  if (schema.type === 'integer' || schema.type === 'number') return <NumberControl {...props} />;
  if (schema.type === 'string') return <TextControl {...props} />;
  return <AnyJson {...props} />;
}

function isLength({ type, pattern }: Schema): boolean {
  return isList(type) && typeof pattern === 'string' && pattern.includes('mm|%');
}

/** A property that is one of a few: buttons if they are few and short, else a list. What is not said is as the schema says. */
function Choice({ name, id, label, values }: ControlProps & { readonly values: readonly Json[] }): JSX.Element {
  const words = texts.value.editor;
  const now = selectedNode.value?.[name];
  const names: Readonly<Record<string, string>> = words.values;
  const options = values.map((value): Option => {
    const text = plainText(value);
    return [text, names[`${name}.${text}`] ?? names[text] ?? text];
  });
  const choose = (chosen: string): boolean =>
    put(
      name,
      values.find((value) => plainText(value) === chosen),
    );
  const isFew = values.length <= 3 && options.map(([, text]) => text).join('').length <= 22;
  if (isFew && now !== undefined)
    return (
      <div class="beside">
        <span aria-hidden="true">{label}</span>
        <Segments
          legend={label}
          options={options.map(([value, text]) => ({ value, text }))}
          value={plainText(now)}
          choose={choose}
        />
        <Button look="bare unset" label={words.unsetNamed(label)} press={() => put(name, undefined)}>
          ×
        </Button>
      </div>
    );
  return (
    <Beside id={id} label={label}>
      <Select
        id={id}
        options={[['', words.unset(unsetWords(name))], ...options]}
        value={now === undefined ? '' : plainText(now)}
        put={choose}
      />
    </Beside>
  );
}

function NumberControl({ name, schema, id, label }: ControlProps): JSX.Element {
  const now = selectedNode.value?.[name];
  return (
    <Beside id={id} label={label}>
      <input
        id={id}
        type="number"
        min={Number(schema.minimum ?? 0)}
        max={Number(schema.maximum ?? 1000)}
        step={schema.type === 'integer' ? 1 : 'any'}
        value={typeof now === 'number' ? now : ''}
        placeholder={unsetWords(name) || '–'}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          putTyped(name, Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
        }
        onBlur={settle}
      />
    </Beside>
  );
}

function TextControl({ name, schema, id, label }: ControlProps): JSX.Element {
  return (
    <Beside id={id} label={label}>
      <PropertyText id={id} name={name} maxLength={Number(schema.maxLength ?? 400)} />
    </Beside>
  );
}
