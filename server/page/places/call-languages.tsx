import { storedChoice } from '../browser/storage.js';
import { Segments } from '../parts/controls/index.js';
import { type CallLanguage, callLanguages } from '../state/calls.js';
import { texts } from '../texts/index.js';

/** The language of the code samples, kept in this browser. */
export const callLanguage = storedChoice<CallLanguage>('call-language', callLanguages);

export function CallLanguages() {
  return (
    <Segments
      legend={texts.value.shelf.callLanguages}
      options={callLanguages.map((value) => ({ value, text: value }))}
      value={callLanguage.value}
      choose={(value) => (callLanguage.value = value)}
    />
  );
}
