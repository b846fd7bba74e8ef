import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { slowText } from './support/expressions/growth.js';
import { share } from './support/labels/share.js';
import { expressionsIn, type SourceExpression } from './support/expressions/sources.js';

/** The expressions of the product. */
const { literals, makers } = expressionsIn(['devices', 'fonts', 'renderer', 'server']);

/** Expressions whose texts are shorter than any that would take long, by file and source, and the characters of the longest. */
const bounded: Readonly<Record<string, number>> = {
  // The whole part of a price.
  'renderer/price/price.ts /\\B(?=(\\d{3})+$)/': 7,
  'renderer/price/price.ts /\\B(?=(\\d{2})*\\d{3}$)/': 7,
};

/** The expressions that modules make when they are loaded, in a process of their own. */
function madeBy(files: readonly string[]): readonly SourceExpression[] {
  const script = `const made = [];
    const { RegExp: Original } = globalThis;
    globalThis.RegExp = new Proxy(Original, { construct(target, given) {
      const { source, flags } = new target(...given);
      made.push({ place, source, flags });
      return new target(...given);
    } });
    let place;
    for (place of ${JSON.stringify(files)}) await import(${JSON.stringify(resolve('dist'))} + '/' + place.replace(/ts$/, 'js'));
    console.log(JSON.stringify(made));
    process.exit();`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(printed) as readonly SourceExpression[];
}

const nameOf = ({ place, source }: SourceExpression) => `${place.replace(/:\d+$/, '')} /${source}/`;

describe('the regular expressions of the product', () => {
  test('are found', () => {
    expect(literals.length).toBeGreaterThan(400);
    expect(literals.filter(({ place }) => place.startsWith('server/fields/schemas.ts:')).length).toBeGreaterThan(3);
  });

  test('take a time that grows with the length of a text, not faster', () => {
    const made = madeBy(makers);
    expect(made.length).toBeGreaterThan(makers.length);
    const different = new Map([...literals, ...made].map((one) => [`${one.flags}/${one.source}`, one]));
    const checked = [...different.values()].filter((one) => !Object.hasOwn(bounded, nameOf(one)));
    const slow = share(checked, 4).flatMap((one) => {
      const text = slowText(one);
      return text === null ? [] : [`${one.place} /${one.source}/${one.flags}: ${text}`];
    });
    expect(slow).toEqual([]);
  }, 120_000);
});

describe('the search for texts that take long', () => {
  test.each([
    [/^[\p{Sc}\p{L}\s]+|[\p{Sc}\p{L}\s]+$/gu],
    [/\{([^}]*)\}/g],
    [/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g],
    [/(<(?:\w+:)?c\b[^>]*\st\s*=\s*)(?:"e"|'e')/g],
    [/^(a+)+$/],
  ])('finds one for %s', (expression) => {
    expect(slowText(expression)).toMatch(/ × n/);
  });
});
