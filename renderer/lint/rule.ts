import type { Device, InkName } from '../../devices/index.js';
import type { Quantity } from '../computed/quantity.js';
import type { Content, Warning } from '../content.js';
import type { WarningCode } from '../warnings.js';
import type { Layout } from '../layout/document.js';
import type { Finding, LintGrade, LintSet } from './finding.js';
import type { MeasuredBox } from './measure.js';

/** Where a rule comes from, in one of its sets. */
export interface Law {
  readonly set: LintSet;
  /** The law or standard with its paragraph; absent for a rule of truth. */
  readonly law?: string;
  /** Where it was read. */
  readonly source?: string;
  /** The day from which it is in force, YYYY-MM-DD; absent: since before all labels. */
  readonly since?: string;
}

/** A label as rules see it. */
export interface LintLabel {
  readonly content: Content;
  readonly layout: Layout;
  readonly device: Device;
  /** Those of its rendering. A rule that is also a warning is only checked where it is one of them. */
  readonly warnings: readonly Warning[];
  /** The boxes that draw something. Measured when a rule first reads them. */
  readonly boxes: readonly MeasuredBox[];
  /** Those of the boxes that are texts and prices for customers. */
  readonly texts: readonly MeasuredBox[];
  /** The day that a text names, as YYYY-MM-DD; undefined for one that names none. */
  readonly day: (text: string) => string | undefined;
  /** The quantity that is sold, if it can be read. */
  readonly sold: Quantity | undefined;
  /** The fields that the label shows, named as in warnings. */
  readonly shown: ReadonlySet<string>;
  /** See `sellingPrice` and `boxShowing`. */
  readonly priceBox: MeasuredBox | undefined;
  readonly unitPriceBox: MeasuredBox | undefined;
  /** The contrast of an ink on a ground, as their measured colours give it: 1 to 21. */
  readonly contrast: (ink: InkName, ground: InkName) => number;
  /** A price of the content in the label's format: "3,50 €". */
  readonly price: (amount: string) => string;
}

/** What a rule found, without what the rule itself says. */
export interface RuleFault {
  readonly message: string;
  readonly wanted: string;
  readonly drawn: string;
  readonly fields: readonly string[];
  readonly boxes?: readonly MeasuredBox[];
  /** Absent: the rule's. */
  readonly grade?: LintGrade;
}

/** A rule: data, and a small function. */
export interface LintRule {
  readonly code: string;
  readonly grade: LintGrade;
  readonly laws: readonly Law[];
  /** The rule is checked where one of these fields is shown. Absent: on every label. */
  readonly shows?: readonly string[];
  /** What is assumed where the law's wording is not certain. */
  readonly assumed?: string;
  /** What would mend the label. */
  readonly mend: string;
  /** What the rule can't know, for the document. */
  readonly unknown?: string;
  check(label: LintLabel): readonly RuleFault[];
}

/** Finds faults in a content and the fields that are shown, before anything is drawn. */
export type ContentCheck = (label: Pick<LintLabel, 'content' | 'price' | 'shown' | 'day'>) => readonly RuleFault[];

/** A rule that every answer also has as a warning, by the same code. */
export interface WarningRule extends LintRule {
  readonly code: WarningCode;
  readonly check: ContentCheck;
}

export const none: readonly RuleFault[] = [];

/** A fault of a rule as a finding. Members that the rule does not have are undefined, which JSON leaves out. */
export function findingOf({ code, grade, assumed, mend }: LintRule, from: Law, fault: RuleFault): Finding {
  const { message, wanted, drawn, fields, boxes = [] } = fault;
  const { set, law, source, since } = from;
  const places: Finding['boxes'][number][] = [];
  for (const { pointers, x, y, width, height } of boxes)
    if (pointers) places.push({ pointer: pointers.pointer, place: pointers.place, x, y, width, height });
  return {
    code,
    set,
    grade: fault.grade ?? grade,
    message,
    law,
    source,
    since,
    assumed,
    wanted,
    drawn,
    fields,
    boxes: places,
    mend,
  };
}
