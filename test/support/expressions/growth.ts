import { createContext, Script } from 'node:vm';

/** Characters that expressions of texts tell apart, beside those of the expression itself. */
const common = Array.from('aZé漢カاк09٣ \t\n\r\u00a0_-–/\\.,:;=\'"<>{}[]()!?#%&*+@^|~$€×\u0301\u200d\u200f🍎');
/** Characters of a text at first, and of one that is measured again. */
const sizes = { first: 3_000, second: 48_000 } as const;
/** Milliseconds that a linear expression stays below on a quick machine, and a quadratic one exceeds. */
const limits = { first: 0.25, second: 50, stop: 400 } as const;
/** A slow machine may take longer: four times as many characters then take four times as long, and 16 times if that is quadratic. */
const linearGrowth = 9;

const context = createContext({ text: '', expression: / /g });
const script = new Script("text.replace(expression, '')");

/** Milliseconds of processor time to find an expression everywhere in a text; of the fastest of some tries. */
function taken(expression: RegExp, text: string, enough: number): number {
  Object.assign(context, { text, expression });
  let least: number = limits.stop;
  for (let i = 0; i < 4 && least > enough; i++) {
    const start = process.cpuUsage();
    try {
      script.runInContext(context, { timeout: limits.stop });
    } catch {
      continue;
    }
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The atoms of an expression: characters, escapes and classes, without groups, quantifiers and anchors. */
function atomsOf(source: string): readonly string[] {
  const token =
    /\(\?(?:<?[=!]|:|<\w+>)|\[(?:[^\]\\]|\\.)*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)|\{[0-9,]+\}|[()|^$*+?]|./gsu;
  const isAtom = (text: string) => !/^(?:\(|[)|^$*+?]$|\{[0-9]|\\[bB1-9]$)/.test(text);
  return Array.from(source.matchAll(token), ([text]) => text).filter(isAtom);
}

/** Texts to repeat: a character of each kind that the expression tells apart, pairs of them, and runs of its atoms. */
function repeatedBy({ source, flags }: RegExp): {
  readonly kinds: readonly string[];
  readonly texts: readonly string[];
} {
  const atoms = atomsOf(source);
  const different = [...new Set(atoms)];
  const tests = different.map((atom) => new RegExp(`^${atom}$`, flags.replaceAll(/[gm]/g, '')));
  const own = atoms.flatMap((atom) => (/^\\?.$/su.test(atom) ? [atom.at(-1)!] : Array.from(atom)));
  const kinds = new Map<string, string>();
  for (const character of [...common, ...own]) {
    const kind = tests.map((test) => Number(test.test(character))).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  const all = [...kinds.values()];
  const samples = atoms.map((atom) => all.find((one) => tests[different.indexOf(atom)]!.test(one)) ?? '');
  const runs = samples.flatMap((_, from) => [2, 3, 4, 6].map((count) => samples.slice(from, from + count).join('')));
  const few = all.slice(0, 8);
  const pairs = few.flatMap((a) => few.map((b) => a + b));
  return { kinds: few, texts: [...new Set([...all, ...pairs, ...runs.slice(0, 120)])].filter(Boolean) };
}

/** Describes a text whose time grows faster than its length; null: none was found. */
export function slowText({ source, flags }: Pick<RegExp, 'source' | 'flags'>): string | null {
  // Without a repetition, each place takes the same time.
  if (!/[*+]|\{\d*,\}/.test(source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/gsu, 'x'))) return null;
  const expression = new RegExp(source, `${flags.replace('g', '')}g`);
  const { kinds, texts } = repeatedBy(expression);
  const frames: readonly (readonly [string, string])[] = [
    ['', ''],
    ...kinds.slice(0, 4).map((one) => ['', one] as const),
    ...kinds.slice(0, 3).map((one) => [one, '\0'] as const),
  ];
  for (const text of texts)
    for (const [start, end] of frames) {
      const attack = (size: number) => start + text.repeat(Math.ceil(size / text.length)) + end;
      if (taken(expression, attack(sizes.first), limits.first) <= limits.first) continue;
      const long = taken(expression, attack(sizes.second), limits.second);
      if (long <= limits.second) continue;
      const isSlow = long === limits.stop || long > linearGrowth * taken(expression, attack(sizes.second / 4), 0);
      if (isSlow) return `${JSON.stringify(start)} + ${JSON.stringify(text)} × n + ${JSON.stringify(end)}`;
    }
  return null;
}
