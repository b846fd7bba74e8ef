import type { Dimensions } from './fit.js';

interface PanelFacts extends Dimensions {
  readonly vendor: string;
  readonly model: string;
  readonly diagonal_in: number | null;
  readonly dpi: { readonly value: number };
}

/** "SoluM M2 2.9″". */
export function nameOf({ vendor, model, diagonal_in }: Pick<PanelFacts, 'vendor' | 'model' | 'diagonal_in'>): string {
  const inches = diagonal_in === null ? '' : `${diagonal_in}″`;
  const [series = ''] = model.replace(/\s*\(.*$/, '').split(/\s*\d+(?:\.\d+)?\s*(?:"|″|inch)/);
  return [vendor.replace(/\s*[(/].*$/, ''), series.trim(), inches].filter((part) => part !== '').join(' ');
}

export function sizeInMm({ width, height, dpi }: Pick<PanelFacts, 'width' | 'height' | 'dpi'>): string {
  const mm = (pixels: number): string => String(Math.round((pixels / dpi.value) * 254) / 10);
  return `${mm(width)} × ${mm(height)} mm`;
}
