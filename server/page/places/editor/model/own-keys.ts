type TextControl = HTMLInputElement | HTMLTextAreaElement;

const textControls = 'textarea, input:not([type=checkbox], [type=radio], [type=color])';

/** The chords that elements with the focus handle themselves; see `chordOf`. */
const ownKeys: readonly (readonly [selector: string, chords: RegExp, when?: (control: TextControl) => boolean])[] = [
  // The code editor.
  ['[data-field]', /^(?!Mod\+s$)/],
  [`select, ${textControls}`, /^.$|Arrow|^Enter$/],
  [textControls, /^(?:Delete|Backspace|Mod\+v)$/],
  [textControls, /^Mod\+[acx]$/, ({ value }) => value !== ''],
  // What the document has is undone there.
  [textControls, /^Mod\+(?:Shift\+)?[zy]$/, ({ value, defaultValue }) => value !== defaultValue],
  ['[type=radio]', /^(?:Shift\+)?Arrow/],
  ['a, button, summary, [type=color]', /^Enter$/],
];

/** Whether the element with the focus handles a key itself, or an open dialog or menu does. */
export function keeps(target: EventTarget | null, chord: string): boolean {
  if (document.querySelector('dialog[open], .context-menu, .menu > [aria-expanded="true"]')) return true;
  return (
    target instanceof Element &&
    ownKeys.some(
      ([selector, chords, when]) =>
        chords.test(chord) && target.matches(selector) && (when?.(target as TextControl) ?? true),
    )
  );
}
