import type { JSX } from 'preact';
import { isObject, type Json } from '../../../state/layout/json.js';
import { texts } from '../../../texts/index.js';
import { putTyped } from '../model/actions.js';
import { selectedNode } from '../model/state.js';
import { Beside, type ControlProps } from './control.js';
import { LengthInput, scaleOfProperty } from './length.js';

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
        <Beside key={which} id={`${id}-${which}`} label={words.sizes[which]}>
          <LengthInput
            id={`${id}-${which}`}
            label={words.sizes[which]}
            value={sizes[which]}
            scale={scale}
            first={first}
            unset={unset === '' ? words.ofItself : unset}
            put={(value) => set({ ...sizes, [which]: value })}
          />
        </Beside>
      ))}
    </>
  );

  /** A length alone is the usual size; with a smallest one, both are written. */
  function set({ preferred, floor, largest }: Readonly<Record<string, Json | undefined>>): boolean {
    if (floor === undefined && largest === undefined) return putTyped(name, preferred);
    const limits = { preferred: preferred ?? '12%', floor: floor ?? 12 };
    return putTyped(name, { ...(largest !== undefined && { largest }), ...limits });
  }
}
