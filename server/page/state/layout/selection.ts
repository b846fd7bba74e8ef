import { type Json, type Path, valueAt } from './json.js';
import { startsWith } from './moves.js';

/** The path of a node in an address: indices from the drawn root, "0.1.0", or from a part, "banner:0". Null: in neither. */
export function boxName(path: Path, root: Path): string | null {
  const places = (from: number): string =>
    path
      .slice(from)
      .filter((step) => typeof step === 'number')
      .join('.');
  if (startsWith(path, root)) return places(root.length);
  return path[0] === 'parts' && path.length > 1 ? `${String(path[1])}:${places(2)}` : null;
}

/** The path in an address, or its nearest existing ancestor. */
export function pathOfBox(name: string, document: Json, root: Path): Path {
  const [, part, digits = ''] = /^(?:([a-z][a-z0-9_]*):)?([0-9.]*)$/.exec(name) ?? [];
  let path: Path = part === undefined ? root : ['parts', part];
  if (valueAt(document, path) === undefined) path = root;
  for (const place of digits.split('.').filter((digit) => digit !== '')) {
    const inner = [...path, 'children', Number(place)];
    if (valueAt(document, inner) === undefined) return path;
    path = inner;
  }
  return path;
}
