import type { JSX } from 'preact';
import type { Json } from '../../../state/layout/json.js';
import { converted, readLength, type Scale, type Unit, units, writeLength } from '../../../state/layout/lengths.js';
import { texts } from '../../../texts/index.js';
import { drawnSize, put } from '../model/actions.js';
import { settle } from '../model/document.js';
import { boxes } from '../model/drawing.js';
import { device, selected, selectedNode, selectedPointer } from '../model/state.js';
import type { ControlProps } from './control.js';

/** What a share of a property is a share of. */
export function scaleOfProperty(name: string): Scale {
  const panel = device.value!;
  const size = selected.value && boxes.value.length > 0 ? drawnSize(selected.value) : undefined;
  const whole = name === 'width' || name === 'height' ? (size?.around[name] ?? panel[name]) : panel.height;
  return { whole, dpi: panel.dpi.value };
}

export function LengthControl({ name, schema, id, label }: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const scale = scaleOfProperty(name);
  const isSide = name === 'width' || name === 'height';
  const size = isSide && selected.value && boxes.value.length > 0 ? drawnSize(selected.value) : undefined;
  const drawn = size && isSide ? size.own[name] : undefined;
  const said = name in words.unsets ? words.unsets[name as keyof typeof words.unsets] : '';
  return (
    <div class="beside">
      <label for={id}>{label}</label>
      <LengthInput
        id={id}
        label={label}
        value={selectedNode.value?.[name]}
        scale={scale}
        first={drawn === undefined || drawn === 0 ? 8 : drawn}
        unset={said}
        drawn={drawn}
        content={typeof schema.pattern === 'string' && schema.pattern.includes('content')}
        put={(value) => put(name, value, `type ${selectedPointer.peek()!}/${name}`)}
      />
    </div>
  );
}

interface InputProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly scale: Scale;
  /** The px that it has when it is first said. */
  readonly first: number;
  /** What it is if nothing is said; absent: it must be said. */
  readonly unset?: string;
  readonly drawn?: number | undefined;
  /** Whether it may be as wide as what is in it. */
  readonly content?: boolean;
  readonly put: (value: Json | undefined) => void;
}

/** A number and its unit. Another unit is the same length. */
export function LengthInput({
  id,
  label,
  value,
  scale,
  first,
  unset,
  drawn,
  content,
  put: set,
}: InputProps): JSX.Element {
  const words = texts.value.editor;
  const length = readLength(value);
  const unit = length?.unit ?? (value === 'content' ? 'content' : '');
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
            if (!Number.isNaN(valueAsNumber)) set(writeLength({ ...length, value: valueAsNumber }));
          }}
          onBlur={settle}
        />
      )}
      <select
        id={length ? undefined : id}
        aria-label={length ? words.unitOf(label) : undefined}
        value={unit}
        onChange={({ currentTarget }) => {
          settle();
          set(inUnit(currentTarget.value));
          settle();
        }}
      >
        {unset !== undefined && (
          <option value="">
            {drawn === undefined ? unset : words.itself(unset, words.mm((drawn * 25.4) / scale.dpi))}
          </option>
        )}
        {content && <option value="content">{words.content_}</option>}
        {units.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </span>
  );

  function inUnit(chosen: string): Json | undefined {
    if (chosen === '') return undefined;
    if (chosen === 'content') return chosen;
    return writeLength(converted(length ?? { value: first, unit: 'px' }, chosen as Unit, scale));
  }
}
