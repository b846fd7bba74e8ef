import { signal } from '@preact/signals';
import type { Finding } from '../../../renderer/index.js';
import { language } from './index.js';

interface ServerWords {
  /** By their English: sentences of the schema and of the shipped layouts. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Of data and parts of the shipped layouts. */
  readonly names: Readonly<Record<string, string>>;
  /** By the code of a lint's rule: what is at fault, what mends it, and what is assumed. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
}

/** The server's English in another language. Null: English, or not loaded yet. */
const words = signal<ServerWords | null>(null);

language.subscribe((value) => {
  words.value = null;
  if (value !== 'de') return;
  import('./de-sentences.json')
    .then(({ names, sentences, findings }) => {
      if (language.peek() === value) words.value = { names, sentences, findings };
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

/** A finding in the page's language; `lang` is set where it stays English. */
export function findingWords({ code, message, mend, assumed, wanted, drawn }: Finding) {
  const said = words.value?.findings[code];
  if (!said)
    return { message: `${message}.`, mend, assumed, wanted, drawn, lang: language.value === 'en' ? undefined : 'en' };
  const [says, mends, assumes] = said;
  return {
    message: says!,
    mend: mends!,
    assumed: assumed && assumes,
    wanted: inGerman(wanted),
    drawn: inGerman(drawn),
    lang: undefined,
  };
}

/** What a finding wants or has: figures with few words. */
const figures: readonly (readonly [RegExp, string])[] = [
  [/(\d)\.(\d+)(?= (?:mm|cm²|%|: 1|modules))/g, '$1,$2'],
  [/^at least the price, /, 'mindestens der Preis, '],
  [/^at most the price, /, 'höchstens der Preis, '],
  [/^above the price, /, 'mehr als der Preis, '],
  [/^below the price, /, 'weniger als der Preis, '],
  [/^at most the previous price, /, 'höchstens der vorige Preis, '],
  [/^at least /, 'mindestens '],
  [/^at most /, 'höchstens '],
  [/^above or left of the price$/, 'über dem Preis oder links davon'],
  [/^right of it, or in it$/, 'rechts davon, oder darin'],
  [/^above /, 'mehr als '],
  [/^below$/, 'darunter'],
  [/^below /, 'weniger als '],
  [/^none$/, 'keiner'],
  [/^none: (.*) is not shown$/, 'keiner: $1 ist nicht zu sehen'],
  [/^the price of one$/, 'der Preis für eines'],
  [/^the price of a quantity of /, 'der Preis für eine Menge von '],
  [/^the price of 1 /, 'der Preis für 1 '],
  [/^a quantity that gives a unit price$/, 'eine Menge, aus der ein Grundpreis folgt'],
  [/^the number of the pack$/, 'die Nummer der Packung'],
  [/^words$/, 'Wörter'],
  [/^that of 1 /, 'der für 1 '],
  [/^the lowest price of 30 days$/, 'der niedrigste Preis von 30 Tagen'],
  [/^both prices$/, 'beide Preise'],
  [/^one price$/, 'ein Preis'],
  [/^a day$/, 'ein Tag'],
  [/^a code$/, 'ein Code'],
  [/^(\S+) or later$/, '$1 oder später'],
  [/ modules$/, ' Module'],
  [/ mm of /, ' mm von '],
  [/^(\d+)[.,](\d+) to /, '$1,$2 bis '],
  [/\(food\)/, '(Lebensmittel)'],
  [/\(other\)/, '(andere)'],
];

function inGerman(text: string): string {
  return figures.reduce((said, [english, german]) => said.replace(english, german), text);
}
