// Finds small bugs to try in the syntax tree of a source.
import { parse, parseExpression } from '@babel/parser';

/** Syntax of types that contains expressions. */
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSParameterProperty']);
const pairs = Object.entries({ '<': '<=', '>': '>=', '===': '!==', '&&': '||', min: 'max', floor: 'ceil' });
const opposites = new Map([...pairs, ...pairs.map(([one, other]) => [other, one])]);
/** Functions whose arguments may come in any order. */
const symmetric = /^(hypot|max|min)$/;
const cleaning = /escape|encodeURI|normali[sz]e|sanit|quote|clean|strip|safe/i;
const cleaningMethods = /^(trim(Start|End)?|to(Lower|Upper)Case|normalize)$/;
const releasing =
  /^(abort|cancel|clear\w*|close|delete|destroy|disconnect|dispose|end|free|kill|off|release|remove(Event)?Listener|rm(Sync)?|stop|terminate|unlink|unref|unsubscribe)$/i;
const answers = /^(ctx|headers|reply|res|response)$/;
const headerMembers = /^(append\w*|etag|lastModified|length|removeHeader|set|setHeader|type|vary|writeHead)$/;
/** Large numbers are mostly limits and times, whose neighbours have the same effect. */
const maxNumberWithNeighbours = 1000;

/** The name of an identifier, or of a member. */
const nameOf = (node) => node.name ?? node.property?.name ?? '';
const isName = ({ type }) => type === 'Identifier' || type === 'MemberExpression';
const isLiteral = ({ type }) => /^(Boolean|Numeric|String)Literal$/.test(type);
const isSpread = ({ type }) => type === 'SpreadElement';
const areAlike = ([a, b]) => (isName(a) && isName(b)) || (isLiteral(a) && a.type === b.type);
const neighbours = (list) => list.slice(1).map((each, i) => [list[i], each]);
const entriesOf = ({ elements, properties }) => (elements ?? properties).filter(Boolean);

/** The value of a product of numbers, such as `256 * 1024`; NaN for other nodes. */
const productOf = ({ type, operator, left, right, value }) =>
  operator === '*' ? productOf(left) * productOf(right) : type === 'NumericLiteral' ? value : NaN;

/** An operator for nodes of these types. */
const on = (types, find) => {
  const known = new Set(types.split(' '));
  return (node, tools) => known.has(node.type) && find(node, tools);
};
const calls = 'CallExpression OptionalCallExpression';

/** An operator that drops statements, with or without `await`, by their expression. */
const statement = (isDropped) =>
  on('ExpressionStatement', (node, { put }) => {
    const { expression } = node;
    return isDropped(expression.type === 'AwaitExpression' ? expression.argument : expression) && put(node, ';');
  });

/**
 * Operators by name: they find mutants at a node. `code` is the text of a node, `put` replaces a node, `swap` exchanges two nodes, `drop` drops
 * one from a list, and `flip` replaces an operator or name by its opposite.
 */
