import { readFileSync } from 'node:fs';
import type { LocalText, Phrase } from './document.js';

export type Phrases = Readonly<Record<string, Phrase>>;

/** Returns a text in the language of a locale, with its phrases filled in. */
export type Words = (text: LocalText, locale: string) => string;

export const shippedPhrases = JSON.parse(readFileSync(new URL('./phrases.json', import.meta.url), 'utf8')) as Phrases;

/** The phrase of this name: one of a layout's own, else a shipped one. */
export function findPhrase(name: string, own: Phrases = {}): Phrase | undefined {
  if (Object.hasOwn(own, name)) return own[name];
  return Object.hasOwn(shippedPhrases, name) ? shippedPhrases[name] : undefined;
}

/** A phrase's name, if a text has a phrase in place of a field: "phrase.was" → "was". */
export function phraseName(field: string): string | undefined {
  return field.startsWith('phrase.') ? field.slice('phrase.'.length) : undefined;
}

/** @param own the phrases of a valid layout */
export function createWords(own?: Phrases): Words {
  return (text, locale) =>
    inLanguage(text, locale).replace(/\{phrase\.([^{}]*)\}/g, (_, name: string) =>
      inLanguage(findPhrase(name, own)!, locale),
    );
}

/** The text of a locale: its own, else its language's, else the English one. */
function inLanguage(text: LocalText, locale: string): string {
  if (typeof text === 'string') return text;
  return text[locale] ?? text[locale.slice(0, locale.indexOf('-'))] ?? text.en;
}
