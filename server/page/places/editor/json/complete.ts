import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { Json, Path } from '../../../state/layout/json.js';
import { keysFor, type Schema, valuesFor } from '../../../state/layout/schema.js';
import { sentenceOf } from '../../../texts/server-words.js';

/** Proposes what the schema lets stand at the cursor: keys in an object, values behind a key. The text may be half written. */
export function completeFrom(schema: () => Schema): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const node = rightNode(syntaxTree(state).resolveInner(pos, -1));
    const document = valueOf(syntaxTree(state).topNode.firstChild, state);
    const isKey = node.name === 'PropertyName' || node.name === 'Object' || node.name === '{';
    const word = context.matchBefore(/"[^"\n]*/);
    if (!word && !explicit) return null;
    const from = word?.from ?? pos;
    const to = state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
    const path = pathTo(node.name === 'PropertyName' ? node.parent!.parent! : node, state);
    const found = isKey ? keysFor(schema(), path, document) : valuesFor(schema(), path, document);
    const options = found.map(({ text, note }) => {
      const label = isKey ? `"${text}"` : text;
      return { label, info: sentenceOf(note).text, apply: isKey && !hasColon(state, to) ? `${label}: ` : label };
    });
    return options.length === 0 ? null : { from, to, options, validFor: /^"?[^"\n]*$/ };
  };
}

/** The nearest node that is right: a text without its end is none yet. */
function rightNode(node: SyntaxNode): SyntaxNode {
  return node.type.isError && node.parent ? rightNode(node.parent) : node;
}

function hasColon(state: EditorState, at: number): boolean {
  return /^\s*:/.test(state.sliceDoc(at, at + 8));
}

/** Where a value stands: keys and places from the whole inwards. */
function pathTo(node: SyntaxNode, state: EditorState): Path {
  const path: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    const { parent } = at;
    if (at.name === 'Property') path.unshift(keyOf(at, state));
    else if (parent?.name === 'Array' && at.name !== '[' && at.name !== ']')
      path.unshift(valuesIn(parent).findIndex((each) => each.from === at.from));
  }
  return path;
}

function keyOf(property: SyntaxNode, state: EditorState): string {
  const name = property.getChild('PropertyName');
  return name ? textOf(name, state) : '';
}

function valuesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let at = node.firstChild; at; at = at.nextSibling)
    if (['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'].includes(at.name)) values.push(at);
  return values;
}

function textOf(node: SyntaxNode, state: EditorState): string {
  try {
    return String(JSON.parse(state.sliceDoc(node.from, node.to)));
  } catch {
    return '';
  }
}

/** What stands in the text, as far as it is right. */
function valueOf(node: SyntaxNode | null, state: EditorState): Json {
  if (!node) return null;
  if (node.name === 'Object')
    return Object.fromEntries(
      node.getChildren('Property').map((each) => [keyOf(each, state), valueOf(valuesIn(each).at(-1) ?? null, state)]),
    );
  if (node.name === 'Array') return valuesIn(node).map((each) => valueOf(each, state));
  return node.name === 'String' ? textOf(node, state) : null;
}
