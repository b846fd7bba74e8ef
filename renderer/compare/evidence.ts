import { computed, computedInputs } from '../computed/arithmetic.js';
import type { LabelFacts } from '../metadata/facts.js';
import { type Cause, changedFields, changedSettings, type FieldCause } from './causes.js';
import type { Label } from './label.js';
import { type Attributed, attribute, type ThingPair, pairUp } from './pairs.js';

/** A thing on both labels, with how it changed. */
export interface Thing extends ThingPair {
  /** The fields that its text depends on. */
  readonly fields: readonly string[];
  /** How many pixels differ in it, excluding those of smaller things in it. */
  readonly count: number;
  readonly sameText: boolean;
  /** Whether a changed field explains its new text. */
  readonly explained: boolean;
}

/** The facts of two labels, checked against their pixels. */
interface Evidence {
  readonly things: readonly Thing[];
  readonly attributed: Attributed | undefined;
  /** The changed fields that are visible. */
  readonly fields: readonly FieldCause[];
  /** The changed settings that are visible. */
  readonly settings: readonly FieldCause[];
  /** Whether the layout contributes to the visible changes. */
  readonly layout: 'cause' | 'note' | 'same';
  /** Whether the version of the product or of the fonts may contribute: only if nothing else does. */
  readonly drawing: 'cause' | 'note';
}

/** The fields in a thing of this name. See `nameIn`. */
export function fieldsIn(name: string): readonly string[] {
  const fields = name.replace(/^(barcode|QR code|icon) of /, '');
  return fields.startsWith('"') ? [] : fields.split(' and ');
}

/** The fields, and what the computed ones among them are computed from: a new price explains a new unit price. */
function withInputs(fields: readonly string[]): readonly string[] {
  return fields.some((field) => Object.hasOwn(computed, field)) ? [...fields, ...computedInputs] : fields;
}

/**
 * Finds which changes are visible. A change counts only where pixels differ: the drawn label may not show it. Labels of two panels
 * have no pixels to compare; there, it counts if the texts differ.
 * @param otherLayout whether something in the layout changed that concerns the panel
 */
export function evidenceOf(
  expected: Label,
  actual: Label,
  [a, b]: readonly [LabelFacts, LabelFacts],
  otherLayout: boolean,
): Evidence {
  const pairs = pairUp(expected, actual);
  const comparable = a.device === b.device && expected.width === actual.width && expected.height === actual.height;
  const attributed = comparable ? attribute(expected, actual, pairs) : undefined;
  const changed = changedFields(a, b);
  const things = pairs.map((pair, i): Thing => {
    const { before, after, name } = pair;
    const fields = withInputs(fieldsIn(name));
    const sameText = before !== undefined && after !== undefined && before.text === after.text;
    const touched = attributed ? attributed.within[i]! > 0 : true;
    const explained = touched && !sameText && changed.some(({ field }) => fields.includes(field));
    return { ...pair, fields, sameText, explained, count: attributed ? attributed.counts[i]! : Number(!sameText) };
  });
  const open = things.some(({ count, explained }) => count > 0 && !explained) || (attributed?.strays ?? 0) > 0;
  const isSeen = ({ field }: Cause & { kind: 'field' }) =>
    things.some(({ explained, fields }) => explained && fields.includes(field));
  const isShown = ({ field }: Cause & { kind: 'field' }) => things.some(({ fields }) => fields.includes(field));
  const seen = changed.filter(isSeen);
  // A field that is shown nowhere may be tested by a condition.
  const hidden = open ? changed.filter((cause) => !isShown(cause)) : [];
  const settings = changedSettings(a, b).filter(() => open || things.some(isFormatted(b)));
  const layout = !otherLayout ? 'same' : open || !comparable || things.some(isElsewhere) ? 'cause' : 'note';
  const stepped = JSON.stringify(a.step) !== JSON.stringify(b.step);
  const others = hidden.length > 0 || settings.length > 0 || layout === 'cause' || stepped || !comparable;
  const rest = open && !others && seen.length === 0 ? changed : [];
  const fields = changed.filter((cause) => [seen, hidden, rest].some((list) => list.includes(cause)));
  const drawing = open && !others && rest.length === 0 ? 'cause' : 'note';
  return { things, attributed, fields, settings, layout, drawing };
}

/** Whether the text of a thing is formatted by the locale, not the plain field. */
function isFormatted({ fields: values }: LabelFacts) {
  return ({ fields, explained, after }: Thing): boolean =>
    explained && after?.text !== undefined && !fields.some((field) => values[field] === after.text);
}

/** Whether a thing that changed has another box. */
function isElsewhere({ before: a, after: b, count }: Thing): boolean {
  return count > 0 && (a?.x !== b?.x || a?.y !== b?.y || a?.width !== b?.width || a?.height !== b?.height);
}
