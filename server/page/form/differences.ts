import type { Binding } from '../../../renderer/index.js';
import type { LabelView, LayoutView } from '../../http/answers.js';
import type { Data } from './data-form.js';

export function bindingOf({ device, layout, sku, locale, currency, time_zone, data }: LabelView): Binding {
  return { device, layout, sku, locale, currency, time_zone, data };
}

/** How the label on the shelf differs from the binding with the layout, in words; the panel apart. */
export function differences(binding: Binding, layout: LayoutView | undefined, live: LabelView): readonly string[] {
  const sameLayout = binding.layout === live.layout;
  const version = live.layout_version ?? layout?.version;
  return [
    ...(sameLayout ? [] : ['another layout']),
    ...(sameLayout && version !== layout?.version ? ['an older version of the layout'] : []),
    ...(binding.locale === live.locale ? [] : ['another language']),
    ...(binding.currency === live.currency ? [] : ['another currency']),
    ...(sameData(binding.data, live.data) ? [] : ['other values']),
  ];
}

export function sameData(a: Data, b: Data): boolean {
  const text = (data: Data): string => JSON.stringify(Object.entries(data).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
