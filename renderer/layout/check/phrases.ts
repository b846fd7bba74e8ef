import type { Phrase } from '../document.js';
import { findPhrase, phraseName, type Phrases, shippedPhrases } from '../phrases.js';
import { suggestion } from '../../suggestion.js';
import { compileTemplate } from '../template.js';

/** The maximum characters of a text with its phrases filled in. */
const maxCharacters = 400;

export interface ShownField {
  readonly field: string;
  readonly format: string | undefined;
}

/** What a phrase adds to a text that names it, in any language. */
interface PhraseContents {
  readonly fields: readonly ShownField[];
  /** The length of its longest text. */
  readonly characters: number;
}

/** Reports a problem. The message is only created if the problem is kept. */
export type Report = (pointer: string, reason: string, message: () => string) => void;

export function reportExpected(
  report: Report,
  pointer: string,
  reason: string,
  expected: string,
  received: () => string,
): void {
  report(pointer, reason, () => `Expected ${expected} for ${pointer} but received ${received()}`);
}

/**
 * Checks the phrases of a layout, and those that its texts name, in all languages. Each phrase is examined once.
 * @param own the layout's phrases
 * @param checkField is called with each field that a text shows, and the path of the text
 */
export function createPhraseCheck(
  own: Phrases = {},
  checkField: (shown: ShownField, pointer: string) => void,
  report: Report,
) {
  const contentsByName = new Map<string, PhraseContents>();
  const contentsOf = (name: string, phrase: Phrase): PhraseContents => {
    let contents = contentsByName.get(name);
    if (!contents) contentsByName.set(name, (contents = look(phrase)));
    return contents;
  };

  /** Checks a text at a path. */
  function ofText(text: string, pointer: string): void {
    let characters = text.length;
    for (const shown of shownIn(text)) {
      const { field, format } = shown;
      const name = phraseName(field);
      // A phrase has no format.
      const phrase = name === undefined || format !== undefined ? undefined : findPhrase(name, own);
      if (name === undefined) checkField(shown, pointer);
      else if (!phrase) reportUnknown(format === undefined ? name : `${name}:${format}`, pointer);
      else {
        const contents = contentsOf(name, phrase);
        characters += contents.characters - `{${field}}`.length;
        // The layout's own phrases are checked at their definition.
        if (!Object.hasOwn(own, name)) for (const inner of contents.fields) checkField(inner, pointer);
      }
    }
    const expected = `at most ${maxCharacters} characters with phrases filled in`;
    if (characters > maxCharacters) reportExpected(report, pointer, 'too_long', expected, () => String(characters));
  }

  function reportUnknown(name: string, pointer: string): void {
    const names = () => [...Object.keys(own), ...Object.keys(shippedPhrases)];
    const received = () => `{phrase.${name}}${suggestion(name, names())}`;
    reportExpected(report, pointer, 'unknown_phrase', 'a known phrase', received);
  }

  /** Checks the layout's own phrases. */
  function ofOwn(): void {
    for (const [name, phrase] of Object.entries(own))
      for (const [language, text] of Object.entries(phrase))
        for (const shown of shownIn(text)) {
          const { field } = shown;
          const pointer = `#/phrases/${name}/${language}`;
          if (phraseName(field) === undefined) checkField(shown, pointer);
          else report(pointer, 'nested', () => `Expected no phrase in a phrase but received {${field}} at ${pointer}`);
        }
  }

  return { ofText, ofOwn };
}

function look(phrase: Phrase): PhraseContents {
  const texts = Object.values(phrase);
  const shown = texts.flatMap(shownIn);
  return {
    fields: [...new Map(shown.map((one) => [`${one.field}:${one.format ?? ''}`, one])).values()],
    characters: Math.max(...texts.map((text) => text.length)),
  };
}

function shownIn(text: string): readonly ShownField[] {
  const { fields, formats } = compileTemplate(text);
  return fields.map((field, i) => ({ field, format: formats[i] }));
}
