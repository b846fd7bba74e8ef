import type { FromSchema } from '../../devices/index.js';
import type { Immutable } from '../content.js';
import { type LintSet, lintSets } from '../lint-sets.js';

export { isLintSet, type LintSet, lintSets } from '../lint-sets.js';

/** `error`: a rule is broken. `warning`: likely a fault. `note`: something to look at. */
export const lintGrades = ['error', 'warning', 'note'] as const;

const px = { type: 'integer', minimum: 0 } as const;
const box = {
  type: 'object',
  description: 'A box of the label, with its pointers as in `boxes` of a preview, in px of the panel.',
  properties: { pointer: { type: 'string' }, place: { type: 'string' }, x: px, y: px, width: px, height: px },
  required: ['pointer', 'place', 'x', 'y', 'width', 'height'],
  additionalProperties: false,
} as const;

/** What a rule found on a label. JSON Schema 2020-12. */
export const findingSchema = {
  type: 'object',
  description: 'What a rule of the label lint found. A check of what can be measured, not legal advice.',
  properties: {
    code: { type: 'string', description: 'The rule.', examples: ['UNIT_PRICE_RATIO'] },
    set: {
      enum: Object.keys(lintSets) as LintSet[],
      description: 'The set in which the rule was checked.',
    },
    grade: {
      enum: lintGrades,
      description: 'error: the rule is broken. warning: likely a fault. note: something to look at.',
    },
    message: { type: 'string', description: 'What is at fault, with the figures.' },
    law: { type: 'string', description: 'The law or standard, with its paragraph. Absent for a rule of truth.' },
    source: { type: 'string', description: 'Where the rule was read.' },
    since: { type: 'string', description: 'The day from which the rule is in force, YYYY-MM-DD.' },
    assumed: {
      type: 'string',
      description: 'What the rule assumes where the law’s wording is not certain. Absent: nothing.',
    },
    wanted: { type: 'string', description: 'What the rule wants.', examples: ['at least 50 %'] },
    drawn: { type: 'string', description: 'What is on the label.', examples: ['28 % (4.3 mm of 15.5 mm)'] },
    fields: { type: 'array', items: { type: 'string' }, description: 'The fields at fault, named as in warnings.' },
    boxes: {
      type: 'array',
      items: box,
      description: 'The boxes at fault, the one to be changed first.',
    },
    mend: { type: 'string', description: 'What would mend it.' },
  },
  required: ['code', 'set', 'grade', 'message', 'wanted', 'drawn', 'fields', 'boxes', 'mend'],
  additionalProperties: false,
} as const;

/** What a rule found on a label. */
export type Finding = Immutable<FromSchema<typeof findingSchema>>;
export type LintGrade = Finding['grade'];
