import { readFileSync } from 'node:fs';
import type { Result } from './compare-pair.js';
import type { ReportIndex, ReportRow } from './report-index.js';
import type { ReportEntry, Spool, Spooled } from './spool.js';
import { wordsOf } from './words.js';

interface ReportOptions {
  /** Names of the two sides, usually folders. */
  readonly expected: string;
  readonly actual: string;
  /** The number of compared labels. */
  readonly total: number;
  /** Labels that are not equal. */
  readonly entries: readonly ReportEntry[];
  readonly spool: Spool;
  /** How to accept all changes; `command` followed by a label's name accepts one. */
  readonly accept: { readonly words: string; readonly command: string | null } | null;
}

/** A label of a report: its three pictures are those of `ReportRow`. */
export interface ReportItem {
  readonly name: string;
  readonly outcome: ReportRow[1];
  /** What follows the outcome, such as the number of differing pixels. */
  readonly extent: string;
  readonly words: readonly string[];
  readonly pictures: readonly [expected: Spooled | null, actual: Spooled | null, mask: Spooled | null];
}

interface ReportPage {
  readonly title: string;
  /** What the groups of labels with equal words are. */
  readonly groups: string;
  /** Sentences about the whole, in which backticks quote code. */
  readonly intro: readonly string[];
  /** Those that come first are shown first. */
  readonly items: readonly ReportItem[];
  readonly spool: Spool;
  readonly command: string | null;
}

const pageFolder = new URL('../page/report/', import.meta.url);

/** Browsers split longer texts. */
const maxBlockLength = 60_000;
/** Without scripts, the page shows this many labels and names the others. */
const maxPlainPictures = 100;

/** The pieces of an HTML page that shows all labels that are not equal, largest difference first. */
export function reportPieces({ expected, actual, total, entries, spool, accept }: ReportOptions): Generator<string> {
  const sorted = entries.toSorted(
    (a, b) => weight(b.result) - weight(a.result) || (a.result.name < b.result.name ? -1 : 1),
  );
  const counted = `${sorted.length} of ${total} ${total === 1 ? 'label is' : 'labels are'} not the same.`;
  return pagePieces({
    title: 'Labels compared',
    groups: 'What changed',
    intro: [`${counted} Expected: \`${expected}\`, actual: \`${actual}\`.`, ...(accept ? [accept.words] : [])],
    items: sorted.map(itemOf),
    spool,
    command: accept?.command ?? null,
  });
}

function itemOf({ result, expected, actual, mask }: ReportEntry): ReportItem {
  const { name, outcome } = result;
  return { name, outcome, extent: extent(result), words: wordsOf(result), pictures: [expected, actual, mask] };
}

/**
 * The pieces of an HTML page that shows labels with pictures and words. The page is self-contained and works from a file. The
 * pictures of 10,000 labels are inert text in it. They follow the script, which shows the first labels while the browser still
 * reads the rest.
 */
export function* pagePieces({ title, groups, intro, items, spool, command }: ReportPage): Generator<string> {
  const { index, blocks } = buildIndex(items, command);
  const file = (name: string) => readFileSync(new URL(name, pageFolder), 'utf8');
  const values: Readonly<Record<string, string>> = {
    style: file('report.css'),
    script: file('report.js'),
    title: escaped(title),
    groups: escaped(groups),
    intro: intro.map((sentences) => `<p>${withCode(sentences)}</p>`).join('\n'),
    plain: items.map((item, i) => plainHtml(item, i < maxPlainPictures ? spool : null)).join('\n'),
    // No text may end the script element.
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

/** Missing, extra, broken and resized labels come before any number of differing pixels. */
function weight(result: Result): number {
  return result.outcome === 'differs' && result.difference.reason === 'pixels' ? result.difference.count : 1e9;
}

/** Indexes words and pictures, and groups the pictures into blocks in label order. */
function buildIndex(
  items: readonly ReportItem[],
  command: string | null,
): { index: ReportIndex; blocks: readonly (readonly Spooled[])[] } {
  const words = new Map<string, number>();
  const numbers = new Map<Spooled, number>();
  const pictures: [number, number, number, number, number][] = [];
  const blocks: Spooled[][] = [];
  let length = Infinity;
  const numberOf = (picture: Spooled | null): number => {
    if (!picture) return -1;
    const number = numbers.get(picture);
    if (number !== undefined) return number;
    if (length + picture.length > maxBlockLength) {
      blocks.push([]);
      length = 0;
    }
    blocks.at(-1)!.push(picture);
    pictures.push([blocks.length - 1, length, picture.length, picture.width, picture.height]);
    length += picture.length;
    numbers.set(picture, pictures.length - 1);
    return pictures.length - 1;
  };
  const labels = items.map(({ name, outcome, extent, words: said, pictures: [expected, actual, mask] }) => {
    const sentences = JSON.stringify(said);
    if (!words.has(sentences)) words.set(sentences, words.size);
    const numbers = [numberOf(expected), numberOf(actual), numberOf(mask)] as const;
    return [name, outcome, extent, words.get(sentences)!, ...numbers] as const;
  });
  const index = { labels, words: [...words.keys()].map((text) => JSON.parse(text) as string[]), pictures, command };
  return { index, blocks };
}

function extent(result: Result): string {
  if (result.outcome !== 'differs' || result.difference.reason === 'size') return '';
  const { count, box } = result.difference;
  return ` in ${count === 1 ? '1 pixel' : `${count} pixels`}, within ${box.width}×${box.height} at ${box.x},${box.y}`;
}

/** A label for browsers without scripts. @param spool null: without pictures */
function plainHtml({ name, outcome, words, pictures: [expected, actual] }: ReportItem, spool: Spool | null): string {
  const image = (picture: Spooled | null, kind: string) =>
    picture && spool
      ? `<img alt="${escaped(`${name}, ${kind}`)}" width="${picture.width}" height="${picture.height}" src="data:image/png;base64,${spool.read(picture)}">`
      : '';
  const said = [outcome, ...words].map(escaped).join('<br>');
  return `<article><h2>${escaped(name)}</h2><p>${said}</p>${image(expected, 'expected')} ${image(actual, 'actual')}</article>`;
}

/** Turns backticks into code elements. */
function withCode(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
