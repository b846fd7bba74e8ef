import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { getLocation, parse } from 'jsonc-parser';
import type { Json } from '../../../state/layout/json.js';
import { keysFor, type Schema, valuesFor } from '../../../state/layout/schema.js';
import { sentenceOf } from '../../../texts/server-words.js';

/** Proposes what the schema allows at the cursor: keys in an object, values after a key. The text may be half written. */
export function completeFrom(schema: () => Schema): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const word = context.matchBefore(/"[^"\n]*/);
    if (!word && !explicit) return null;
    const text = state.doc.toString();
    const { path, isAtPropertyKey: isKey } = getLocation(text, pos);
    const document = parse(text) as Json;
    const from = word?.from ?? pos;
    const to = text[pos] === '"' ? pos + 1 : pos;
    const found = isKey ? keysFor(schema(), path.slice(0, -1), document) : valuesFor(schema(), path, document);
    const hasColon = /^\s*:/.test(text.slice(to, to + 8));
    const options = found.map(({ text: written, note }) => {
      const label = isKey ? `"${written}"` : written;
      return { label, info: sentenceOf(note).text, apply: isKey && !hasColon ? `${label}: ` : label };
    });
    return options.length === 0 ? null : { from, to, options, validFor: /^"?[^"\n]*$/ };
  };
}
