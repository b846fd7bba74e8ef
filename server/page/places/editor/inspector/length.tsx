import { type Option, Select } from '../../../parts/controls/index.js';
import { isObject, type Json } from '../../../state/layout/json.js';
import {
  converted,
  readLength,
  type Scale,
  type LengthUnit,
  units,
  writeLength,
} from '../../../state/layout/lengths.js';
import { decimalsOf, texts } from '../../../texts/index.js';
import { drawnSize, panelScale, putTyped } from '../model/actions.js';
import { settle } from '../model/document.js';
import { boxes } from '../model/drawing.js';
import { device, selected, selectedNode } from '../model/state.js';
import { Beside, type ControlProps, NumberInput, unsetWords } from './control.js';

/** The length that is 100 % for a property. */
export function scaleOfProperty(name: string): Scale {
  const panel = device.value!;
  const size = selected.value && boxes.value.length > 0 ? drawnSize(selected.value) : undefined;
  const scale = panelScale(panel);
  return name === 'width' || name === 'height' ? { ...scale, whole: size?.around[name] ?? panel[name] } : scale;
}

export function LengthControl({ name, schema, id, label }: ControlProps) {
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
  /** The value in px when a unit is chosen first. */
  readonly first: number;
  readonly unset: string;
  readonly drawn?: number | undefined;
  /** Whether the content may set the length. */
  readonly content?: boolean;
  readonly put: (value: Json | undefined) => unknown;
}

/** Choosing another unit keeps the length. */
export function LengthInput(props: InputProps) {
  const { id, label, value, scale, first, unset, drawn, content, put } = props;
  const words = texts.value.editor;
  const length = readLength(value);
  const size =
    drawn === undefined
      ? unset
      : words.itself({ what: unset, size: words.mm({ value: decimalsOf((drawn * 25.4) / scale.dpi, 1) }) });
  const options: readonly Option[] = [
    ['', size],
    ...(content ? [['content', words.asContent] as const] : []),
    ...units.map((each) => [each, each] as const),
  ];
  const inUnit = (chosen: string): Json | undefined => {
    if (chosen === '') return undefined;
    if (chosen === 'content') return chosen;
    return writeLength(converted(length ?? { value: first, unit: 'px' }, chosen as LengthUnit, scale));
  };
  return (
    <span class="length">
      {length && (
        <NumberInput
          id={id}
          min={0}
          max={10_000}
          step={length.unit === 'px' ? 1 : 0.1}
          value={length.value}
          put={(value) => value !== undefined && put(writeLength({ ...length, value }))}
        />
      )}
      <Select
        id={length ? undefined : id}
        aria-label={length ? words.unitOf({ label }) : undefined}
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

/** The heights of letters: the preferred one, and the limits if they are set. */
export function SizeControl({ name, id }: ControlProps) {
  const words = texts.value.editor;
  const now = selectedNode.value?.[name];
  const sizes = isObject(now) ? now : now === undefined ? {} : { preferred: now };
  const scale = scaleOfProperty(name);
  const rows = [
    ['preferred', '12%', 15],
    ['floor', words.usualFloor, 12],
    ['largest', words.asHeight, 30],
  ] as const;
  return (
    <>
      {rows.map(([which, unset, first]) => (
        <Beside key={which} id={`${id}-${which}`} label={words.sizes[which]}>
          <LengthInput
            id={`${id}-${which}`}
            label={words.sizes[which]}
            value={sizes[which]}
            scale={scale}
            first={first}
            unset={unset}
            put={(value) => set({ ...sizes, [which]: value })}
          />
        </Beside>
      ))}
    </>
  );

  /** A length alone is the preferred size. A limit needs both. */
  function set({ preferred, floor, largest }: Readonly<Record<string, Json | undefined>>): boolean {
    if (floor === undefined && largest === undefined) return putTyped(name, preferred);
    const limits = { preferred: preferred ?? '12%', floor: floor ?? 12 };
    return putTyped(name, { ...(largest !== undefined && { largest }), ...limits });
  }
}
