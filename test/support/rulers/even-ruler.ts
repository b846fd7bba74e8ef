import type { Ruler } from '../../../renderer/text/ruler.js';

interface Differences extends Partial<Pick<Ruler, 'blank' | 'metrics' | 'sizes'>> {
  /** The width of a text in em, if characters are not half an em wide. */
  readonly em?: (text: string) => number;
  /** What else differs, for a text of this width in px. */
  readonly word?: (text: string, size: number, width: number) => Partial<ReturnType<Ruler['measure']>>;
}

/** A ruler with half an em a character, a blank of a quarter and a line of one em, but for some differences. */
export function rulerOf({ em, word, ...rest }: Differences = {}): Ruler {
  const ruler: Ruler = {
    sizes: () => [10, 12, 14, 16, 18, 20],
    blank: ({ size }) => size / 4,
    metrics: ({ size }) => ({ ascent: size * 0.75, descent: size * 0.25 }),
    ...rest,
    advance: (text, font) => ruler.measure(text, font).advance,
    measure(text, font) {
      const width = (em?.(text) ?? Array.from(text).length / 2) * font.size;
      const usual = { text, font, left: 0, right: width, advance: width, ...ruler.metrics(font), missing: [] };
      return { ...usual, ...word?.(text, font.size, width) };
    },
  };
  return ruler;
}

export const evenRuler = rulerOf();
