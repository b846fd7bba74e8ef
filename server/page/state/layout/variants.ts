import type { Dimensions } from '../fit.js';
import { isList, isObject, type ParsedObject, type Path, valueAt, withValue } from './json.js';
import type { LayoutDocument } from './nodes.js';

export const limitNames = ['min_aspect', 'max_aspect', 'min_width', 'max_width', 'min_height', 'max_height'] as const;
export type LimitName = (typeof limitNames)[number];
export type VariantLimits = Readonly<Partial<Record<LimitName, number>>>;

export function variantsOf(document: LayoutDocument): readonly ParsedObject[] {
  const { variants } = document;
  return isList(variants) ? variants.filter(isObject) : [];
}

export function limitsOf(variant: ParsedObject): VariantLimits {
  const limits = variant.for;
  if (!isObject(limits)) return {};
  return Object.fromEntries(
    limitNames.flatMap((name) => (typeof limits[name] === 'number' ? [[name, limits[name]]] : [])),
  );
}

export function suits(limits: VariantLimits, { width, height }: Dimensions): boolean {
  const measured = { aspect: width / height, width, height };
  return limitNames.every((name) => {
    const limit = limits[name];
    const value = measured[name.slice(4) as keyof typeof measured];
    return limit === undefined || (name.startsWith('min') ? value >= limit : value <= limit);
  });
}

/** The root for a panel: that of the first matching variant, else the document's. */
export function rootFor(document: LayoutDocument, panel: Dimensions): Path {
  const found = variantsOf(document).findIndex((variant) => suits(limitsOf(variant), panel));
  return found < 0 ? ['root'] : ['variants', found, 'root'];
}

/** The named shape that equals the limits of a variant. */
export function shapeOf(limits: VariantLimits): 'squares' | 'bars' | 'large' | 'small' | 'other' {
  const said = Object.keys(limits);
  const is = (...names: LimitName[]): boolean =>
    said.length > 0 && said.every((name) => names.some((one) => one === name));
  if (is('max_aspect') && limits.max_aspect! <= 1.6) return 'squares';
  if (is('min_aspect') && limits.min_aspect! >= 2) return 'bars';
  if (is('min_height', 'min_width')) return 'large';
  if (is('max_height', 'max_width')) return 'small';
  return 'other';
}

export const shapeLimits = {
  squares: { max_aspect: 1.25 },
  bars: { min_aspect: 3 },
  large: { min_height: 240 },
  small: { max_height: 130 },
} as const satisfies Readonly<Record<string, VariantLimits>>;

/** Adds a variant in first place, as a copy of the root at `from`. */
export function withVariant(document: LayoutDocument, limits: VariantLimits, from: Path): LayoutDocument {
  const root = valueAt(document, from) ?? document.root!;
  return { ...document, variants: [{ for: { ...limits }, root }, ...variantsOf(document)] };
}

export function withoutVariant(document: LayoutDocument, place: number): LayoutDocument {
  const variants = variantsOf(document).toSpliced(place, 1);
  return withValue(document, ['variants'], variants.length === 0 ? undefined : variants);
}

export function withLimit(document: LayoutDocument, place: number, name: LimitName, limit: number | undefined) {
  return withValue(document, ['variants', place, 'for', name], limit);
}
