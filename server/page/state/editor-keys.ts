import type { Direction } from './layout/moves.js';
import type { PaletteKind } from './layout/offers.js';
import type { Side } from './layout/sizing.js';

/** What keys do in the editor. */
export interface KeyActions {
  save(): unknown;
  undo(): unknown;
  redo(): unknown;
  selectAll(): unknown;
  duplicate(): unknown;
  wrap(direction: 'row' | 'column'): unknown;
  remove(): unknown;
  goBack(): unknown;
  toProperties(): unknown;
  type(): unknown;
  showKeys(): unknown;
  zoom(factor: number): unknown;
  add(kind: PaletteKind): unknown;
  nudge(axis: 'x' | 'y', by: 1 | -1): unknown;
  resize(side: Side, by: 1 | -1): unknown;
  move(direction: Direction): unknown;
}

type PressedKey = Readonly<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> & { readonly key: string };

type KeyCommand = { [K in keyof KeyActions]: readonly [K, ...Parameters<KeyActions[K]>] }[keyof KeyActions];

/** The letters that add a node. */
export const kindKeys = { t: 'text', p: 'price', c: 'code', s: 'shape', i: 'picture', b: 'box' } as const;

/** The key commands of the editor, by chord; see {@link chordOf}. Copy, cut and paste are events of the browser. */
export const keyCommands: ReadonlyMap<string, KeyCommand> = new Map<string, KeyCommand>([
  ['Mod+s', ['save']],
  ['Mod+z', ['undo']],
  ['Mod+Shift+z', ['redo']],
  ['Mod+y', ['redo']],
  ['Mod+a', ['selectAll']],
  ['Mod+d', ['duplicate']],
  ['Mod+g', ['wrap', 'row']],
  ['Mod+Shift+g', ['wrap', 'column']],
  ['Delete', ['remove']],
  ['Backspace', ['remove']],
  ['Escape', ['goBack']],
  ['Enter', ['toProperties']],
  ['F2', ['type']],
  ['?', ['showKeys']],
  ['+', ['zoom', 2]],
  ['=', ['zoom', 2]],
  ['-', ['zoom', 0.5]],
  ['0', ['zoom', 0]],
  ...Object.entries(kindKeys).map(([key, kind]) => [key, ['add', kind]] as const),
  ...(['Up', 'Down', 'Left', 'Right'] as const).flatMap((arrow) => {
    const isAcross = arrow === 'Left' || arrow === 'Right';
    const by = arrow === 'Left' || arrow === 'Up' ? -1 : 1;
    return [
      [`Arrow${arrow}`, ['nudge', isAcross ? 'x' : 'y', by]],
      [`Shift+Arrow${arrow}`, ['resize', isAcross ? 'width' : 'height', by]],
      [`Alt+Arrow${arrow}`, ['move', arrow.toLowerCase() as Direction]],
    ] as const;
  }),
]);

/** A pressed key after its modifiers. Ctrl and ⌘ are `Mod`. A character alone tells by itself whether Shift was pressed. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string {
  const isMod = ctrlKey || metaKey;
  const parts = [isMod && 'Mod', altKey && 'Alt', shiftKey && (isMod || key.length > 1) && 'Shift'];
  return [...parts.filter(Boolean), isMod && key.length === 1 ? key.toLowerCase() : key].join('+');
}
