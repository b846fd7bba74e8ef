import type { Phrase } from './document.js';
import { findPhrase, phraseName, type Phrases, shippedPhrases } from './phrases.js';
import type { LayoutProblem } from './schema-problem.js';
import { suggestion } from './suggestion.js';
import { compileTemplate } from './template.js';

/** The characters that a text may have with its phrases filled in. */
const mostCharacters = 400;

/** A field that a text shows, and the form in which it is to be written. */
interface Shown {
  readonly field: string;
  readonly format: string | undefined;
}

/** What a phrase brings into a text that names it, whatever the language. */
interface Contents {
  readonly fields: readonly Shown[];
  /** The length of its longest text. */
  readonly characters: number;
}

/**
 * Checks the phrases of a layout, and those that its texts name, in all languages. A phrase is looked through once, however
 * many texts name it.
 * @param own the layout's phrases
 * @param checkField is told each field that a text shows, and the path of the text
 */
export function createPhraseCheck(own: Phrases = {}, checkField: (shown: Shown, pointer: string) => void) {
  const known = new Map<string, Contents>();
  const contentsOf = (name: string, phrase: Phrase): Contents => {
    let contents = known.get(name);
    if (!contents) known.set(name, (contents = look(phrase)));
    return contents;
  };

  /** What is wrong with a text at a path. */
  function ofText(text: string, pointer: string): readonly LayoutProblem[] {
    const problems: LayoutProblem[] = [];
    let characters = text.length;
    for (const shown of shownIn(text)) {
      const { field } = shown;
      const name = phraseName(field);
      const phrase = name === undefined ? undefined : findPhrase(name, own);
      if (name === undefined) checkField(shown, pointer);
      else if (!phrase) problems.push(unknown(name, pointer));
      else {
        const contents = contentsOf(name, phrase);
        characters += contents.characters - `{${field}}`.length;
        // Those of its own phrases are checked where they stand.
        if (!Object.hasOwn(own, name)) for (const inner of contents.fields) checkField(inner, pointer);
      }
    }
    if (characters > mostCharacters) {
      const message = `Expected at most ${mostCharacters} characters with phrases filled in for ${pointer} but received ${characters}`;
      problems.push({ pointer, reason: 'too_long', message });
    }
    return problems;
  }

  function unknown(name: string, pointer: string): LayoutProblem {
    const guess = suggestion(name, [...Object.keys(own), ...Object.keys(shippedPhrases())]);
    const message = `Expected a known phrase for ${pointer} but received {phrase.${name}}${guess}`;
    return { pointer, reason: 'unknown_phrase', message };
  }

  /** What is wrong with the layout's own phrases. */
  function ofOwn(): readonly LayoutProblem[] {
    return Object.entries(own).flatMap(([name, phrase]) =>
      Object.entries(phrase).flatMap(([language, text]) => {
        const pointer = `#/phrases/${name}/${language}`;
        return shownIn(text).flatMap((shown) => {
          const { field } = shown;
          if (phraseName(field) === undefined) {
            checkField(shown, pointer);
            return [];
          }
          const message = `Expected no phrase in a phrase but received {${field}} at ${pointer}`;
          return [{ pointer, reason: 'nested', message }];
        });
      }),
    );
  }

  return { ofText, ofOwn };
}

function look(phrase: Phrase): Contents {
  const texts = Object.values(phrase);
  const shown = texts.flatMap(shownIn);
  return {
    fields: [...new Map(shown.map((one) => [`${one.field}:${one.format ?? ''}`, one])).values()],
    characters: Math.max(...texts.map((text) => text.length)),
  };
}

function shownIn(text: string): readonly Shown[] {
  const { fields, formats } = compileTemplate(text);
  return fields.map((field, i) => ({ field, format: formats[i] }));
}
