import { readFileSync } from 'node:fs';
import { differencePicture, readLabel } from '../../renderer/compare/index.js';
import type { Result } from './pairs.js';

interface Report {
  readonly expected: string;
  readonly actual: string;
  readonly results: readonly Result[];
}

const own = new URL('../page/report/', import.meta.url);

/**
 * An HTML page that shows each label that is not the same, the largest difference first. The page is self-contained: it
 * loads nothing and works from a file. Without scripts it shows the images side by side.
 */
export function reportPage({ expected, actual, results }: Report): string {
  const others = results
    .filter(({ outcome }) => outcome !== 'same')
    .sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1));
  const command = `npx esl-sim compare ${quoted(expected)} ${quoted(actual)} --accept`;
  const file = (name: string) => readFileSync(new URL(name, own), 'utf8');
  const values: Readonly<Record<string, string>> = {
    style: file('report.css'),
    script: file('report.js'),
    expected: escaped(expected),
    actual: escaped(actual),
    summary: `${others.length} of ${results.length} ${results.length === 1 ? 'label is' : 'labels are'} not the same.`,
    accept: others.some(acceptable) ? `<p>To accept all: <code>${escaped(command)}</code></p>` : '',
    labels: others.map((result) => labelHtml(result, `${command} ${quoted(result.name)}`)).join('\n'),
  };
  return file('report.html').replace(/<!-- ([a-z]+) -->|\/\* ([a-z]+) \*\//g, (_, inHtml?: string, inCode?: string) => {
    return values[(inHtml ?? inCode)!]!;
  });
}

/** What is missing, extra, broken or of another size comes before any number of differing pixels. */
function weight(result: Result): number {
  return result.outcome === 'differs' && result.difference.reason === 'pixels' ? result.difference.count : 1e9;
}

function acceptable({ outcome }: Result): boolean {
  return outcome === 'differs' || outcome === 'extra';
}

/** A label is enlarged by the largest whole factor, 4 at most, that keeps it within this width in px. */
const comfortable = 640;

const said = {
  differs: 'Differs',
  missing: 'Missing: there is no actual label',
  extra: 'Extra: there is no expected label',
  broken: 'Broken',
} as const;

function labelHtml(result: Result, command: string): string {
  if (result.outcome === 'same') return '';
  const words =
    result.outcome === 'differs' ? result.difference.words : result.outcome === 'broken' ? [result.message] : [];
  return `<article tabindex="-1" class="${result.outcome}">
<h2>${escaped(result.name)}</h2>
<p class="outcome">${said[result.outcome]}${extent(result)}</p>
<ul>${words.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>
${picturesHtml(result)}
${acceptable(result) ? `<p>To accept: <code>${escaped(command)}</code></p>` : ''}
</article>`;
}

function extent(result: Result): string {
  if (result.outcome !== 'differs' || result.difference.reason === 'size') return '';
  const { count, box } = result.difference;
  return ` in ${count === 1 ? '1 pixel' : `${count} pixels`}, within ${box.width}×${box.height} at ${box.x},${box.y}`;
}

function picturesHtml({ outcome, expected, actual, name, ...result }: Result): string {
  if (outcome === 'broken') return '';
  const [before, after] = [outcome === 'extra' ? null : expected, outcome === 'missing' ? null : actual].map((path) => {
    return path === null ? null : readFileSync(path);
  });
  const [one, other] = [before, after].map((png) => (png ? readLabel(png) : null));
  const widest = Math.max(one?.width ?? 0, other?.width ?? 0);
  const fit = Math.min(4, Math.max(1, Math.floor(comfortable / widest)));
  const figure = (kind: string, png: Buffer, { width, height }: { width: number; height: number }) =>
    `<figure class="${kind}"><figcaption>${kind}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="${escaped(`${name}, ${kind}`)}"><div class="case"><img alt="${escaped(`${name}, ${kind}`)}" width="${width}" height="${height}" style="--width:${width};--fit:${fit}" src="data:image/png;base64,${png.toString('base64')}"></div></div></figure>`;
  const figures = [
    ...(before && one ? [figure('expected', before, one)] : []),
    ...(after && other ? [figure('actual', after, other)] : []),
  ];
  if (one && one.width === other?.width && one.height === other.height)
    figures.push(figure('difference', differencePicture(one, other), one));
  const both = 'difference' in result ? ' both' : '';
  return `<div class="pictures${both}" style="--widest:${widest};--tallest:${Math.max(one?.height ?? 0, other?.height ?? 0)}">${figures.join('')}</div>`;
}

/** A word as a POSIX shell reads it back. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
