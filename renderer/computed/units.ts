import { readFileSync } from 'node:fs';

/** What is measured. Quantities of one measure can be compared. */
type Measure = 'mass' | 'volume' | 'length' | 'area' | 'pieces' | 'US mass' | 'US volume' | 'imperial volume';

export interface Unit {
  readonly measure: Measure;
  /** The symbol of its base unit, in the script of this one; undefined for a base unit that keeps its spelling. */
  readonly sign?: string;
  /** Its power of ten relative to its base unit: -3 for g, as prices are for 1 kg. */
  readonly power: number;
  /** The size of the base unit in the measure's smallest unit: a gallon is 128 fluid ounces. Metric units have 1. */
  readonly times: number;
  /** How many it is: 12 for a dozen. Absent: one. */
  readonly count?: number;
}

/** A unit that prices are given for. */
interface Base {
  readonly measure: Measure;
  readonly sign: string;
  /** Its names that keep their spelling. */
  readonly own?: string;
  /** The names that its symbol replaces, by their powers of ten. */
  readonly names?: Readonly<Record<string, string>>;
  readonly times?: number;
  readonly count?: number;
}

/**
 * Names are in lower case, without a trailing full stop, and separated by commas. Metric units are of the SI, with the
 * abbreviations of CLDR 48 and of packs on shelves; US units follow NIST Handbook 130, which requires prices per unit that the
 * pack names. A Latin litre is "L", which can't be read as a 1.
 */
const bases = JSON.parse(readFileSync(new URL('./units.json', import.meta.url), 'utf8')) as readonly Base[];

export const units: ReadonlyMap<string, Unit> = new Map(
  bases.flatMap(({ measure, sign, own, names = {}, times = 1, count = 1 }) => [
    ...(own?.split(',') ?? []).map((name): [string, Unit] => [normal(name), { measure, power: 0, times, count }]),
    ...Object.entries(names).flatMap(([power, all]) =>
      all
        .split(',')
        .map((name): [string, Unit] => [normal(name), { measure, sign, power: Number(power), times, count }]),
    ),
  ]),
);

/**
 * A text in which each sign of a quantity is written one way: compatible characters as one (㎏, ℓ, m², ５), quotes of Hebrew
 * abbreviations straight, in lower case, without marks of direction, with single blanks.
 */
export function normal(text: string): string {
  return text
    .replaceAll(/[¼-¾⅐-⅞]/g, ' $&')
    .normalize('NFKC')
    .replaceAll(/[\u200c\u200e\u200f\u061c℮]/g, '')
    .replaceAll('״', '"')
    .replaceAll(/[׳’]/g, "'")
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}
