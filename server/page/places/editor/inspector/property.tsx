import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button, FileButton, type Option, Segments, Select } from '../../../parts/controls/index.js';
import { isList, isObject, type Json, plainText } from '../../../state/layout/json.js';
import { typeOf } from '../../../state/layout/nodes.js';
import type { Schema } from '../../../state/layout/schema.js';
import { textOf, texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { pictureTypes, pictureUri } from '../frame/picture-dialog.js';
import { put, putTyped } from '../model/actions.js';
import { wrongs } from '../model/drawing.js';
import { device, selectedNode, selectedPointer } from '../model/state.js';
import { Condition } from './condition.js';
import {
  AnyJson,
  Beside,
  type ControlProps,
  NumberInput,
  type PropertyProps,
  PropertyText,
  unsetWords,
} from './control.js';
import { LengthControl, SizeControl } from './length.js';
import { ShowsControl } from './shows.js';

export function Property({ name, schema }: PropertyProps) {
  const words = texts.value.editor;
  const id = useId();
  const label = textOf(words.propertyNames, name) ?? nameOfData(name);
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

function Control(props: ControlProps) {
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

/** A choice: buttons if the values are few and short, else a list. */
function Choice({ name, id, label, values }: ControlProps & { readonly values: readonly Json[] }) {
  const words = texts.value.editor;
  const now = selectedNode.value?.[name];
  const options = values.map((value): Option => {
    const text = plainText(value);
    return [text, textOf(words.values, `${name}.${text}`) ?? textOf(words.values, text) ?? nameOfData(text)];
  });
  const choose = (chosen: string): boolean =>
    put(
      name,
      values.find((value) => plainText(value) === chosen),
    );
  if (values.includes('accent'))
    return <InkChoice {...{ name, id, label, options, choose }} now={plainText(now ?? '')} />;
  const isFew = values.length <= 3 && options.map(([, text]) => text).join('').length <= 22;
  if (isFew && now !== undefined)
    return (
      <div class="beside line">
        <span aria-hidden="true">{label}</span>
        <Segments
          legend={label}
          options={options.map(([value, text]) => ({ value, text }))}
          value={plainText(now)}
          choose={choose}
        />
        <Button
          look="bare unset soft"
          label={words.unsetNamed({ label })}
          text="×"
          press={() => put(name, undefined)}
        />
      </div>
    );
  return (
    <Beside id={id} label={label}>
      <Select
        id={id}
        options={[['', words.unset({ what: unsetWords(name) })], ...options]}
        value={now === undefined ? '' : plainText(now)}
        put={choose}
      />
    </Beside>
  );
}

interface InkProps extends Pick<ControlProps, 'name' | 'id' | 'label'> {
  readonly options: readonly Option[];
  readonly now: string;
  readonly choose: (ink: string) => unknown;
}

function InkChoice({ name, id, label, options, now, choose }: InkProps) {
  const words = texts.value.editor;
  const { inks = [] } = device.value ?? {};
  const first = inks.find((each) => !/black|white|gray/.test(each.name));
  const colours = { black: '#000', white: '#fff', accent: first?.device ?? '#000' };
  return (
    <Beside id={id} label={label}>
      <span class="ink-choice line">
        {Object.entries(colours).map(([ink, background]) => (
          <button
            key={ink}
            type="button"
            class="ink"
            aria-label={words.inInk({ label, ink: options.find(([value]) => value === ink)?.[1] ?? ink })}
            aria-pressed={now === ink}
            style={{ background }}
            onClick={() => choose(now === ink ? '' : ink)}
          />
        ))}
        <Select
          id={id}
          options={[['', words.unset({ what: unsetWords(name) })], ...options]}
          value={now}
          put={choose}
        />
      </span>
    </Beside>
  );
}

function NumberControl({ name, schema, id, label }: ControlProps) {
  const now = selectedNode.value?.[name];
  return (
    <Beside id={id} label={label}>
      <NumberInput
        id={id}
        min={Number(schema.minimum ?? 0)}
        max={Number(schema.maximum ?? 1000)}
        step={schema.type === 'integer' ? 1 : 'any'}
        value={typeof now === 'number' ? now : undefined}
        placeholder={unsetWords(name) || '–'}
        put={(value) => putTyped(name, value)}
      />
    </Beside>
  );
}

function TextControl({ name, schema, id, label }: ControlProps) {
  return (
    <Beside id={id} label={label}>
      <PropertyText id={id} name={name} maxLength={Number(schema.maxLength ?? 400)} />
    </Beside>
  );
}

/** A file, or a field that names a picture of the layout. */
function SourceControl({ name, id, label }: ControlProps) {
  const words = texts.value.editor;
  const wrong = useSignal(false);
  const now = selectedNode.value?.[name];
  const isData = typeof now === 'string' && now.startsWith('data:');
  const take = async (file: File): Promise<void> => {
    try {
      put(name, await pictureUri(file));
      wrong.value = false;
    } catch {
      wrong.value = true;
    }
  };
  return (
    <div class="below stack">
      <label class="small" for={id}>
        {label}
      </label>
      {isData ? (
        <img class="source" src={now} alt={words.thisPicture} />
      ) : (
        <PropertyText id={id} name={name} maxLength={400} />
      )}
      <FileButton id={isData ? id : undefined} text={texts.value.wall.otherFile} accept={pictureTypes} take={take} />
      {wrong.value && <p class="wrong small">{words.noPicture}</p>}
    </div>
  );
}
