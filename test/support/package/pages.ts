import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The README and the pages in `docs/`, by path. */
export const pages: ReadonlyMap<string, string> = new Map(
  ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** Empty for a block that no test runs. */
  readonly language: string;
  readonly text: string;
  /** The block that follows it directly, or after a sentence that ends with a colon. */
  readonly next: Block | undefined;
}

/** All blocks of all pages, in order. */
export const blocks: readonly Block[] = [...pages].flatMap(([page, text]) => {
  const found = Array.from(text.matchAll(/^```(\w*)\n([^]*?)^```\n/gm), (match) => ({
    language: match[1]!,
    text: match[2]!.trimEnd(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return found.reduceRight<Block[]>((after, { language, text: code, end }, i) => {
    const next = found[i + 1];
    const follows = next && /^\n?(?:(?!#)[^\n|]+:\n\n)?$/.test(text.slice(end, next.start));
    return [{ page, language, text: code, next: follows ? after[0] : undefined }, ...after];
  }, []);
});

/** The examples of tests in all pages, by file name. */
export const examples: Readonly<Record<string, string>> = Object.fromEntries(
  blocks.flatMap(({ text }) => {
    const [, name, code] = /^\/\/ (\S+\.(?:test|spec)\.\w+)\n([^]*)/.exec(text) ?? [];
    return name === undefined ? [] : [[name, `${code!}\n`]];
  }),
);

/** The ids that GitHub gives the headings of a page. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Map<string, number>();
  for (const [, heading] of markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const times = anchors.get(anchor) ?? 0;
    anchors.set(anchor, times + 1);
    if (times > 0) anchors.set(`${anchor}-${times}`, 1);
  }
  return new Set(anchors.keys());
}

/** The relative links and pictures of a page. @returns each with its path from the root, and its anchor or '' */
export function linksOf(
  path: string,
  markdown: string,
): readonly { readonly link: string; readonly to: string; readonly anchor: string }[] {
  const text = markdown.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const links = Array.from(text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g), ([, link]) => link!);
  return links.map((link) => {
    const [file = '', anchor = ''] = link.split('#');
    return { link, to: file === '' ? path : join(path, '..', file), anchor };
  });
}
