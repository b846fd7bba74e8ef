import type { Topology } from '../../../renderer/typeset/topology.js';
import { largeSize, openOutlines, type Outlines, shrunk } from './outlines.js';
import type { DrawnFontSize } from '../../../fonts/drawn.js';
import type { LoadedFont } from '../../../fonts/index.js';
import { wholeTopology } from '../../../renderer/typeset/mend.js';
import type { Rasteriser } from '../../../renderer/typeset/rasteriser.js';
import type { Plan } from './plans.js';
import { difference, farness, stemsOf, type Symmetry, symmetryOf, topologyOf } from './score.js';
import { flipped, mirrored, type Shape } from './shape.js';

/** The rows on which letters end, in px above the baseline. */
export interface Lines {
  readonly x: number;
  readonly cap: number;
  readonly ascender: number;
  readonly descender: number;
}

/** A face at a size, with the data for choosing its glyphs. */
export interface FaceAtSize {
  readonly size: DrawnFontSize;
  readonly stem: number;
  /** The face's own weight. */
  readonly own: Outlines;
  /** The strokes and holes that a character has in print. */
  whole(character: string): Topology;
  /** The weights whose stems are about as wide as the face's at this size, nearest first. */
  readonly weights: readonly Outlines[];
  readonly lines: Lines;
}

/** Opens the fonts of a plan once, for any size. */
export function openPlan(plan: Plan, font: LoadedFont, rasteriser: Rasteriser): (size: DrawnFontSize) => FaceAtSize {
  const all = Object.entries(plan.weights).map(([weight, file]) => ({ weight: +weight, outlines: openOutlines(file) }));
  const own = all.find(({ weight }) => weight === plan.weight)!.outlines;
  return (size) => {
    const stem = plan.stems[size];
    const off = ({ outlines }: (typeof all)[number]) => Math.abs((outlines.large('l').width / largeSize) * size - stem);
    const near = [...all].sort((a, b) => off(a) - off(b)).filter((each, i) => i < 2 || off(each) < 0.6);
    const top = (character: string) => own.hinted(character, size, size).top;
    const p = own.hinted('p', size, size);
    return {
      size,
      stem,
      own,
      whole: (character) => wholeTopology(rasteriser, font, character),
      weights: near.map(({ outlines }) => outlines),
      lines: { x: top('x'), cap: top('H'), ascender: top('d'), descender: p.top - p.height },
    };
  };
}

interface Target {
  /** Drawn large, in the weight with the most similar stems. */
  readonly like: Shape;
  readonly whole: Topology;
  readonly symmetry: Symmetry;
  readonly top: number | undefined;
  readonly bottom: number | undefined;
  /** Natural width in px. */
  readonly width: number;
  /** The outline shrunk, by width and height. */
  readonly covered: Map<number, Float32Array>;
}

function targetOf(character: string, faceAtSize: FaceAtSize): Target {
  const { own, weights, size, stem, lines } = faceAtSize;
  const large = own.large(character);
  const like = weights[0]!.has(character) ? weights[0]!.large(character) : large;
  const em = (character: string) => own.large(character).top;
  const near = (height: number, line: number) => Math.abs(height - line) < largeSize * 0.022;
  const bottom = large.top - large.height;
  const p = own.large('p');
  return {
    like,
    whole: faceAtSize.whole(character),
    symmetry: symmetryOf(large),
    top: near(large.top, em('x'))
      ? lines.x
      : near(large.top, em('H'))
        ? lines.cap
        : near(large.top, em('d'))
          ? lines.ascender
          : undefined,
    bottom: near(bottom, 0) ? 0 : near(bottom, p.top - p.height) ? lines.descender : undefined,
    width: (large.width * size) / largeSize + (stem - (own.large('l').width * size) / largeSize) / 2,
    covered: new Map(),
  };
}

/** The candidates of a character: by the autohinter and cut, in widths and heights near the size. */
function candidatesOf(character: string, faceAtSize: FaceAtSize, { symmetry }: Target): Shape[] {
  const found = new Map<string, Shape>();
  const add = (shape: Shape) => {
    if (shape.width > 0) found.set(`${shape.width} ${shape.left} ${shape.top} ${shape.pixels.join('')}`, shape);
  };
  const mirror = (flip: (shape: Shape) => readonly Shape[]) => {
    for (const shape of [...found.values()].flatMap(flip)) add(shape);
  };
  for (const outlines of faceAtSize.weights.filter((each) => each.has(character))) {
    for (const wide of [1, 0.97, 1.03, 0.94, 1.06, 0.9, 1.12])
      for (const high of [0, 0.4, -0.4, 0.8])
        add(outlines.hinted(character, faceAtSize.size * wide, faceAtSize.size + high));
  }
  if (symmetry.sideways) mirror((shape) => [mirrored(shape, 'left'), mirrored(shape, 'right')]);
  if (symmetry.upright) mirror((shape) => [flipped(shape, 'top'), flipped(shape, 'bottom')]);
  for (const outlines of faceAtSize.weights.filter((each) => each.has(character))) {
    const fitted = (faceAtSize.lines.x / outlines.large('x').height) * largeSize;
    for (const wide of [1, 0.95])
      for (const dx of [0, 0.25, 0.5, 0.75])
        for (const cut of [90, 110, 128, 150, 170])
          add(outlines.cut(character, faceAtSize.size * wide, fitted, dx, cut));
  }
  return [...found.values()];
}

/** The penalty of a shape: 0 is perfect, from 1000 on it has lost a stroke or a hole. */
function faults(shape: Shape, target: Target, { stem, lines }: FaceAtSize): number {
  const { strokes, holes } = topologyOf(shape);
  let sum = 1000 * (Math.abs(strokes - target.whole.strokes) + Math.abs(holes - target.whole.holes));
  if (target.top !== undefined) sum += 60 * Math.abs(shape.top - target.top);
  if (target.bottom !== undefined) sum += 60 * Math.abs(shape.top - shape.height - target.bottom);
  for (const { width, length } of stemsOf(shape, Math.max(3, Math.floor(lines.x * 0.4)), stem * 2))
    sum += (30 * Math.abs(width - stem) * Math.min(length, lines.x)) / lines.x;
  if (target.symmetry.sideways) sum += 2 * difference(shape, mirrored(shape, 'left'));
  if (target.symmetry.upright) sum += 2 * difference(shape, flipped(shape, 'top'));
  sum += 4 * Math.max(0, Math.abs(shape.width - target.width) - 0.4);
  const key = shape.width * 1000 + shape.height;
  const covered = target.covered.get(key) ?? shrunk(target.like, shape.width, shape.height);
  target.covered.set(key, covered);
  return sum + farness(shape, covered) * 20;
}

export interface Choice {
  readonly shape: Shape;
  readonly faults: number;
}

/** The shapes of a character, best first. */
export function choices(character: string, faceAtSize: FaceAtSize): Choice[] {
  const target = targetOf(character, faceAtSize);
  if (target.like.width === 0) return [];
  return candidatesOf(character, faceAtSize, target)
    .map((shape) => ({ shape, faults: faults(shape, target, faceAtSize) }))
    .sort((a, b) => a.faults - b.faults);
}
