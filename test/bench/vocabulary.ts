import type { Update } from '../../renderer/index.js';

/** A seeded generator (mulberry32): the same labels in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const onsets = 'b br c ch d f fl g gr h k l m n p r s st t v w z'.split(' ');
const vowels = 'a e i o u ä é ö ü ea oo'.split(' ');
const codas = ['', ...'n r s l t ck m'.split(' ')];

function word(random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const syllables = 1 + Math.floor(random() * 3);
  const letters = Array.from({ length: syllables }, () => pick(onsets) + pick(vowels) + pick(codas)).join('');
  return random() < 0.3 ? letters[0]!.toUpperCase() + letters.slice(1) : letters;
}

/**
 * Endless updates with different prices: names of 3 to 5 words out of 5,000 by Zipf's law, with one new word in twenty.
 */
export function createUpdates(seed: number): () => Update {
  const random = createRandom(seed);
  const vocabulary = [...new Set(Array.from({ length: 12_000 }, () => word(random)))].slice(0, 5000);
  const cumulative: number[] = [];
  for (let rank = 1; rank <= vocabulary.length; rank++) cumulative.push((cumulative.at(-1) ?? 0) + 1 / rank);
  const zipf = () => {
    const at = random() * cumulative.at(-1)!;
    let [low, high] = [0, cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low]!;
  };
  let fresh = 0;
  return () => {
    const words = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
      random() < 0.05 ? `${word(random)}${(fresh++).toString(36)}` : zipf(),
    );
    const price = `${Math.floor(random() * 300)}.${String(Math.floor(random() * 100)).padStart(2, '0')}`;
    return { product_name: words.join(' '), price, unit: random() < 0.5 ? '1 L' : '100 g' };
  };
}
