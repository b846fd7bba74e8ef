import { readQuantity } from '../computed/quantity.js';
import type { Content, Warning } from '../content.js';
import { fieldsIn } from '../layout/node-texts.js';
import { writePrice } from '../price/price.js';
import type { Slot } from '../slots/slot.js';
import { readDay } from './contents/read-day.js';
import { createContrasts } from './contrast.js';
import { codeRules } from './codes.js';
import { dataRules } from './data/rules.js';
import type { Finding, LintSet } from './finding.js';
import { lawRules } from './laws/index.js';
import { boxShowing, customerTexts, sellingPrice, unitPriceFields } from './label.js';
import type { MeasuredBox } from './measure.js';
import { readabilityRules } from './readability.js';
import { findingOf, type Law, type LintLabel, type LintRule, type WarningRule } from './rule.js';
import { textRules } from './truth/texts.js';
import { warningRules as truthRules } from './truth/warnings.js';
import { getOrInsert } from '../get-or-insert.js';

/** All rules, those of truth first. */
export const lintRules: readonly LintRule[] = [
  ...truthRules,
  ...dataRules,
  ...textRules,
  ...readabilityRules,
  ...codeRules,
  ...lawRules,
];

/** The rules that every answer has as warnings. */
const warningRules: readonly WarningRule[] = [...truthRules, ...dataRules];
const warned: ReadonlySet<LintRule> = new Set(warningRules);

export interface LintedLabel extends Pick<LintLabel, 'content' | 'layout' | 'device' | 'warnings'> {
  readonly slots: readonly Slot[];
  /** Measures its boxes. Called at most once, and only if a rule needs them. */
  readonly measure: () => readonly MeasuredBox[];
}

interface ChosenRule {
  readonly rule: LintRule;
  readonly laws: readonly Law[];
}

/** Checks labels with the rules of some sets, and always with those of `truth`. Rules are chosen once for the slots that labels share. */
export function createLint() {
  const contrastOn = createContrasts();
  const bySlots = new WeakMap<
    readonly Slot[],
    { readonly shown: ReadonlySet<string>; readonly chosen: Map<string, readonly ChosenRule[]> }
  >();
  return (linted: LintedLabel, sets: readonly LintSet[]): readonly Finding[] => {
    const { content, layout, device, slots, warnings, measure } = linted;
    const { shown, chosen } = getOrInsert(bySlots, slots, () => ({ shown: shownIn(slots), chosen: new Map() }));
    const key = sets.join();
    const rules = getOrInsert(chosen, key, () => choose(new Set(['truth', ...sets]), shown));
    let [boxes, texts]: (readonly MeasuredBox[] | undefined)[] = [];
    let [priceBox, unitPriceBox]: ({ readonly box: MeasuredBox | undefined } | undefined)[] = [];
    const label: LintLabel = {
      content,
      layout,
      device,
      warnings,
      shown,
      contrast: (ink, ground) => contrastOn(ink, ground, device),
      price: (amount) => writePrice(amount, content),
      day: (text) => readDay(text, content.locale, content.date),
      get boxes() {
        return (boxes ??= measure());
      },
      get priceBox() {
        return (priceBox ??= { box: sellingPrice(this) }).box;
      },
      get unitPriceBox() {
        return (unitPriceBox ??= { box: boxShowing(this, unitPriceFields) }).box;
      },
      get texts() {
        return (texts ??= customerTexts(this.boxes));
      },
      get sold() {
        return readQuantity(content.unit, content.locale);
      },
    };
    const findings: Finding[] = [];
    for (const { rule, laws } of rules) {
      // Arranging has already checked those that are warnings.
      if (warned.has(rule) && !warnings.some(({ code }) => code === rule.code)) continue;
      const law = laws.find(({ since }) => since === undefined || since <= content.date);
      if (law) for (const fault of rule.check(label)) findings.push(findingOf(rule, law, fault));
    }
    return findings;
  };
}

/** The fields that slots show. */
export function shownIn(slots: readonly Slot[]): ReadonlySet<string> {
  return new Set(slots.flatMap(({ node, template }) => fieldsIn(node, template)));
}

function choose(sets: ReadonlySet<string>, shown: ReadonlySet<string>): readonly ChosenRule[] {
  return lintRules.flatMap((rule) => {
    const laws = rule.laws.filter(({ set }) => sets.has(set));
    // One of those that are warnings also applies where the layout hides its field, and has warned of it.
    const applies = rule.shows === undefined || warned.has(rule) || rule.shows.some((field) => shown.has(field));
    return laws.length > 0 && applies ? [{ rule, laws }] : [];
  });
}

/** The rules that every answer has as warnings, for labels that show these fields. */
export function truthWarnings(shown: ReadonlySet<string>): (content: Content) => readonly Warning[] {
  const rules = warningRules.filter(({ shows }) => shows === undefined || shows.some((field) => shown.has(field)));
  return (content) => {
    const day = (text: string) => readDay(text, content.locale, content.date);
    const label = { content, shown, day, price: (amount: string) => writePrice(amount, content) };
    const warnings: Warning[] = [];
    for (const { code, check } of rules)
      for (const { message, fields } of check(label)) warnings.push({ code, field: fields[0]!, message });
    return warnings;
  };
}
