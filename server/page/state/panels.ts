import type { Dimensions } from './fit.js';

interface PanelFacts extends Dimensions {
  readonly vendor: string;
  readonly model: string;
  readonly model_line: string;
  readonly id: string;
  readonly inks: readonly { readonly name: string }[];
  readonly diagonal_in: number | null;
  readonly dpi: { readonly value: number };
}

/** "SoluM M2 2.9″". */
export function nameOf({ vendor, model, diagonal_in }: Pick<PanelFacts, 'vendor' | 'model' | 'diagonal_in'>): string {
  const inches = diagonal_in === null ? '' : `${diagonal_in}″`;
  const [series = ''] = model.replace(/\s*\(.*$/, '').split(/\s*\d+(?:\.\d+)?\s*(?:"|″|inch)/);
  return [vendor.replace(/\s*[(/].*$/, ''), series.trim(), inches].filter((part) => part !== '').join(' ');
}

export function millimetresOf({ width, height, dpi }: Pick<PanelFacts, 'width' | 'height' | 'dpi'>): Dimensions {
  const perPixel = 25.4 / dpi.value;
  return { width: width * perPixel, height: height * perPixel };
}

export function sizeInMm(panel: Pick<PanelFacts, 'width' | 'height' | 'dpi'>): string {
  const { width, height } = millimetresOf(panel);
  return `${Math.round(width * 10) / 10} × ${Math.round(height * 10) / 10} mm`;
}

/** The panels that have all words of a search in their makers, names, ids, pixels or inks. */
export function searchPanels<P extends PanelFacts>(panels: readonly P[], search: string): readonly P[] {
  const words = search.toLowerCase().split(/\s+/);
  return panels.filter(({ vendor, model, model_line, id, width, height, inks }) => {
    const names = inks.map(({ name }) => name);
    const text = [vendor, model, model_line, id, `${width}×${height}`, `${width}x${height}`, ...names].join(' ');
    return words.every((word) => text.toLowerCase().includes(word));
  });
}
