import { signal } from '@preact/signals';
import { language } from './index.js';

interface ServerWords {
  readonly sentences: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

/** Null: English, or not loaded yet. */
const words = signal<ServerWords | null>(null);

language.subscribe((value) => {
  words.value = null;
  if (value !== 'de') return;
  import('./de-sentences.js')
    .then(({ deNames, deSentences }) => {
      if (language.peek() === value) words.value = { names: deNames, sentences: deSentences };
    })
    // The server's own words stay.
    .catch(() => undefined);
});

/** A sentence of the server and its language; undefined: that of the page. */
export function sentenceOf(english: string): { readonly text: string; readonly lang: 'en' | undefined } {
  const text = words.value?.sentences[english];
  return { text: text ?? english, lang: text === undefined && language.value !== 'en' ? 'en' : undefined };
}

/** "data.previous_price" → "Previous price". */
export function nameOfData(name: string): string {
  const own = name.replace(/^data\./, '');
  const said = own.replaceAll(/[_-]+/g, ' ').trim();
  return words.value?.names[own] ?? said.charAt(0).toUpperCase() + said.slice(1);
}
