import type { Update, Warning } from '../../renderer/index.js';
import { elementsOf, parseObject, sortedJson, textOf } from './json.js';
import { accepted, fieldProblems, Problem, requestProblem } from './problem.js';
import { maxUpdates } from './schemas.js';
import { checkLabelUpdate } from './validate.js';

/** How a bulk is written: a JSON array, or a JSON object per line. */
export type BulkForm = 'array' | 'lines';

export interface CheckedUpdate {
  readonly label: string;
  readonly key: string | null;
  readonly update: Update;
  /** Of the clean-up. */
  readonly warnings: readonly Warning[];
  /** The JSON of the update as it was sent, with sorted keys: all but its label and key. */
  readonly sent: string;
}

export interface RefusedUpdate {
  /** Null: it names none. */
  readonly label: string | null;
  /** Passes between threads. */
  readonly refusal: Pick<Problem, 'code' | 'detail' | 'options'>;
}

/** Problems that are listed of an update: a thousand updates have their problems in one response. */
const maxProblems = 5;

/**
 * Reads a bulk of updates, in their order. Lines without text are no updates.
 * @throws {Problem} when it is no array of 1 to {@link maxUpdates} elements, or not as many lines
 */
export function readBulk(bytes: Uint8Array, form: BulkForm): readonly (CheckedUpdate | RefusedUpdate)[] {
  const text = textOf(bytes, 'the body');
  const texts =
    form === 'array' ? elementsOf(text, maxUpdates) : text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (texts.length === 0 || texts.length > maxUpdates) {
    const [reason, received] = texts.length === 0 ? (['too_few', 'none'] as const) : (['too_many', 'more'] as const);
    throw requestProblem(400, reason, `Expected 1 to ${maxUpdates} updates in the body but received ${received}`);
  }
  const keys = new Set<string>();
  return texts.map((one) => readUpdate(one, keys));
}

/** @param keys of the updates before it */
function readUpdate(text: string, keys: Set<string>): CheckedUpdate | RefusedUpdate {
  let label: string | null = null;
  try {
    const { object, problems } = parseObject(text, 'the update');
    if (typeof object.label === 'string') label = object.label.slice(0, maxLabel);
    const { value, warnings } = accepted(checkLabelUpdate(object, problems));
    const { key = null, price, product_name, unit } = value;
    if (key !== null && keys.has(key)) throw duplicateKey();
    if (key !== null) keys.add(key);
    // Equals the text of a single update of the label, so that one key identifies both.
    const sent = sortedJson({ ...object, label: undefined, key: undefined });
    return { label: value.label, key, update: { price, product_name, unit }, warnings, sent };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, options } = error;
    const errors = options.errors?.slice(0, maxProblems);
    return { label, refusal: { code, detail, options: { ...options, ...(errors && { errors }) } } };
  }
}

const maxLabel = 64;

function duplicateKey(): Problem {
  const message = 'Expected another key than that of an update before it';
  return fieldProblems([{ field: 'key', pointer: '#/key', reason: 'duplicate', message }]);
}
