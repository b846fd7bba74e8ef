import type { Ruler, Word } from '../text/ruler.js';
import type { PriceParts } from './price.js';
import { inkWidth, type Style } from './style.js';

interface PlacedWord {
  readonly word: Word;
  readonly x: number;
  readonly y: number;
}

/** The parts of a price as placed words: `x` from the price's left ink edge, `y` from its baseline. */
export interface SetPrice {
  /** In the order in which they are read. */
  readonly words: readonly PlacedWord[];
  readonly width: number;
  /** How far the ink reaches above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
}

export function setPrice(parts: PriceParts, style: Style, ruler: Ruler): SetPrice {
  const { form, large, tight, loose } = style;
  const sign = ruler.measure(parts.sign, style.sign);
  const words: PlacedWord[] = [];
  let width = 0;
  const put = (word: Word, y: number, gap: number) => {
    if (words.length > 0) width += gap;
    words.push({ word, x: width - word.left, y });
    width += inkWidth(word);
  };
  const inLine = form.sign === 'beside' || form.sign === 'small' || form.sign === 'full';
  const signGap = parts.gap ? loose : tight;
  const signY = inLine ? heightOf(sign, style) : 0;
  if (inLine && parts.side === 'before') put(sign, signY, 0);
  if (form.cents === 'raised') {
    put(ruler.measure(parts.integer, large), 0, signGap);
    const separator = ruler.measure(parts.separator, style.separator);
    words.push({ word: separator, x: width + tight - separator.left, y: -separator.descent });
    put(ruler.measure(parts.decimals, style.cents), style.raise, tight);
  } else put(ruler.measure(parts.integer + parts.separator + parts.decimals, large), 0, signGap);
  if (inLine && parts.side === 'after') put(sign, signY, signGap);
  const whole = inLine || form.sign === 'none';
  return withExtent(whole ? { words, width } : withSignBelow(words, width, sign, parts, style), style);
}

/** The baseline of a symbol in line with the digits. When raised, its top lines up with theirs, as "$" is taller. */
function heightOf(sign: Word, { form, digits }: Style): number {
  const raised = (form.cents === 'raised' && form.sign !== 'full') || form.sign === 'small';
  return raised ? Math.min(0, sign.ascent - digits.ascent) : 0;
}

/** Adds the symbol, centred, beside the separator with its foot on the price's baseline, or below the whole amount. */
function withSignBelow(
  words: readonly PlacedWord[],
  width: number,
  sign: Word,
  { side }: PriceParts,
  { form, between }: Style,
): Pick<SetPrice, 'words' | 'width'> {
  const separator = form.sign === 'under' ? words.at(-2)! : undefined;
  const start = separator ? separator.x + separator.word.right + between : 0;
  const left = start + Math.max(0, (width - start - inkWidth(sign)) >> 1);
  const foot = words.reduce((lowest, { word, y }) => Math.max(lowest, word.descent + y), 0);
  const y = separator ? -sign.descent : foot + between + sign.ascent;
  const placed = { word: sign, x: left - sign.left, y };
  return {
    words: side === 'before' ? [placed, ...words] : [...words, placed],
    width: Math.max(width, start + inkWidth(sign)),
  };
}

/** Counts the tallest digit even if the price does not have it: the Arabic zero is a dot. */
function withExtent({ words, width }: Pick<SetPrice, 'words' | 'width'>, { digits }: Style): SetPrice {
  let { ascent, descent } = digits;
  for (const { word, y } of words) {
    ascent = Math.max(ascent, word.ascent - y);
    descent = Math.max(descent, word.descent + y);
  }
  return { words, width, ascent, descent };
}
