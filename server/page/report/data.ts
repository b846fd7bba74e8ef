/** The data in the report: the index of labels, and blocks with their pictures. */
import type { ReportIndex, ReportRow as LabelRow } from '../../compare/report-index.js';
import { element } from './dom.js';

/** `source` returns the data URI; null while the browser still reads its block. */
export interface LazyPicture {
  readonly width: number;
  readonly height: number;
  source(): string | null;
}

export interface ReportLabel {
  readonly name: string;
  readonly outcome: LabelRow[1];
  readonly extent: string;
  readonly words: readonly string[];
  readonly group: ChangeGroup;
  readonly expected: LazyPicture | null;
  readonly actual: LazyPicture | null;
  readonly mask: LazyPicture | null;
}

/** Labels with equal words. The kind is the words without numbers and quotations. */
export interface ChangeGroup {
  readonly says: string;
  readonly kind: string;
}

const outcomes: Readonly<Record<LabelRow[1], string>> = {
  same: 'The same',
  differs: 'Differs',
  missing: 'Missing: there is no actual label',
  extra: 'Extra: there is no expected label',
  broken: 'Broken',
  found: 'Breaks rules',
};

const index = JSON.parse(element('index', HTMLScriptElement).text) as ReportIndex;

/** The command that accepts a label, without its name; null: none. */
export const { command } = index;

const groups = new Map<string, ChangeGroup>();

export const labels: readonly ReportLabel[] = index.labels.map(
  ([name, outcome, extent, said, expected, actual, mask]) => {
    const words = index.words[said]!;
    return {
      name,
      outcome,
      extent,
      words,
      group: groupOf(outcome, words),
      expected: pictureOf(expected),
      actual: pictureOf(actual),
      mask: pictureOf(mask),
    };
  },
);

export function outcomeOf({ outcome }: ReportLabel): string {
  return outcomes[outcome];
}

function groupOf(outcome: LabelRow[1], words: readonly string[]): ChangeGroup {
  const says = outcome === 'differs' || outcome === 'found' ? words.join('; ') : outcomes[outcome];
  const known = groups.get(says);
  if (known) return known;
  const group = { says, kind: kindOf(says) };
  groups.set(says, group);
  return group;
}

/** "price 3.50 → 3.60" and "price 4.00 → 4.20" are of one kind: "price … → …". */
function kindOf(says: string): string {
  return says.replace(/"[^"]*"|“[^“”]*”|[+-]?\d+(?:[\d.,:×/-]*\d)?/g, '…').replace(/…(?:[–-]…)+/g, '…');
}

function pictureOf(number: number): LazyPicture | null {
  const row = index.pictures[number];
  if (!row) return null;
  const [block, at, length, width, height] = row;
  return {
    width,
    height,
    source() {
      const text = document.getElementById(`block-${block}`)?.textContent;
      // A block may be incomplete while it is read.
      return text === undefined || text.length < at + length
        ? null
        : `data:image/png;base64,${text.slice(at, at + length)}`;
    },
  };
}

const waiting = new Map<HTMLImageElement, LazyPicture>();
const reading = new MutationObserver(showWaiting);

/** Shows a picture when its block was read. */
export function show(image: HTMLImageElement, picture: LazyPicture): void {
  const source = picture.source();
  if (source !== null) image.src = source;
  else waiting.set(image, picture);
}

function showWaiting(): void {
  for (const [image, picture] of waiting) {
    const source = picture.source();
    if (source === null) continue;
    image.src = source;
    waiting.delete(image);
  }
}

reading.observe(document.body, { childList: true });
document.addEventListener('DOMContentLoaded', () => {
  reading.disconnect();
  showWaiting();
});
