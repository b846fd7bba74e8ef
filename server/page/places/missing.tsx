import { catalogue, findDevice, findLayout } from '../api/catalogue.js';
import type { ComponentChildren } from 'preact';
import { Answer } from '../parts/controls/index.js';
import { currencyFor } from '../state/fields.js';
import type { PreviewState } from '../state/preview-state.js';
import { texts } from '../texts/index.js';

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

interface MissingProps {
  readonly missing: readonly MissingName[];
  readonly content: PreviewState;
  /** What the user can do about it. */
  readonly way: (name: MissingName) => ComponentChildren;
}

export function Missing({ missing, content, way }: MissingProps) {
  const words = texts.value.preview;
  const ids = { ...content, currency: currencyFor(content) };
  return missing.map((name) => (
    <Answer key={name} kind="warning" title={words.missing[name]}>
      {words.unknown({ id: ids[name] })} {way(name)}
    </Answer>
  ));
}
