import { signal } from '@preact/signals';
import { language } from './index.js';

/**
 * The server's English in another language: sentences of the schema and of the shipped layouts, and the names of their
 * data and parts. Null: English, or not loaded yet.
 */
const words = signal<Readonly<Record<'sentences' | 'names', Readonly<Record<string, string>>>> | null>(null);

language.subscribe((value) => {
  words.value = null;
  if (value !== 'de') return;
  import('./de-sentences.json')
    .then(({ names, sentences }) => {
      if (language.peek() === value) words.value = { names, sentences };
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
