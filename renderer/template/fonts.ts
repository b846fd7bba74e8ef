import type { FaceName } from '../../fonts/index.js';

/** The font of a text in a template, and by how much its text is moved down. */
export interface TemplateFont {
  /** The name without folder and ending; empty: the access point's built-in font. */
  readonly name: string;
  readonly face: FaceName;
  /** px; 0: the text is not drawn. */
  readonly size: number;
  readonly down: number;
}

/** Names of fonts that older templates have, which the access point draws in another, higher by some px. */
const older: ReadonlyMap<string, readonly [name: string, up: number]> = new Map([
  ['glasstown_nbp_tf', ['tahoma9', 8]],
  ['7x14_tf', ['REFSAN12', 10]],
  ['t0_14b_tf', ['calibrib16', 11]],
]);
/** The height of the built-in font in px. */
const builtIn = 8;
/** The largest size in px. */
const maxSize = 200;

/**
 * The font that replaces one of the access point's, which can't be copied: of its size in px, which is in its name, or in the
 * element for a name with `.ttf`.
 */
export function fontOf(given: string, size: number): TemplateFont {
  const [named, up] = older.get(given) ?? [given, 0];
  const isTrueType = named.endsWith('.ttf');
  const name = named.replace(/^.*\//, '').replace(/\.(vlw|ttf)$/, '');
  const inName = Number(/(\d+)\D*$/.exec(name)?.[1] ?? builtIn);
  return {
    name,
    face: /condensed/i.test(name) ? 'condensed' : /^(calibrib|Signika-SB)/.test(name) ? 'bold' : 'regular',
    size: Math.min(maxSize, isTrueType ? size : inName),
    down: -up,
  };
}
