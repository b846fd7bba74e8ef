import type { JSX } from 'preact';
import { isObject, type Json } from '../../../state/layout/json.js';
import { texts } from '../../../texts/index.js';
import { put } from '../model/actions.js';
import { selectedNode, selectedPointer } from '../model/state.js';
import { LengthInput, scaleOfProperty } from './length.js';
import type { ControlProps } from './control.js';

/** The heights of letters: the usual one, and if it is said, the smallest and the largest. */
export function SizeControl({ name, id }: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const now = selectedNode.value?.[name];
  const sizes = isObject(now) ? now : now === undefined ? {} : { preferred: now };
  const scale = scaleOfProperty(name);
  const rows = [
    ['preferred', '12%', 15],
    ['floor', '', 12],
    ['largest', '', 30],
  ] as const;
  return (
    <>
      {rows.map(([which, unset, first]) => (
        <div key={which} class="beside">
          <label for={`${id}-${which}`}>{words.sizes[which]}</label>
          <LengthInput
            id={`${id}-${which}`}
            label={words.sizes[which]}
            value={sizes[which]}
            scale={scale}
            first={first}
            unset={unset === '' ? words.ofItself : unset}
            put={(value) => {
              set({ ...sizes, [which]: value });
            }}
          />
        </div>
      ))}
    </>
  );

  /** A length alone is the usual size; with a smallest one, both are said. */
  function set({ preferred, floor, largest }: Readonly<Record<string, Json | undefined>>): void {
    const kind = `type ${selectedPointer.peek()!}/${name}`;
    if (floor === undefined && largest === undefined) put(name, preferred, kind);
    else
      put(name, { ...(largest !== undefined && { largest }), preferred: preferred ?? '12%', floor: floor ?? 12 }, kind);
  }
}
