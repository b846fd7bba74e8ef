import type { JSX } from 'preact';
import { Answer, LinkButton } from '../../../parts/controls/index.js';
import { bindingOf, currencyFor } from '../../../state/fields.js';
import { firstState } from '../../../state/preview-state.js';
import { texts } from '../../../texts/index.js';
import { absent, live } from '../live.js';
import { change, chooseLocale, choosing, layout, missing, state } from '../model.js';
import { bind } from '../sender.js';

/** Reports what a link names and this server does not have. */
export function MissingNotes(): JSX.Element {
  const words = texts.value.preview;
  const now = state.value;
  const ids = { ...now, currency: currencyFor(now) };
  const ways = {
    device: [words.choosePanel, () => (choosing.value = 'device')],
    layout: [words.chooseLayout, () => (choosing.value = 'layout')],
    locale: [words.chooseUsual(firstState.locale), () => chooseLocale(firstState.locale)],
    currency: [words.chooseUsual('EUR'), () => change({ currency: 'EUR' })],
  } as const;
  return (
    <div class="missing">
      {missing.value.map((what) => (
        <Answer key={what} kind="warning" title={words.missing[what]}>
          {words.unknown(ids[what])} <LinkButton text={ways[what][0]} press={ways[what][1]} />
        </Answer>
      ))}
      {absent.value && (
        <Answer kind="warning" title={words.missing.label}>
          {words.labelMissing(now.label)} <LinkButton text={words.bind} press={bind} />
        </Answer>
      )}
    </div>
  );
}

/** An update changes only name, price and unit. All else needs a binding. */
export function BindNote(): JSX.Element | null {
  const words = texts.value.preview;
  const shown = live.value?.label;
  const chosen = layout.value;
  if (!shown || !chosen || missing.value.length > 0) return null;
  const own = bindingOf(state.value, chosen);
  const { device, layout: id, sku, locale, currency, time_zone, data, lint } = shown;
  const bound = { device, layout: id, sku, locale, currency, time_zone, data, ...(lint && { lint: [...lint] }) };
  const same = sorted(own) === sorted(bound);
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
