import { type Device, findDevices, readDevice } from '../../../devices/index.js';
import {
  type Content,
  type Layout,
  type LintSet,
  lintSets,
  PriceDoesNotFit,
  type Renderer,
  TextDoesNotFit,
} from '../../../renderer/index.js';
import { unitPriceShareOf } from '../../../renderer/lint-sets.js';
import { productContent } from '../labels/products.js';
import { profiles } from '../measured/labels.js';

/** A product of a place, and the sets that its labels are checked with. */
interface Place {
  readonly product: string;
  readonly locale: string;
  readonly currency: string;
  readonly sets: readonly LintSet[];
}

const places: readonly Place[] = [
  { product: 'de-DE', locale: 'de-AT', currency: 'EUR', sets: ['at'] },
  { product: 'de-DE', locale: 'de-DE', currency: 'EUR', sets: ['eu', 'de'] },
  { product: 'fr-FR', locale: 'fr-FR', currency: 'EUR', sets: ['fr'] },
  { product: 'en-GB', locale: 'en-GB', currency: 'GBP', sets: ['uk', 'nz', 'au'] },
  { product: 'fr-CH', locale: 'fr-CA', currency: 'CAD', sets: ['ca-qc'] },
  { product: 'en-US', locale: 'en-US', currency: 'USD', sets: ['readability', 'codes', 'us-ma', 'us-ct', 'us-nj'] },
];

/**
 * A shop's usual content: half a litre in metric places; the previous price is the lowest one of 30 days. The layout follows
 * the sets, as it does where they are the lint of a binding.
 */
function usualContent({ product, locale, currency, sets }: Place, layout: Layout, device: Device): Content {
  const content = productContent(product, layout, device);
  const { previous_price, unit_price, ...data } = content.data;
  const half = product !== 'en-US';
  const perLitre = (Number(content.price) * 2).toFixed(2);
  return {
    ...content,
    locale,
    currency,
    unit: half ? '500 ml' : content.unit,
    unit_price_share: unitPriceShareOf(sets),
    data: {
      ...data,
      ...(previous_price !== undefined && { previous_price }),
      ...(previous_price !== undefined && data.lowest_price !== undefined && { lowest_price: previous_price }),
      ...(unit_price !== undefined && { unit_price: half ? perLitre : unit_price }),
      ...(data.unit_quantity !== undefined && half && { unit_quantity: '1 L' }),
    },
  };
}

/** By layout and panel, the sets that find an error on the label with usual content; undefined: it could not be drawn. */
export type Passes = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<LintSet> | undefined>>;

export const checkedPanels = Object.keys(profiles) as (keyof typeof profiles)[];

export function failingSets(renderer: Renderer, layouts: readonly Layout[]): Passes {
  const paths = findDevices();
  return new Map(
    layouts.map((layout) => [
      layout.id,
      new Map(
        checkedPanels.map((panel) => [panel, failingOn(layout, readDevice(paths.get(profiles[panel])!), renderer)]),
      ),
    ]),
  );
}

function failingOn(layout: Layout, device: Device, renderer: Renderer): ReadonlySet<LintSet> | undefined {
  const failing = new Set<LintSet>();
  for (const place of places) {
    const content = usualContent(place, layout, device);
    try {
      const { warnings } = renderer.render(content, layout, device);
      for (const set of place.sets)
        if (renderer.lint(content, layout, device, [set], warnings).some(({ grade }) => grade === 'error'))
          failing.add(set);
    } catch (error) {
      if (error instanceof PriceDoesNotFit || error instanceof TextDoesNotFit) return undefined;
      throw error;
    }
  }
  return new Set((Object.keys(lintSets) as LintSet[]).filter((set) => failing.has(set)));
}
