import { readFileSync } from 'node:fs';
import type { Result } from './compare-pair.js';
import type { ReportIndex } from './report-index.js';
import type { Entry, Spool, Spooled } from './spool.js';
import { wordsOf } from './words.js';

interface Report {
  /** What the labels that were expected, and the actual ones, are called: mostly their folders. */
  readonly expected: string;
  readonly actual: string;
  /** How many labels were compared. */
  readonly total: number;
  /** Those that are not the same. */
  readonly entries: readonly Entry[];
  readonly spool: Spool;
  /** How all changes are accepted; `command`: with the name of a label after it, one. Null: there is no way. */
  readonly accept: { readonly words: string; readonly command: string | null } | null;
}

const own = new URL('../page/report/', import.meta.url);

/** Longer blocks are split into several texts by browsers. */
const blockLength = 60_000;
/** As many labels are shown where there are no scripts; the others are only named. */
const shownPlain = 100;

/**
 * The pieces of an HTML page that shows each label that is not the same, the largest difference first. The page is
 * self-contained: it loads nothing and works from a file. The pictures of 10,000 labels stand in it as text that no browser
 * looks at before it is needed; they follow the script, which shows the first labels while the others are still read.
 */
export function* reportPieces({ expected, actual, total, entries, spool, accept }: Report): Generator<string> {
  const sorted = entries.toSorted(
    (a, b) => weight(b.result) - weight(a.result) || (a.result.name < b.result.name ? -1 : 1),
  );
  const { index, blocks } = arrange(sorted, accept?.command ?? null);
  const file = (name: string) => readFileSync(new URL(name, own), 'utf8');
  const values: Readonly<Record<string, string>> = {
    style: file('report.css'),
    script: file('report.js'),
    expected: escaped(expected),
    actual: escaped(actual),
    summary: `${sorted.length} of ${total} ${total === 1 ? 'label is' : 'labels are'} not the same.`,
    accept: accept ? `<p>${withCode(accept.words)}</p>` : '',
    plain: sorted.map((entry, i) => plainHtml(entry, i < shownPlain ? spool : null)).join('\n'),
    // No text in it can end the script.
    index: JSON.stringify(index).replaceAll('<', '\\u003c'),
  };
  const [before, after] = file('report.html')
    .replace(/<!-- ([a-z]+) -->|\/\* ([a-z]+) \*\//g, (mark, inHtml?: string, inCode?: string) => {
      return values[(inHtml ?? inCode)!] ?? mark;
    })
    .split('<!-- blocks -->');
  yield before!;
  for (const [i, block] of blocks.entries())
    yield `<script type="text/plain" id="block-${i}">${block.map((picture) => spool.read(picture)).join('')}</script>\n`;
  yield after!;
}

/** What is missing, extra, broken or of another size comes before any number of differing pixels. */
function weight(result: Result): number {
  return result.outcome === 'differs' && result.difference.reason === 'pixels' ? result.difference.count : 1e9;
}

/** Numbers words and pictures, and puts the pictures into blocks in the order of the labels. */
function arrange(
  entries: readonly Entry[],
  command: string | null,
): { index: ReportIndex; blocks: readonly (readonly Spooled[])[] } {
  const words = new Map<string, number>();
  const numbers = new Map<Spooled, number>();
  const pictures: [number, number, number, number, number][] = [];
  const blocks: Spooled[][] = [];
  let length = Infinity;
  const numberOf = (picture: Spooled | null): number => {
    if (!picture) return -1;
    const known = numbers.get(picture);
    if (known !== undefined) return known;
    if (length + picture.length > blockLength) {
      blocks.push([]);
      length = 0;
    }
    blocks.at(-1)!.push(picture);
    pictures.push([blocks.length - 1, length, picture.length, picture.width, picture.height]);
    length += picture.length;
    numbers.set(picture, pictures.length - 1);
    return pictures.length - 1;
  };
  const labels = entries.map(({ result, expected, actual, mask }) => {
    const said = JSON.stringify(wordsOf(result));
    if (!words.has(said)) words.set(said, words.size);
    const own = [numberOf(expected), numberOf(actual), numberOf(mask)] as const;
    return [result.name, result.outcome, extent(result), words.get(said)!, ...own] as const;
  });
  const index = { labels, words: [...words.keys()].map((said) => JSON.parse(said) as string[]), pictures, command };
  return { index, blocks };
}

function extent(result: Result): string {
  if (result.outcome !== 'differs' || result.difference.reason === 'size') return '';
  const { count, box } = result.difference;
  return ` in ${count === 1 ? '1 pixel' : `${count} pixels`}, within ${box.width}×${box.height} at ${box.x},${box.y}`;
}

/** A label where there are no scripts. @param spool where its pictures are; null: they are left out */
function plainHtml({ result, expected, actual }: Entry, spool: Spool | null): string {
  const image = (picture: Spooled | null, kind: string) =>
    picture && spool
      ? `<img alt="${escaped(`${result.name}, ${kind}`)}" width="${picture.width}" height="${picture.height}" src="data:image/png;base64,${spool.read(picture)}">`
      : '';
  const said = [result.outcome, ...wordsOf(result)].map(escaped).join('<br>');
  return `<article><h2>${escaped(result.name)}</h2><p>${said}</p>${image(expected, 'expected')} ${image(actual, 'actual')}</article>`;
}

/** Text with what stands between backticks as code. */
function withCode(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
