import type { JSX } from 'preact';
import { LinkButton } from '../../../parts/controls/buttons.js';
import { bindingOf } from '../../../state/fields.js';
import { texts } from '../../../texts/index.js';
import { live } from '../live.js';
import { layout, missing, state } from '../model.js';
import { bind } from '../sender.js';

/** An update changes name, price and unit only: what else differs is bound. */
export function BindNote(): JSX.Element | null {
  const words = texts.value.preview;
  const shown = live.value?.label;
  const chosen = layout.value;
  if (!shown || !chosen || missing.value.length > 0) return null;
  const own = bindingOf(state.value, chosen);
  const { device, layout: id, sku, locale, currency, time_zone, data } = shown;
  const same = sorted(own) === sorted({ device, layout: id, sku, locale, currency, time_zone, data });
  if (same) return null;
  return (
    <p class="bind-note soft small">
      {words.bindNote(shown.id)} <LinkButton text={words.bind} press={bind} />
    </p>
  );
}

function sorted(binding: ReturnType<typeof bindingOf>): string {
  const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
  const { data, ...rest } = binding;
  return JSON.stringify([Object.entries(rest).sort(byName), Object.entries(data).sort(byName)]);
}
