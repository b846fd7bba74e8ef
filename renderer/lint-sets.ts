/** The sets of rules: what is true, can be read and can be scanned, then laws by jurisdiction. */
export const lintSets = {
  truth: 'What the label says agrees with itself. Always included.',
  readability: 'Everybody can read it at 60 cm.',
  data: 'What was sent was not damaged on its way.',
  codes: 'Scanners can read its codes.',
  at: 'Austria',
  eu: 'European Union',
  de: 'Germany',
  fr: 'France',
  uk: 'United Kingdom',
  nz: 'New Zealand',
  'ca-qc': 'Québec',
  'us-ma': 'Massachusetts',
  'us-ct': 'Connecticut',
  'us-nj': 'New Jersey',
  au: 'Australia',
} as const;

/** The name of a set of rules. */
export type LintSet = keyof typeof lintSets;

export function isLintSet(name: string): name is LintSet {
  return Object.hasOwn(lintSets, name);
}

/** The least height of a unit price as a share of the price's digits, by the sets whose laws name one. */
export const unitPriceShares = { at: 0.5, nz: 0.25 } as const satisfies Readonly<Partial<Record<LintSet, number>>>;

/** The largest share that one of these sets wants; undefined where none names one. */
export function unitPriceShareOf(sets: readonly LintSet[]): number | undefined {
  const shares: Readonly<Partial<Record<LintSet, number>>> = unitPriceShares;
  const wanted = sets.flatMap((set) => shares[set] ?? []);
  return wanted.length === 0 ? undefined : Math.max(...wanted);
}

/**
 * The sets of a locale's jurisdiction, to be suggested, never chosen: a label's language is not its country's law.
 * @example
 * import { suggestedSets } from 'esl-simulator';
 *
 * console.log(suggestedSets('de-AT'), suggestedSets('ja-JP')); // [ 'at' ] []
 */
export function suggestedSets(locale: string): readonly LintSet[] {
  if (Object.hasOwn(suggestions, locale)) return suggestions[locale]!;
  return european.has(locale.slice(-2)) ? ['eu'] : [];
}

const suggestions: Readonly<Record<string, readonly LintSet[]>> = {
  'de-AT': ['at'],
  'de-DE': ['de'],
  'fr-FR': ['fr'],
  'en-GB': ['uk'],
  'en-NZ': ['nz'],
  'en-AU': ['au'],
  'fr-CA': ['ca-qc'],
};

/** The member states of the European Union, by ISO 3166. */
const european: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
