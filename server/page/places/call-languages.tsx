import type { JSX } from 'preact';
import { storedSignal } from '../browser/storage.js';
import { Segments } from '../parts/controls/index.js';
import { type CallLanguage, callLanguages } from '../state/calls.js';
import { texts } from '../texts/index.js';

/** The language of the code samples, kept in this browser. */
export const callLanguage = storedSignal<CallLanguage>('call-language', 'curl', (value): value is CallLanguage =>
  callLanguages.some((known) => known === value),
);

export function CallLanguages(): JSX.Element {
  return (
    <Segments
      legend={texts.value.shelf.callLanguages}
      options={callLanguages.map((value) => ({ value, text: value }))}
      value={callLanguage.value}
      choose={(value) => (callLanguage.value = value)}
    />
  );
}
