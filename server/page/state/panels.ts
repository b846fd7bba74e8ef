import type { Dimensions } from './fit.js';
import { hasWords } from './query.js';

interface PanelFacts extends Dimensions {
  readonly vendor: string;
  readonly model: string;
  readonly model_line: string;
  readonly id: string;
  readonly inks: readonly { readonly name: string }[];
  readonly dpi: { readonly value: number };
}

/** The line that its labels print: "SoluM M2 2.9″ 296×128 BWR". No two panels of the catalogue share it. */
export function nameOf({ model_line }: Pick<PanelFacts, 'model_line'>): string {
  return model_line.replace('"', '″');
}

/** Adds their ids to the names of panels that would be shown by the same name. */
export function namedApart<P extends Pick<PanelFacts, 'model_line' | 'id'>>(panels: readonly P[]): readonly P[] {
  const counts = countBy(panels, nameOf);
  return panels.map((panel) =>
    counts.get(nameOf(panel))! > 1 ? { ...panel, model_line: `${panel.model_line} (${panel.id})` } : panel,
  );
}

export function millimetresOf({ width, height, dpi }: Pick<PanelFacts, 'width' | 'height' | 'dpi'>): Dimensions {
  const perPixel = 25.4 / dpi.value;
  return { width: width * perPixel, height: height * perPixel };
}

/** "67.6 × 29.2 mm", as a language writes numbers. */
export function sizeInMm(panel: Pick<PanelFacts, 'width' | 'height' | 'dpi'>, language: string): string {
  const { width, height } = millimetresOf(panel);
  const written = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return `${written.format(width)} × ${written.format(height)} mm`;
}

/** The panels that have all words of a search in their makers, names, ids, pixels or inks. */
export function searchPanels<P extends PanelFacts>(panels: readonly P[], search: string): readonly P[] {
  return panels.filter(({ vendor, model, model_line, id, width, height, inks }) => {
    const names = inks.map(({ name }) => name);
    const text = [vendor, model, model_line, id, `${width}×${height}`, `${width}x${height}`, ...names].join(' ');
    return hasWords(text, search);
  });
}

export interface PanelFilter {
  /** Makers of the shown panels; empty: all. */
  readonly makers: readonly string[];
  /** Inks of the shown panels, as from {@link inksOf}; empty: all. */
  readonly inks: readonly string[];
  /** Ids of the chosen panels; empty: all. */
  readonly panels: readonly string[];
}

/** "Gicisky (PICKSMART)" → "Gicisky". */
export function makerOf({ vendor }: { readonly vendor: string }): string {
  return vendor.replace(/(?<!\s)\s*[(/,].*$/s, '');
}

/** The inks without the paper: "black red". */
export function inksOf({ inks }: { readonly inks: readonly { readonly name: string }[] }): string {
  return inks
    .slice(1)
    .map(({ name }) => name)
    .join(' ');
}

interface Filtered {
  readonly id: string;
  readonly vendor: string;
  readonly inks: readonly { readonly name: string }[];
}

/** Whether a panel passes the filters. `except` is ignored, to count the choices of a filter. */
export function isShown(panel: Filtered, { makers, inks, panels }: PanelFilter, except?: 'makers' | 'inks'): boolean {
  const has = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);
  return (
    has(panels, panel.id) &&
    (except === 'makers' || has(makers, makerOf(panel))) &&
    (except === 'inks' || has(inks, inksOf(panel)))
  );
}

/** The number of panels by value, the most frequent first. */
export function countBy<P>(panels: readonly P[], valueOf: (panel: P) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const panel of panels) counts.set(valueOf(panel), (counts.get(valueOf(panel)) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
