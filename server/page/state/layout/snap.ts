/** A position that a drag is drawn to, and the edge of another box there. In px. */
export interface Snapped {
  readonly at: number;
  readonly guide: number | null;
}

/**
 * Draws a dragged edge to the nearest edge of another box within reach, else to a whole number of steps from `from`.
 * @param step such as half a millimetre in px
 */
export function snapped(at: number, edges: readonly number[], from: number, step: number, reach: number): Snapped {
  const nearest = edges.reduce<number | null>((best, edge) => {
    const isNearer = best === null || Math.abs(edge - at) < Math.abs(best - at);
    return Math.abs(edge - at) <= reach && isNearer ? edge : best;
  }, null);
  if (nearest !== null) return { at: nearest, guide: nearest };
  return { at: from + Math.round((at - from) / step) * step, guide: null };
}
