import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from '@jest/globals';
import { warningGrades } from '../../../renderer/warnings.js';
import { reasons } from '../../../server/fields/field-problem.js';

const folder = 'server/page/texts';
const languages = readdirSync(folder).filter((name) => /^[a-z]{2}\.json$/.test(name));

/** The messages of a language by their paths. */
function messagesOf(file: string): ReadonlyMap<string, string> {
  const leaves = (value: unknown, path: string): readonly (readonly [string, string])[] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([name, inner]) => leaves(inner, path ? `${path}/${name}` : name));
  return new Map(leaves(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')), ''));
}

const english = messagesOf('en.json');

/** Tables whose keys are codes and values of the server and of the schema. */
const tables =
  /^(preview\/(warnings|problems|errors|inks|trace\/kinds)|wall\/(became|faults)|lint\/sets|editor\/(values|unsets|propertyNames))\//;
/** Tables in which English lacks the words that equal their keys. */
const partial = /^(preview\/inks|editor\/(values|unsets|propertyNames))\//;

function argumentsIn(elements: readonly MessageFormatElement[]): readonly string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return [];
    const options = 'options' in element ? Object.values(element.options) : [];
    return [element.value, ...options.flatMap(({ value }) => argumentsIn(value))];
  });
}

const namesIn = (message: string): readonly string[] =>
  [...new Set(argumentsIn(parse(message, { ignoreTag: true })))].sort();

test.each(languages)('%s has each text, with the same arguments as in English', (file) => {
  const own = messagesOf(file);
  const differing = [...english].filter(
    ([path, message]) => String(namesIn(own.get(path) ?? '{missing}')) !== String(namesIn(message)),
  );
  expect(differing).toEqual([]);
  expect([...own.keys()].filter((path) => !english.has(path) && !partial.test(path))).toEqual([]);
});

test('a page shows each text', () => {
  const sources = readdirSync('server/page', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const words = new Set(
    sources.flatMap((name) => readFileSync(`server/page/${name}`, 'utf8').match(/[A-Za-z]\w*/g) ?? []),
  );
  const unused = [...english.keys()].filter(
    (path) => !tables.test(path) && !path.split('/').every((name) => /^\d+$/.test(name) || words.has(name)),
  );
  expect(unused).toEqual([]);
});

test('each warning has words, and each code with words is one of the server’s', () => {
  expect(Object.keys(warningGrades).filter((code) => !english.has(`preview/warnings/${code}`))).toEqual([]);
  const codes = { warnings: warningGrades, problems: reasons, became: warningGrades };
  for (const [table, known] of Object.entries(codes)) {
    const named = [...english.keys()].filter((path) => path.split('/')[1] === table).map((path) => path.split('/')[2]!);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((code) => !(code in known))).toEqual([]);
  }
});
