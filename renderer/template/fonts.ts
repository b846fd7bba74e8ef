import type { FaceName } from '../../fonts/index.js';

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
 * @returns its name without folder and ending, empty for the built-in font; its size in px, 0: the text is not drawn; by how much the text is moved down
 */
export function fontOf(given: string, size: number) {
  const [named, up] = older.get(given) ?? [given, 0];
  const isTrueType = named.endsWith('.ttf');
  const name = named.replace(/^.*\//, '').replace(/\.(vlw|ttf)$/, '');
  const inName = Number(/(\d+)\D*$/.exec(name)?.[1] ?? builtIn);
  const face: FaceName = /condensed/i.test(name)
    ? 'condensed'
    : /^(calibrib|Signika-SB)/.test(name)
      ? 'bold'
      : 'regular';
  return { name, face, size: Math.min(maxSize, isTrueType ? size : inName), down: -up };
}
