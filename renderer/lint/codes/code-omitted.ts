import { type LintRule, none } from '../rule.js';

export const codeOmitted: LintRule = {
  code: 'CODE_OMITTED',
  grade: 'error',
  laws: [{ set: 'codes' }],
  mend: 'Send a valid article number, take a larger panel, or a layout with more room for the code.',
  check: ({ warnings }) => {
    const omitted = warnings.filter(({ code }) => code === 'BARCODE_OMITTED');
    if (omitted.length === 0) return none;
    return omitted.map(({ field, message }) => ({ message, wanted: 'a code', drawn: 'none', fields: [field] }));
  },
};
