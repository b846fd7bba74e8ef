import type { PaletteKind } from './layout/offers.js';

type PressedKey = Readonly<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> & { readonly key: string };

/** A function of the editor by name, and its parameters. */
type KeyCommand = readonly [action: string, ...parameters: readonly unknown[]];

/** The letters that add a node. */
export const kindKeys: Readonly<Partial<Record<PaletteKind, string>>> = {
  text: 't',
  price: 'p',
  code: 'c',
  shape: 's',
  picture: 'i',
  box: 'b',
};

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
  ...Object.entries(kindKeys).map(([kind, key]) => [key, ['add', kind]] as const),
  ...(['Up', 'Down', 'Left', 'Right'] as const).flatMap((arrow) => {
    const isAcross = arrow === 'Left' || arrow === 'Right';
    const by = arrow === 'Left' || arrow === 'Up' ? -1 : 1;
    return [
      [`Arrow${arrow}`, ['nudge', isAcross ? 'x' : 'y', by]],
      [`Shift+Arrow${arrow}`, ['resize', isAcross ? 'width' : 'height', by]],
      [`Alt+Arrow${arrow}`, ['move', arrow.toLowerCase()]],
    ] as const;
  }),
]);

/** A pressed key after its modifiers. Ctrl and ⌘ are `Mod`. A character alone tells by itself whether Shift was pressed. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string {
  const isMod = ctrlKey || metaKey;
  const parts = [isMod && 'Mod', altKey && 'Alt', shiftKey && (isMod || key.length > 1) && 'Shift'];
  return [...parts.filter(Boolean), isMod && key.length === 1 ? key.toLowerCase() : key].join('+');
}
