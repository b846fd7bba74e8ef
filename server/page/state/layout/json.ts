/** Any JSON value. Values are shared between documents: none is ever changed. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A value in a text, with where it stands there. */
export interface JsonNode {
  readonly value: Json;
  readonly from: number;
  readonly to: number;
  /** Of an object: its members; of a list: its values. */
  readonly members?: readonly JsonMember[];
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  /** Where the key begins, with its quote, and where it ends. */
  readonly from: number;
  readonly keyTo: number;
  readonly node: JsonNode;
}

/** What is wrong with a text, in a word that a language has a sentence for, and where. */
export interface JsonProblem {
  readonly kind: 'end' | 'value' | 'key' | 'colon' | 'comma' | 'twice' | 'string' | 'after' | 'deep';
  readonly at: number;
}

/** Levels of lists and objects: more than a layout may have, and few enough for any browser. */
const deepest = 200;

/** A value in a line: a text as it is, all else as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Reads a JSON text. @returns the problem of one that is none */
export function parseJson(text: string): JsonNode | JsonProblem {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof Wrong) return error.problem;
    throw error;
  }
}

/** Whether a text could be read. */
export function isParsed(parsed: JsonNode | JsonProblem): parsed is JsonNode {
  return 'value' in parsed;
}

class Wrong extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.kind);
  }
}

const scalars = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const strings = /"(?:[^"\\\n]|\\.)*"/y;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): JsonNode {
    const node = this.value(0);
    this.blank();
    if (this.at < this.text.length) this.fail('after');
    return node;
  }

  private fail(kind: JsonProblem['kind'], at = this.at): never {
    throw new Wrong({ kind: at >= this.text.length ? 'end' : kind, at });
  }

  private blank(): void {
    while (/[ \t\r\n]/.test(this.text.charAt(this.at))) this.at++;
  }

  /** Whether the next sign is this one, which is passed then. */
  private takes(sign: string): boolean {
    this.blank();
    if (this.text.charAt(this.at) !== sign) return false;
    this.at++;
    return true;
  }

  private value(depth: number): JsonNode {
    this.blank();
    const from = this.at;
    if (depth > deepest) this.fail('deep');
    if (this.takes('{')) return this.object(from, depth);
    if (this.takes('[')) return this.list(from, depth);
    const isString = this.text.charAt(from) === '"';
    const value = isString ? this.string() : (JSON.parse(this.token(scalars, 'value')) as Json);
    return { value, from, to: this.at };
  }

  private token(pattern: RegExp, kind: JsonProblem['kind']): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) this.fail(kind);
    this.at += found.length;
    return found;
  }

  private string(): string {
    const from = this.at;
    const token = this.token(strings, 'string');
    try {
      return JSON.parse(token) as string;
    } catch {
      this.fail('string', from);
    }
  }

  private object(from: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    const known = new Set<string>();
    while (!this.takes('}')) {
      if (members.length > 0 && !this.takes(',')) this.fail('comma');
      this.blank();
      const start = this.at;
      if (this.text.charAt(start) !== '"') this.fail('key');
      const key = this.string();
      if (known.has(key)) this.fail('twice', start);
      known.add(key);
      const keyTo = this.at;
      if (!this.takes(':')) this.fail('colon');
      members.push({ key, from: start, keyTo, node: this.value(depth + 1) });
    }
    return { value: Object.fromEntries(members.map(({ key, node }) => [key, node.value])), from, to: this.at, members };
  }

  private list(from: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    while (!this.takes(']')) {
      if (items.length > 0 && !this.takes(',')) this.fail('comma');
      items.push(this.value(depth + 1));
    }
    return { value: items.map(({ value }) => value), from, to: this.at, items };
  }
}

/** A value, and the keys and places that lead to it. */
export interface Found {
  readonly node: JsonNode;
  readonly path: Path;
}

/** Keys of objects and places in lists, from the whole inwards. */
export type Path = readonly (string | number)[];

/** The value at a path; undefined: there is none. */
export function nodeAt(root: JsonNode, path: Path): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of path)
    node = typeof step === 'number' ? node?.items?.[step] : node?.members?.find(({ key }) => key === step)?.node;
  return node;
}

/** The innermost value round a place in the text. */
export function innermost(root: JsonNode, at: number): Found {
  let [node, path]: [JsonNode, Path] = [root, []];
  for (;;) {
    const inner = childAt(node, at);
    if (!inner) return { node, path };
    node = inner.node;
    path = [...path, inner.step];
  }
}

function childAt(node: JsonNode, at: number): { node: JsonNode; step: string | number } | undefined {
  const member = node.members?.find(({ from, node: { to } }) => from <= at && at <= to);
  if (member) return { node: member.node, step: member.key };
  const place = node.items?.findIndex(({ from, to }) => from <= at && at <= to) ?? -1;
  return place < 0 ? undefined : { node: node.items![place]!, step: place };
}

/** "#/root/children/1" for a path. */
export function pointerOf(path: Path): string {
  return ['#', ...path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The path of a pointer in a value: digits are places where there is a list. */
export function pathOf(pointer: string, root: Json): Path {
  const steps = pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '');
  const path: (string | number)[] = [];
  let value: Json | undefined = root;
  for (const written of steps) {
    const step = written.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(isList(value) ? Number(step) : step);
    value = isList(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  }
  return path;
}
