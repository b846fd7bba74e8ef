import { type Finding, type LintGrade, lintGrades } from '../../renderer/index.js';
import { type DrawnBlock, linesOf, outcome } from '../batch/output/drawn.js';
import { readEntry } from '../batch/output/manifest.js';
import type { Output } from '../batch/output/output.js';
import { memberOf } from '../batch/output/tar-headers.js';
import { Spool, type Spooled } from '../compare/spool.js';
import type { FailedRow, LintedRow } from './entry.js';
import { LineFile } from './line-file.js';
import { markedPictures } from './marked.js';

/** How many labels a rule found something on, in a set. */
export interface RuleCount {
  readonly code: string;
  readonly set: Finding['set'];
  readonly grade: LintGrade;
  labels: number;
  findings: number;
  /** Of the first label. */
  readonly first: { readonly line: number; readonly message: string };
}

/** A label with findings, for the report. */
export interface PicturedLabel {
  readonly label: LintedRow;
  readonly picture: Spooled;
  readonly mask: Spooled | null;
}

/** The report has pictures of at most this many labels. */
export const maxPictured = 10_000;

/** Takes the manifest of a batch in temporary files, and counts the findings by rule. */
export class LintResults implements Output {
  /** Labels that were drawn, those with a finding of the grade error, and rows that could not be drawn. */
  readonly counts = { labels: 0, wrong: 0, failed: 0 };
  readonly pictured: PicturedLabel[] = [];
  readonly spool: Spool | null;
  readonly #rules = new Map<string, RuleCount>();
  readonly #file = new LineFile();
  #closed = false;

  /** @param pictured whether the batch has the images of labels with findings */
  constructor(pictured: boolean) {
    this.spool = pictured ? new Spool() : null;
  }

  /** Those of errors first, then those of most labels. */
  get rules(): readonly RuleCount[] {
    return [...this.#rules.values()].sort(
      (a, b) =>
        lintGrades.indexOf(a.grade) - lintGrades.indexOf(b.grade) || b.labels - a.labels || (a.code < b.code ? -1 : 1),
    );
  }

  /** Every label and every failed row, in the order of the rows. */
  *entries(): Generator<LintedRow | FailedRow> {
    for (const line of this.#file.lines()) yield readEntry(line) as LintedRow | FailedRow;
  }

  async commit(drawn: DrawnBlock): Promise<void> {
    this.#file.append(drawn.manifest);
    let at = 0;
    for (const [i, text] of linesOf(drawn).entries()) {
      const size = drawn.results[i]!;
      if (size === outcome.failed) {
        this.counts.failed++;
        continue;
      }
      this.counts.labels++;
      if (text.includes(nothingFound)) continue;
      const label = readEntry(text) as LintedRow;
      this.#count(label);
      if (!this.spool) continue;
      const image = memberOf(drawn.archive.subarray(at, at + size));
      at += size;
      if (this.pictured.length < maxPictured)
        this.pictured.push({ label, ...markedPictures(image, label, this.spool) });
    }
    return Promise.resolve();
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  abandon(): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  /** Deletes the files. May be called again. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.spool?.close();
    this.#file.close();
  }

  #count({ line, findings }: LintedRow): void {
    if (findings.some(({ grade }) => grade === 'error')) this.counts.wrong++;
    const counted = new Set<RuleCount>();
    for (const { code, set, grade, message } of findings) {
      const key = `${code} ${set} ${grade}`;
      let rule = this.#rules.get(key);
      if (!rule) this.#rules.set(key, (rule = { code, set, grade, labels: 0, findings: 0, first: { line, message } }));
      rule.findings++;
      if (!counted.has(rule)) rule.labels++;
      counted.add(rule);
    }
  }
}

/** What the line of a label without findings contains: a text of a label has its quotation marks escaped. */
const nothingFound = '"findings":[]';
