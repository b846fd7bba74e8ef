/** The sets of rules: what is true, can be read and can be scanned, then laws by jurisdiction. */
export const lintSets = {
  truth: 'What the label says agrees with itself. Always included.',
  readability: 'Everybody can read it at 60 cm.',
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

export type LintSet = keyof typeof lintSets;

export function isLintSet(name: string): name is LintSet {
  return Object.hasOwn(lintSets, name);
}
