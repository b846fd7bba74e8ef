import { catalogue, findDevice, findLayout } from '../api/catalogue.js';
import { currencyFor } from '../state/fields.js';
import type { PreviewState } from '../state/preview-state.js';

/** What an address may name but the server may not have. */
export type MissingName = 'device' | 'layout' | 'locale' | 'currency';

export function missingFrom(content: PreviewState): readonly MissingName[] {
  const known = catalogue.value;
  if (!known) return [];
  const has = {
    device: findDevice(content.device),
    layout: findLayout(content.layout),
    locale: known.locales.includes(content.locale),
    currency: known.currencies.includes(currencyFor(content)),
  };
  return (['device', 'layout', 'locale', 'currency'] as const).filter((name) => !has[name]);
}
