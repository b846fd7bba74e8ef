import type { LabelFacts } from '../metadata/facts.js';
import { alike } from './alike.js';
import { type Cause, type FieldCause, panelOf } from './causes.js';
import { effectsOf, effectWords, textOf } from './effects.js';
import { evidenceOf, type Thing } from './evidence.js';
import type { Label } from './label.js';
import { layoutEdits } from './layout-edits.js';
import { bothValues, type ColourName, endOf, listOf, oneValue } from './phrases.js';
import { outsideWords, wordsFor } from './words.js';

/** More unexplained things than these are only counted. */
const maxEffects = 5;
/** More edits of a layout than these are only counted. */
const maxEdits = 3;

/**
 * Explains how two labels differ: first the visible causes, if both PNGs have facts, then what happened to the rest. For labels
 * without facts, or with edited pixels, explains what the pixels show.
 * @returns sentences for people, and the causes for programs
 */
export function explain(
  expected: Label,
  actual: Label,
  nameOf: ColourName,
): { readonly words: readonly string[]; readonly changes: readonly Cause[] } {
  const { facts: a } = expected;
  const { facts: b } = actual;
  if (!a || !b) {
    const words = sameSize(expected, actual) ? wordsFor(expected, actual, nameOf) : [sizeWords(expected, actual)];
    return { words, changes: [] };
  }
  const [one, other] = alike(expected, actual);
  const layout = layoutCauses(expected, actual, a, b);
  const evidence = evidenceOf(one, other, [a, b], layout.length > 0);
  const { fields, settings, things, attributed } = evidence;
  const panel = panelCauses(a, b);
  const drawing = drawingCauses(a, b);
  const changes = [...panel, ...fields, ...settings, ...layout, ...drawing];

  const causes = [...panel, ...fields].map((cause) => causeWords(cause, b));
  const reformatted = settings.length === 0 ? [] : things.filter((thing) => thing.count > 0 && isRewritten(thing, b));
  if (settings.length > 0) causes.push(settingWords(settings, reformatted));
  const effects = attributed
    ? [
        ...effectsOf(things, one, other, [a, b], (thing) => reformatted.includes(thing), nameOf).map(effectWords),
        ...outsideWords(one, other, attributed, nameOf),
      ]
    : [];
  const [why, notes] = [
    [...(evidence.layout === 'cause' ? layout : []), ...(evidence.drawing === 'cause' ? drawing : [])],
    [...(evidence.layout === 'note' ? layout : []), ...(evidence.drawing === 'note' ? drawing : [])],
  ].map((list) => list.map((cause) => causeWords(cause, b)));
  const rest = limited(effects);
  // One effect of one cause is a single sentence.
  const isOne = causes.length === 0 && why!.length === 1 && rest.length === 1;
  const body = isOne ? [`${rest[0]!}: ${why![0]!}`] : [...why!, ...rest];
  const words = [...causes, ...body];
  const sentences = words.length > 0 || !sameSize(one, other) ? words : wordsFor(one, other, nameOf);
  const size = sentences.length === 0 ? [sizeWords(expected, actual)] : [];
  return { words: [...sentences, ...size, ...notes!.map((note) => `also, ${note}`)], changes };
}

function sameSize(a: Label, b: Label): boolean {
  return a.width === b.width && a.height === b.height;
}

function sizeWords(a: Label, b: Label): string {
  return `Expected ${a.width}×${a.height} pixels but received ${b.width}×${b.height}`;
}

function limited(effects: readonly string[]): readonly string[] {
  if (effects.length <= maxEffects) return effects;
  const rest = effects.length - maxEffects + 1;
  return [...effects.slice(0, maxEffects - 1), `${rest} more things changed`];
}

function panelCauses(a: LabelFacts, b: LabelFacts): readonly Cause[] {
  return [
    ...(a.device === b.device ? [] : [{ kind: 'device', from: panelOf(a), to: panelOf(b) } as const]),
    ...(a.view === b.view ? [] : [{ kind: 'view', from: a.view, to: b.view } as const]),
    ...(a.scale === b.scale ? [] : [{ kind: 'scale', from: a.scale, to: b.scale } as const]),
  ];
}

