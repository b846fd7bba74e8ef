import {
  autocompletion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getLocation, parse } from 'jsonc-parser';
import type { Json } from '../../../state/layout/json.js';
import { keysFor, type Schema, valuesFor } from '../../../state/layout/schema.js';
import { sentenceOf } from '../../../texts/server-words.js';

export type CodeEditor = ReturnType<typeof createCode>;

interface TextRange {
  readonly from: number;
  readonly to: number;
}

interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly schema: () => Schema;
  readonly typed: (text: string) => void;
  readonly cursor: (at: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly leave: () => void;
}

const fromElsewhere = Annotation.define<boolean>();
const markLines = StateEffect.define<TextRange | null>();
const marked = Decoration.line({ class: 'cm-chosen' });

const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    let lines = before.map(changes);
    for (const effect of effects) if (effect.is(markLines)) lines = decorationsOf(effect.value, state);
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorationsOf(range: TextRange | null, state: EditorState): DecorationSet {
  if (!range) return Decoration.none;
  const last = state.doc.lineAt(Math.min(range.to, state.doc.length)).number;
  const first = state.doc.lineAt(Math.min(range.from, state.doc.length)).number;
  const lines = Array.from({ length: last - first + 1 }, (_, i) => state.doc.line(first + i));
  return Decoration.set(lines.map((line) => marked.range(line.from)));
}

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--field)', fontSize: '12px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-chosen': { backgroundColor: 'var(--tint)', boxShadow: 'inset 3px 0 var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--rail) !important' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '-3px' },
  '.cm-tooltip': { backgroundColor: 'var(--ground)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--tint)', color: 'var(--text)' },
  '.cm-completionInfo': { maxWidth: '280px', fontFamily: 'var(--sans)' },
  '.cm-panels': { backgroundColor: 'var(--ground)', color: 'var(--text)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--good)' },
]);

/** The editor is in a shadow tree: its styles then need no `style` element, which the page's policy forbids. */
export function createCode(options: CodeEditorOptions) {
  const { parent, text, label, typed, cursor } = options;
  const shadow = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: shadow,
    root: shadow,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        json(),
        syntaxHighlighting(colours),
        autocompletion({ override: [completeFrom(options.schema)] }),
        lintGutter(),
        search({ top: true }),
        highlightSelectionMatches(),
        markedLines,
        keymap.of([
          { key: 'Mod-z', run: () => done(options.undo) },
          { key: 'Mod-y', run: () => done(options.redo) },
          { key: 'Mod-Shift-z', run: () => done(options.redo) },
          ...completionKeymap,
          ...searchKeymap,
          { key: 'Escape', run: () => done(options.leave) },
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
        theme,
        EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state }) => {
          if (transactions.some((one) => one.annotation(fromElsewhere))) return;
          if (docChanged) typed(state.doc.toString());
          if (docChanged || selectionSet) cursor(state.selection.main.head);
        }),
      ],
    }),
  });
  return {
    setText(next: string): void {
      const before = view.state.doc.toString();
      if (next !== before) view.dispatch({ changes: difference(before, next), annotations: fromElsewhere.of(true) });
    },
    /** Marks the lines of the selection, and scrolls to them unless the user types here. */
    mark(range: TextRange | null): void {
      view.dispatch({ effects: markLines.of(range), annotations: fromElsewhere.of(true) });
      // Only the text scrolls: on a phone the page would leave the label.
      if (range && !view.hasFocus) view.scrollDOM.scrollTop = view.lineBlockAt(range.from).top - 40;
    },
    setProblems(problems: readonly Diagnostic[]): void {
      view.dispatch(setDiagnostics(view.state, [...problems]));
    },
    destroy(): void {
      view.destroy();
    },
  };
}

function done(run: () => void): true {
  run();
  return true;
}

function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Suggests what the schema allows at the cursor: keys in an object, values after a key. The text may be incomplete. */
function completeFrom(schema: () => Schema): CompletionSource {
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
