// Compiles the studio's texts, a JSON file per language, to TypeScript: a message with arguments becomes a function that takes them by
// name. Messages are in ICU MessageFormat. In a `select`, `empty` is the empty text.
import { readFileSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { builds, filesOf, write } from './builds.mjs';

/** Writes a module per language. English declares the types of all. */
export function compileTexts() {
  for (const file of filesOf('server/page/texts').filter((name) => /\/[a-z]{2}\.json$/.test(name))) {
    const language = basename(file, '.json');
    const table = codeOf(JSON.parse(readFileSync(file, 'utf8')), file);
    const lines = [
      `const rules = new Intl.PluralRules('${language}');`,
      `const texts = ${table};`,
      language === 'en' ? 'export type Texts = typeof texts;' : `import type { Texts } from './en.js';`,
      `export const ${language}: ${language === 'en' ? 'typeof texts' : 'Texts'} = texts;`,
      'void rules;',
    ];
    // Several builds may run at the same time.
    const unfinished = `${builds}/texts/${language}.${process.pid}`;
    write(unfinished, `${lines.join('\n')}\n`);
    renameSync(unfinished, `${builds}/texts/${language}.ts`);
  }
}

function codeOf(value, path) {
  if (Array.isArray(value)) {
    const items = `[${value.map((item, i) => codeOf(item, `${path}[${i}]`)).join()}]`;
    return typeof value[0] === 'string' ? `${items} as [${value.map(() => 'string').join()}]` : items;
  }
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${codeOf(item, `${path}, ${name}`)}`)
      .join(',\n')}}`;
  const types = new Map();
  try {
    const text = textOf(parse(value, { ignoreTag: true }), types);
    const names = [...types.keys()];
    return names.length === 0
      ? text
      : `({ ${names.join(', ')} }: { ${names.map((name) => `readonly ${name}: ${types.get(name)}`).join('; ')} }) => ${text}`;
  } catch (error) {
    throw new Error(`${path}: ${error.message} in ${value}`);
  }
}

/** An expression for the text of a message. @param types is filled: the types of its arguments by their names */
function textOf(elements, types, number = '') {
  return elements.map((element) => partOf(element, types, number)).join(' + ') || `''`;
}

function partOf({ type, value, options }, types, number) {
  if (type === TYPE.literal) return JSON.stringify(value);
  if (type === TYPE.pound) return `String(${number})`;
  if (type !== TYPE.argument && type !== TYPE.plural && type !== TYPE.select)
    throw new Error(`Expected text, arguments, plural or select`);
  if (type === TYPE.plural) types.set(value, 'number');
  else if (!types.has(value)) types.set(value, type === TYPE.select ? 'string' : 'string | number');
  if (type === TYPE.argument) return `String(${value})`;
  const { other, ...cases } = options;
  const chosen = Object.entries(cases).map(([key, option]) => {
    const test =
      type === TYPE.select
        ? `${value} === ${JSON.stringify(key === 'empty' ? '' : key)}`
        : key.startsWith('=')
          ? `${value} === ${key.slice(1)}`
          : `rules.select(${value}) === '${key}'`;
    return `${test} ? ${textOf(option.value, types, value)} : `;
  });
  return `(${chosen.join('')}${textOf(other.value, types, value)})`;
}
