import type { Slot } from '../slots/slot.js';
import { computedFrom } from '../computed/arithmetic.js';
import type { Content, Warning } from '../content.js';
import type { Plan } from '../boxes/plan.js';
import type { Layout } from '../layout/document.js';
import { shownIn, truthWarnings } from '../lint/lint.js';
import { nearest, suggestion } from '../suggestion.js';
import { type Meter, workCosts } from '../limits.js';
import { getOrInsert } from '../get-or-insert.js';

type ContentCheck = (content: Content) => readonly Warning[];

/** How many undeclared names of `data` are cached per layout, each with the declared name nearest to it. */
const maxCachedNames = 256;

const nothing: readonly Warning[] = [];

/** Warns of fields that contradict each other, and of fields that the layout does not use. The checks are chosen once for a label's slots. */
export function createChecks(meter: Meter) {
  const checks = new WeakMap<readonly Slot[], readonly ContentCheck[]>();
  const byLayout = new WeakMap<Layout, { readonly unused: ContentCheck; readonly expected: readonly string[] }>();
  const ofLayout = (layout: Layout, roots: Plan['roots']) =>
    getOrInsert(byLayout, layout, () => ({
      unused: createUnusedCheck(layout, meter),
      expected: expectedIn(roots, layout),
    }));
  return (
    content: Content,
    { layout, roots }: Pick<Plan, 'layout' | 'roots'>,
    slots: readonly Slot[],
  ): readonly Warning[] => {
    const needed = getOrInsert(checks, slots, () => {
      const { unused, expected } = ofLayout(layout, roots);
      return [truthWarnings(new Set([...shownIn(slots), ...expected])), unused];
    });
    let warnings = nothing;
    for (const check of needed) {
      const more = check(content);
      if (more.length > 0) warnings = [...warnings, ...more];
    }
    return warnings;
  };
}

/** The computed unit price, where a layout has room for it, in a shipped part too. */
function expectedIn(roots: Plan['roots'], { phrases }: Layout): readonly string[] {
  return /(?<!data\.)\bunit_price\b/.test(JSON.stringify([roots, phrases])) ? ['unit_price'] : [];
}

/** Fields of shipped layouts that customers need by law; pictures only where they are allergens. */
const needed = /^(?:allergens|contains|origin|deposit)$/;

function isNeeded(name: string, value: Content['data'][string]): boolean {
  return (
    value !== '' &&
    (needed.test(name) || (name === 'icons' && typeof value === 'string' && value.includes('allergen_')))
  );
}

/**
 * Warns of fields of `data` that a layout does not declare, when a declared field with a similar name is absent, or when the label lacks
 * what customers need.
 */
function createUnusedCheck({ id, data: declared = {} }: Layout, meter: Meter): ContentCheck {
  const names = Object.keys(declared);
  const nearestNames = new Map<string, string | undefined>();
  const nearestTo = (name: string): string | undefined => {
    if (!nearestNames.has(name)) {
      meter.charge(names.length * workCosts.compared);
      if (nearestNames.size >= maxCachedNames) nearestNames.clear();
      nearestNames.set(name, nearest(name, names));
    }
    return nearestNames.get(name);
  };
  return ({ data }) => {
    let warnings: Warning[] | undefined;
    for (const name of Object.keys(data)) {
      if (Object.hasOwn(declared, name) || computedFrom.has(name)) continue;
      const near = nearestTo(name);
      const isMisspelt = near !== undefined && !Object.hasOwn(data, near);
      if (!isMisspelt && !isNeeded(name, data[name]!)) continue;
      const message = `data.${name} is not used by the layout ${id}${isMisspelt ? suggestion(name, [near]) : ''}`;
      (warnings ??= []).push({ code: 'DATA_UNUSED', field: `data.${name}`, message });
    }
    return warnings ?? nothing;
  };
}
