import {
  findNodeAtLocation,
  findNodeAtOffset,
  getNodePath,
  type Node,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import type { Json, Path } from './json.js';

export interface ParsedJson {
  readonly node: Node;
  readonly value: Json;
}

export interface JsonProblem {
  readonly kind: 'end' | 'value' | 'key' | 'colon' | 'comma' | 'twice' | 'string' | 'after' | 'deep';
  readonly at: number;
}

/** Levels of nesting: more than layouts need, and safe for any browser. */
const maxDepth = 200;

export function parseJson(text: string): ParsedJson | JsonProblem {
  try {
    checkSyntax(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.problem;
    throw error;
  }
  return { node: parseTree(text)!, value: JSON.parse(text) as Json };
}

export function isParsed(parsed: ParsedJson | JsonProblem): parsed is ParsedJson {
  return 'value' in parsed;
}

/** Stops the parser at the first error. It would recover, and recurse into any depth. */
class SyntaxProblem extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.kind);
  }
}

const stringErrors = ['UnexpectedEndOfString', 'InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter'];

function checkSyntax(text: string): void {
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let expected: JsonProblem['kind'] = 'value';
  const fail = (kind: JsonProblem['kind'], at: number): never => {
    throw new SyntaxProblem({ kind: at >= text.length ? 'end' : kind, at });
  };
  const begin = (at: number, keys?: Set<string>): true => {
    if (open.push(keys) > maxDepth + 1) fail('deep', at);
    expected = keys ? 'key' : 'value';
    return true;
  };
  const ended = () => {
    expected = open.length > 0 ? 'comma' : 'after';
  };
  const close = () => {
    open.pop();
    ended();
  };
  visit(
    text,
    {
      onObjectBegin: (at) => begin(at, new Set()),
      onArrayBegin: (at) => begin(at),
      onObjectProperty(key, at) {
        if (open.at(-1)?.has(key)) fail('twice', at);
        open.at(-1)?.add(key);
        expected = 'colon';
      },
      onSeparator(character) {
        expected = character === ',' && open.at(-1) ? 'key' : 'value';
      },
      onLiteralValue: ended,
      onObjectEnd: close,
      onArrayEnd: close,
      onError: (code, at) => fail(stringErrors.includes(printParseErrorCode(code)) ? 'string' : expected, at),
    },
    { disallowComments: true },
  );
}

export function rangeAt(root: Node, path: Path): { readonly from: number; readonly to: number } | undefined {
  const node = findNodeAtLocation(root, [...path]);
  return node && { from: node.offset, to: node.offset + node.length };
}

export function pathAround(root: Node, at: number): Path {
  const node = findNodeAtOffset(root, at, true);
  return node ? getNodePath(node) : [];
}
