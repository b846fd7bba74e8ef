import { computed } from '@preact/signals';
import { storedSignal } from '../browser/storage.js';
import { de } from '../../../.build/texts/de.js';
import { en, type Texts } from '../../../.build/texts/en.js';

export type { Texts };

/** The languages of the studio, each in its own name. Each has a JSON file here, which the build compiles: see .ci/texts.mjs. */
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

/** The text of a table for a code, which may have none. */
export function textOf(
  table: Readonly<Record<string, string | ((values: never) => string)>>,
  code: string,
  values: object = {},
): string | undefined {
  const text = Object.hasOwn(table, code) ? table[code] : undefined;
  return typeof text === 'function' ? (text as (values: object) => string)(values) : text;
}

/** "a, b and c" */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(items);
}

/** A number with its decimals, as the page's language writes it. */
export function decimalsOf(value: number, digits: number): string {
  return new Intl.NumberFormat(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
}

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
