import { type Face, faces, type FontName, hanRegions } from '../../fonts/faces.js';
import { charactersAt } from './repertoire.js';

/** The sizes in px at which faces and regions use a font, each with the characters that must be legible there. */
export function usesOf(name: FontName): ReadonlyMap<number, readonly string[]> {
  const uses = new Map<number, Set<string>>();
  for (const face of Object.values(faces) as Face[]) {
    for (const size of face.sizes.filter((px) => hanRegions.some((region) => face.chain(px, region).includes(name))))
      uses.set(size, new Set([...(uses.get(size) ?? []), ...charactersAt(face, size)]));
  }
  return new Map([...uses].sort(([a], [b]) => a - b).map(([size, characters]) => [size, [...characters]]));
}
