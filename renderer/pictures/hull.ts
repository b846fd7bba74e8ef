import type { Triple } from '../drawing/colour.js';

/** Up to four points in general position, with the data that converts a colour to their shares. */
interface Simplex {
  readonly corners: readonly number[];
  readonly origin: Triple;
  readonly edges: readonly Triple[];
  /** Rows of the pseudo-inverse of `edges`: their products with (colour − origin) are the shares of all but the first. */
  readonly inverse: readonly Triple[];
}

/** Sets of up to four points: the mixture nearest to any colour mixes the points of one of them. */
type Hull = readonly Simplex[];

/** All sets of up to four of `points` (colours in linear light): no colour in their hull needs more. */
export function hullOf(points: readonly Triple[]): Hull {
  const simplices: Simplex[] = [];
  const grow = (corners: readonly number[]) => {
    for (let next = (corners.at(-1) ?? -1) + 1; next < points.length; next++) {
      const simplex = simplexOf([...corners, next], points);
      // Points on one line or in one plane: fewer of them give the same mixtures.
      if (!simplex) continue;
      simplices.push(simplex);
      if (simplex.corners.length < 4) grow(simplex.corners);
    }
  };
  grow([]);
  return simplices;
}

/**
 * Sets `shares` (one per point, all ≥ 0, sum 1) to the mixture nearest to `colour`. Of equally near ones it takes the one
 * that reaches the luminance `wanted`, or comes closest to it, with any amount of the point whose lightness (`lights`) is 0.
 * Of those, it takes the one whose points then differ least in lightness, which shows the least grain: minimal brightness
 * variation, after Shaked, Arad, Fitzhugh and Sobel, "Color diffusion", 1996. Light of coloured points counts as grain, too: where
 * white can give it, yellow dots beside dark blue ones would be a yellow ring around a shadow.
 * @param vivid the lightness of each coloured point, 0 of the others
 */
export function nearestMixture(
  hull: Hull,
  lights: readonly number[],
  vivid: readonly number[],
  colour: Triple,
  wanted: number,
  shares: Float64Array,
): void {
  let [bestDistance, bestShortfall, bestGrain] = [Infinity, Infinity, Infinity];
  let best: readonly number[] = [];
  for (const { corners, origin, edges, inverse } of hull) {
    const x = colour[0] - origin[0];
    const y = colour[1] - origin[1];
    const z = colour[2] - origin[2];
    let [restX, restY, restZ] = [x, y, z];
    let first = 1;
    let inside = true;
    for (let i = 0; i < inverse.length; i++) {
      const row = inverse[i]!;
      const edge = edges[i]!;
      const part = row[0] * x + row[1] * y + row[2] * z;
      inside &&= part >= -tolerance;
      parts[i + 1] = part;
      first -= part;
      restX -= edge[0] * part;
      restY -= edge[1] * part;
      restZ -= edge[2] * part;
    }
    if (!inside || first < -tolerance) continue;
    const distance = restX * restX + restY * restY + restZ * restZ;
    if (distance > bestDistance + tolerance) continue;
    parts[0] = first;
    const { shortfall, grain } = relit(corners, lights, vivid, wanted);
    if (distance > bestDistance - tolerance) {
      if (shortfall > bestShortfall + tolerance) continue;
      if (shortfall > bestShortfall - tolerance && grain >= bestGrain) continue;
    }
    [bestDistance, bestShortfall, bestGrain, best] = [distance, shortfall, grain, corners];
    bestParts.set(parts);
  }
  shares.fill(0);
  best.forEach((corner, i) => (shares[corner] = Math.max(0, bestParts[i]!)));
}

/** The shares of the corners being tried, and of the best ones so far. Reused, as millions are tried. */
const parts = new Float64Array(4);
const bestParts = new Float64Array(4);

/**
 * What a mixture of `corners` with the shares {@link parts} lacks of the luminance `wanted`, and the variance of its
 * lightness, after its black is exchanged for the other inks or they for black.
 */
function relit(corners: readonly number[], lights: readonly number[], vivid: readonly number[], wanted: number) {
  let [light, grain, rest] = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) {
    const own = lights[corners[i]!]!;
    if (own > 0) rest += parts[i]!;
    light += parts[i]! * own;
    grain += parts[i]! * (own * own + vividGrain * vivid[corners[i]!]!);
  }
  if (light <= 0) return { shortfall: wanted, grain: 0 };
  const factor = Math.min(wanted / light, 1 / rest);
  const reached = light * factor;
  return { shortfall: Math.max(0, wanted - reached), grain: grain * factor - reached * reached };
}

/** How much grain the light of coloured points is. Less leaves a yellow ring on Spectra 6; more makes a dark green black. */
const vividGrain = 0.4;

const tolerance = 1e-9;

function simplexOf(corners: readonly number[], points: readonly Triple[]): Simplex | undefined {
  const origin = points[corners[0]!]!;
  const edges = corners.slice(1).map((corner): Triple => {
    const point = points[corner]!;
    return [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
  });
  const gram = edges.map((edge) => edges.map((other) => dot(edge, other)));
  const inverted = invert(gram);
  if (!inverted) return undefined;
  const inverse = inverted.map((row): Triple => {
    const at = (c: 0 | 1 | 2) => row.reduce((sum, value, i) => sum + value * edges[i]![c], 0);
    return [at(0), at(1), at(2)];
  });
  return { corners, origin, edges, inverse };
}

/** The inverse of a small symmetric positive matrix, by Gauss–Jordan elimination; undefined if it has none. */
function invert(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let pivot = 0; pivot < size; pivot++) {
    const lead = rows[pivot]![pivot]!;
    if (lead < 1e-6) return undefined;
    rows[pivot] = rows[pivot]!.map((value) => value / lead);
    for (let i = 0; i < size; i++) {
      const factor = rows[i]![pivot]!;
      if (i !== pivot) rows[i] = rows[i]!.map((value, j) => value - factor * rows[pivot]![j]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
