import { computed } from '@preact/signals';
import { storedSignal } from '../browser/storage.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

export type { Texts };

/** The languages of the studio, each in its own name. Each has a file here with the same keys. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const tables: Readonly<Record<Language, Texts>> = { en, de };

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** The browser's language, unless the user chose one. */
export const language = storedSignal<Language>(
  'language',
  navigator.languages.map((name) => name.split('-')[0]).find(isLanguage) ?? 'en',
  isLanguage,
);

/** Components that read `texts.value` are drawn again when it changes. */
export const texts = computed(() => tables[language.value]);

/** The name of a locale: "German (Austria)"; the id of one that the browser does not know. */
export function localeName(locale: string, style: 'long' | 'short' = 'long'): string {
  try {
    const names = new Intl.DisplayNames([language.value], { type: 'language', languageDisplay: 'standard', style });
    return names.of(locale) ?? locale;
  } catch {
    return locale;
  }
}

language.subscribe((value) => {
  document.documentElement.lang = value;
});