function layoutCauses(expected: Label, actual: Label, a: LabelFacts, b: LabelFacts): readonly Cause[] {
  const other = { kind: 'layout', from: a.layout, to: b.layout } as const;
  if (a.layout.id !== b.layout.id) return [{ ...other, edits: [] }];
  if (a.layout.digest === b.layout.digest) return [];
  const { layout: before } = expected;
  const { layout: after } = actual;
  if (!before || !after) return [{ ...other, edits: [] }];
  const edits = layoutEdits(before, after, b);
  // All changes are for other panels.
  return edits.length === 0 && a.device === b.device ? [] : [{ ...other, edits }];
}

function drawingCauses(a: LabelFacts, b: LabelFacts): readonly Cause[] {
  return (['version', 'fonts'] as const)
    .filter((kind) => a[kind] !== b[kind])
    .map((kind) => ({ kind, from: a[kind], to: b[kind] }));
}

/** Whether a thing may have another text because its locale formats it differently. */
function isRewritten({ before, after, sameText, explained, fields }: Thing, { fields: values }: LabelFacts): boolean {
  if (!before || !after || sameText) return false;
  return !explained || !fields.some((field) => values[field] === after.text);
}

/** "price is written 3,50 € instead of €3.50: locale en-IE → de-DE". */
function settingWords(settings: readonly FieldCause[], rewritten: readonly Thing[]): string {
  const causes = settings.map(({ field, from, to }) => `${field} ${from!} → ${to!}`).join(', ');
  const first = rewritten.find(({ name }) => name === 'price') ?? rewritten[0];
  if (!first) return causes;
  const others = rewritten.filter(({ name }) => name !== first.name).map(({ name }) => name);
  const too = others.length === 0 ? '' : `, ${listOf(others)} too`;
  return `${first.name} is written ${textOf(first.after!.text)} instead of ${textOf(first.before!.text)}${too}: ${causes}`;
}

function causeWords(cause: Cause, { cut }: LabelFacts): string {
  switch (cause.kind) {
    case 'device': {
      const [from, to] = [cause.from, cause.to].map(({ id, width, height }) => `${id} (${width}×${height})`);
      return `device ${from!} → ${to!}`;
    }
    case 'view':
    case 'scale':
      return `${cause.kind} ${cause.from} → ${cause.to}`;
    case 'field':
      return fieldWords(cause) + cutWords(cause, cut);
    case 'layout':
      return layoutWords(cause);
    case 'version':
      return `drawn with version ${cause.to} instead of ${cause.from}`;
    case 'fonts':
      return `drawn with font data ${cause.to} instead of ${cause.from}`;
    default:
      return cause satisfies never;
  }
}

function fieldWords({ field, from, to }: FieldCause): string {
  if (from === null) return `${field} ${oneValue(to!)} is added`;
  if (to === null) return `${field} ${oneValue(from)} is removed`;
  return `${field} ${bothValues(from, to).join(' → ')}`;
}

/** Where a new text is cut. */
function cutWords({ field, to }: FieldCause, cut: LabelFacts['cut']): string {
  if (to === null || !Object.hasOwn(cut, field)) return '';
  return `, cut after ${endOf(cut[field]!.replace(/(?<!\s)\s*…$/u, ''))}`;
}

function layoutWords({ from, to, edits }: Extract<Cause, { kind: 'layout' }>): string {
  if (from.id !== to.id) return `layout ${from.id} → ${to.id}`;
  if (edits.length > 0) {
    const rest = edits.length - maxEdits;
    const more = rest > 0 ? `; and ${rest === 1 ? '1 more change' : `${rest} more changes`}` : '';
    return `layout \`${to.id}\` changed: ${edits.slice(0, maxEdits).join('; ')}${more}`;
  }
  if (from.version !== to.version) return `layout \`${to.id}\` changed: version ${from.version} → ${to.version}`;
  return `layout \`${to.id}\` changed`;
}
