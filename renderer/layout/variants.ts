import type { Roots } from './document.js';

/** The root for a panel of a size in px: that of the first matching variant, else the layout's own. */
export function rootFor<Root>(
  { root, variants = [] }: { readonly root: Root; readonly variants?: readonly { for: PanelLimits; root: Root }[] },
  { width, height }: { readonly width: number; readonly height: number },
): Root {
  const suits = ({ for: limits }: { readonly for: PanelLimits }) =>
    width / height >= (limits.min_aspect ?? 0) &&
    width / height <= (limits.max_aspect ?? Infinity) &&
    width >= (limits.min_width ?? 0) &&
    width <= (limits.max_width ?? Infinity) &&
    height >= (limits.min_height ?? 0) &&
    height <= (limits.max_height ?? Infinity);
  return variants.find(suits)?.root ?? root;
}

type PanelLimits = NonNullable<Roots['variants']>[number]['for'];
