import { join } from 'node:path';
import {
  encodePng,
  type Layout,
  type LintRule,
  lintRules,
  type LintSet,
  lintSets,
  loadLayouts,
  type Renderer,
} from '../../../renderer/index.js';
import { lintCases, type LintCaseLabel } from './cases.js';
import { checkedPanels, failingSets } from './usual.js';

/** The document, and the folder of its pictures. */
export const [documentPath, picturesFolder] = [join('docs', 'label-lint.md'), join('docs', 'lint')];

/** A picture of a rule: its path and its bytes. */
export interface RulePicture {
  readonly path: string;
  readonly png: Buffer;
}

/** Draws a label that passes and one that fails, in a folder for each rule. */
export function rulePictures(renderer: Renderer): readonly RulePicture[] {
  const drawn = ({ content, layout, device }: LintCaseLabel) =>
    encodePng(renderer.render(content, layout, device).frame, device, { level: 9, view: 'panel' });
  return [...lintCases].flatMap(([code, { pass, fail }]) => [
    { path: join(picturesFolder, code, 'pass.png'), png: drawn(pass) },
    { path: join(picturesFolder, code, 'fail.png'), png: drawn(fail) },
  ]);
}

/**
 * Replaces the parts of the document that the product knows: the table of layouts and the rules.
 * @param checked the layouts whose rows are found out; the others keep theirs
 */
export function withFacts(
  document: string,
  renderer: Renderer,
  checked: readonly Layout[] = [...loadLayouts().values()],
): string {
  const parts = { sets: setList(), layouts: layoutTable(document, renderer, checked), rules: ruleSections(renderer) };
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [before, after] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [start, end] = [text.indexOf(before), text.indexOf(after)];
    if (start < 0 || end < start) throw new Error(`Expected ${before} and ${after} in ${documentPath}`);
    return `${text.slice(0, start + before.length)}\n\n${part}\n\n${text.slice(end)}`;
  }, document);
}

function setList(): string {
  return Object.entries(lintSets)
    .map(([set, description]) => `- \`${set}\`: ${description}`)
    .join('\n');
}

/** A row for each layout and a column for each panel, with the sets that find an error. */
function layoutTable(document: string, renderer: Renderer, checked: readonly Layout[]): string {
  const failing = failingSets(renderer, checked);
  const rows = [...loadLayouts().keys()].map((id) => {
    const name = `\`${id}\``;
    const panels = failing.get(id);
    if (!panels) return [name, ...rowIn(document, name)];
    return [name, ...[...panels.values()].map(cellOf)];
  });
  return aligned([['layout', ...checkedPanels], ...rows]);
}

function cellOf(failing: ReadonlySet<LintSet> | undefined): string {
  return failing === undefined ? 'not drawn' : failing.size === 0 ? '✓' : [...failing].join(' ');
}

/** The cells after this name. */
function rowIn(document: string, name: string): readonly string[] {
  const line = document.split('\n').find((each) => each.startsWith(`| ${name} `)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

function aligned([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head!.map((_, i) => Math.max(...[head!, ...rows].map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function ruleSections(renderer: Renderer): string {
  return lintRules.map((rule) => ruleSection(rule, renderer)).join('\n\n');
}

function ruleSection({ code, grade, laws, assumed, mend, unknown }: LintRule, renderer: Renderer): string {
  const { step, set, pass, fail } = lintCases.get(code)!;
  const { warnings } = renderer.render(fail.content, fail.layout, fail.device);
  const found = renderer
    .lint(fail.content, fail.layout, fail.device, [set], warnings)
    .find((finding) => finding.code === code)!;
  const picture = (name: string, { device }: LintCaseLabel) =>
    `<img src="lint/${code}/${name}.png" alt="a label that ${name === 'pass' ? 'passes' : 'fails'}" width="${Math.min(296, device.width)}">`;
  return [
    `### ${code}`,
    [
      `Grade: ${grade}. ${sourcesOf(laws)}`,
      `Wanted: ${found.wanted}. On the right: ${found.drawn}. "${found.message}."`,
      ...(assumed === undefined ? [] : [`Assumed: ${assumed}.`]),
      ...(unknown === undefined ? [] : [`It can't know: ${lowered(unknown)}`]),
      `To fix it: ${lowered(mend)}`,
    ].join('\n'),
    `| passes | fails, by ${step} |\n| --- | --- |\n| ${picture('pass', pass)} | ${picture('fail', fail)} |`,
  ].join('\n\n');
}

function sourcesOf(laws: LintRule['laws']): string {
  const sources = laws.map(({ set, law, source, since }) => {
    const facts = [law, since && `from ${since}`, source && `read at ${source}`].filter(Boolean).join('; ');
    return facts === '' ? `\`${set}\`.` : `\`${set}\`: ${facts}.`;
  });
  return `Sets: ${sources.join(' ')}`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