export const operators = {
  comparison: on('BinaryExpression', (node, { flip }) => flip(node.left, node.operator)),
  logic: on('LogicalExpression', (node, { flip }) => flip(node.left, node.operator)),
  rounding: on(
    calls,
    ({ callee }, { flip }) => nameOf(callee.object ?? {}) === 'Math' && flip(callee.object, nameOf(callee)),
  ),
  number: on('NumericLiteral', (node, { put, parent, isJson }) => {
    const { value } = node;
    if (parent.key === node && !parent.computed) return undefined;
    const isLarge = value > maxNumberWithNeighbours || productOf(parent) > maxNumberWithNeighbours;
    const others = isLarge ? [value * 2, Math.floor(value / 2)] : [value + 1, value - 1];
    return others.map((other) => put(node, other < 0 && !isJson ? `(${other})` : `${other}`));
  }),
  arguments: on(
    `${calls} NewExpression`,
    (node, { swap }) => !symmetric.test(nameOf(node.callee)) && neighbours(node.arguments).filter(areAlike).map(swap),
  ),
  slots: on('TemplateLiteral', ({ expressions }, { swap }) => neighbours(expressions).map(swap)),
  entry: on('ArrayExpression ObjectExpression', (node, { drop, isJson }) =>
    entriesOf(node).map((each) => !isSpread(each) && (!isJson || node.elements) && drop(each, node)),
  ),
  spread: on('ArrayExpression ObjectExpression', (node, { drop }) =>
    entriesOf(node).map((each) => isSpread(each) && drop(each, node)),
  ),
  attributes: on('JSXSpreadAttribute', (node, { put }) => put(node, '')),
  await: on('AwaitExpression', (node, { put, code }) => put(node, code(node.argument))),
  cleaning: on(calls, (node, { put, code }) => {
    const { callee, arguments: list } = node;
    if (callee.object && cleaningMethods.test(nameOf(callee)) && list.every(isLiteral))
      return put(node, code(callee.object));
    return list.length === 1 && cleaning.test(nameOf(callee)) && put(node, code(list[0]));
  }),
  finally: on('TryStatement', ({ finalizer }, { put }) => finalizer?.body.length > 0 && put(finalizer, '{}')),
  release: statement(
    ({ callee, operator }) => operator === 'delete' || (callee !== undefined && releasing.test(nameOf(callee))),
  ),
  header: statement(({ type, callee, left }) => {
    const target = callee ?? (type === 'AssignmentExpression' ? left : {});
    return target.object
      ? answers.test(nameOf(target.object)) && headerMembers.test(nameOf(target))
      : /headers?$|^vary/i.test(callee ? nameOf(callee) : '');
  }),
  default: on(
    'AssignmentPattern LogicalExpression',
    (node, { put, code }) =>
      (node.type === 'AssignmentPattern' || node.operator === '??') && put(node, code(node.left)),
  ),
  condition: on('IfStatement ConditionalExpression', ({ test }, { put, code }) => put(test, `!(${code(test)})`)),
  boolean: on(
    'BooleanLiteral',
    (node, { put, parent, isJson }) =>
      (isJson || parent.type === 'ReturnStatement' || parent.body === node) && put(node, `${!node.value}`),
  ),
};

/** The syntax tree of a file. Throws if it has none. */
export function treeOf(file, source) {
  const options = { attachComment: false, createParenthesizedExpressions: true, sourceType: 'module' };
  const plugins = file.endsWith('.tsx') ? ['typescript', 'jsx'] : ['typescript'];
  return file.endsWith('.json') ? parseExpression(source, options) : parse(source, { ...options, plugins }).program;
}

/** All mutants of a file: `operator`, and `text` as the replacement from `start` to `end`. */
export function mutantsOf(file, source) {
  const code = ({ start, end }) => source.slice(start, end);
  const put = ({ start, end }, text) => ({ start, end, text });
  const swap = ([a, b]) =>
    code(a) !== code(b) && put({ start: a.start, end: b.end }, code(b) + source.slice(a.end, b.start) + code(a));
  const drop = (node, parent) => {
    const list = entriesOf(parent);
    const i = list.indexOf(node);
    if (list.length === 1) return put(parent, parent.elements ? '[]' : '{}');
    return put(i === 0 ? { start: node.start, end: list[1].start } : { start: list[i - 1].end, end: node.end }, '');
  };
  const flip = (before, from) => {
    const start = source.indexOf(from, before.end);
    return opposites.has(from) && put({ start, end: start + from.length }, opposites.get(from));
  };
  const tools = { code, put, swap, drop, flip, isJson: file.endsWith('.json') };
  const all = Object.entries(operators);
  const mutants = [];
  const visit = (node, parent) => {
    if ((node.type.startsWith('TS') && !typed.has(node.type)) || node.type === 'ImportDeclaration') return;
    tools.parent = parent;
    for (const [operator, find] of all) {
      for (const replacement of [find(node, tools)].flat())
        if (replacement) mutants.push({ file, operator, ...replacement });
    }
    for (const child of Object.values(node).flat()) if (child?.type) visit(child, node);
  };
  visit(treeOf(file, source), {});
  return mutants;
}
