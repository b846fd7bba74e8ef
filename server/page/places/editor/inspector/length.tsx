import type { JSX } from 'preact';
import { type Option, Select } from '../../../parts/controls/field.js';
import type { Json } from '../../../state/layout/json.js';
import { converted, readLength, type Scale, type Unit, units, writeLength } from '../../../state/layout/lengths.js';
import { texts } from '../../../texts/index.js';
import { drawnSize, putTyped } from '../model/actions.js';
import { settle } from '../model/document.js';
import { boxes } from '../model/drawing.js';
import { device, selected, selectedNode } from '../model/state.js';
import { Beside, type ControlProps, unsetWords } from './control.js';

/** What a share of a property is a share of. */
export function scaleOfProperty(name: string): Scale {
  const panel = device.value!;
  const size = selected.value && boxes.value.length > 0 ? drawnSize(selected.value) : undefined;
  const whole = name === 'width' || name === 'height' ? (size?.around[name] ?? panel[name]) : panel.height;
  return { whole, dpi: panel.dpi.value };
}

export function LengthControl({ name, schema, id, label }: ControlProps): JSX.Element {
  const isSide = name === 'width' || name === 'height';
  const size = isSide && selected.value && boxes.value.length > 0 ? drawnSize(selected.value) : undefined;
  const drawn = size && isSide ? size.own[name] : undefined;
  return (
    <Beside id={id} label={label}>
      <LengthInput
        id={id}
        label={label}
        value={selectedNode.value?.[name]}
        scale={scaleOfProperty(name)}
        first={drawn === undefined || drawn === 0 ? 8 : drawn}
        unset={unsetWords(name)}
        drawn={drawn}
        content={typeof schema.pattern === 'string' && schema.pattern.includes('content')}
        put={(value) => putTyped(name, value)}
      />
    </Beside>
  );
}

interface InputProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly scale: Scale;
  /** The px that it has when it is first said. */
  readonly first: number;
  /** The text for no length. */
  readonly unset: string;
  readonly drawn?: number | undefined;
  /** Whether it may be as wide as what is in it. */
  readonly content?: boolean;
  readonly put: (value: Json | undefined) => unknown;
}

/** A number and its unit. Another unit is the same length. */
export function LengthInput(props: InputProps): JSX.Element {
  const { id, label, value, scale, first, unset, drawn, content, put } = props;
  const words = texts.value.editor;
  const length = readLength(value);
  const size = drawn === undefined ? unset : words.itself(unset, words.mm((drawn * 25.4) / scale.dpi));
  const options: readonly Option[] = [
    ['', size],
    ...(content ? [['content', words.content_] as const] : []),
    ...units.map((each) => [each, each] as const),
  ];
  const inUnit = (chosen: string): Json | undefined => {
    if (chosen === '') return undefined;
    if (chosen === 'content') return chosen;
    return writeLength(converted(length ?? { value: first, unit: 'px' }, chosen as Unit, scale));
  };
  return (
    <span class="length">
      {length && (
        <input
          id={id}
          type="number"
          min={0}
          max={10_000}
          step={length.unit === 'px' ? 1 : 0.1}
          value={length.value}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            if (!Number.isNaN(valueAsNumber)) put(writeLength({ ...length, value: valueAsNumber }));
          }}
          onBlur={settle}
        />
      )}
      <Select
        id={length ? undefined : id}
        aria-label={length ? words.unitOf(label) : undefined}
        options={options}
        value={length?.unit ?? (value === 'content' ? 'content' : '')}
        put={(chosen) => {
          settle();
          put(inUnit(chosen));
          settle();
        }}
      />
    </span>
  );
}
