import { type Figures, figuresOf } from './figures.js';
import type { DrawnCase, MeasuredCase } from './labels.js';

/** A label's figures, with those that need the same content on `standard`. */
export interface MeasuredLabel {
  readonly of: MeasuredCase;
  /** Undefined for a label that could not be drawn. */
  readonly figures: Figures | undefined;
  /** The height of the price's digits to that on `standard`. */
  readonly toStandard: number | undefined;
}

/** Measures a label. @param standard the same content on the layout `standard` */
export function measuredLabel(
  of: MeasuredCase,
  drawn: DrawnCase | undefined,
  standard: DrawnCase | undefined,
): MeasuredLabel {
  const figures = drawn && figuresOf(drawn);
  const price = standard && figuresOf(standard).price;
  const toStandard = figures?.price !== undefined && price !== undefined ? figures.price / price : undefined;
  return { of, figures, toStandard };
}

/** A figure of a set of labels: its heading and its cell, empty where no label has it. */
interface Column {
  readonly heading: string;
  readonly cell: (labels: readonly MeasuredLabel[]) => string;
}

type Read = (label: MeasuredLabel) => number | undefined;

const columns: readonly Column[] = [
  { heading: 'text mm', cell: least(({ figures }) => figures?.smallestMm, 1) },
  { heading: 'font px', cell: least(({ figures }) => figures?.smallestFont, 0) },
  { heading: 'unit:price %', cell: leastAndMiddle(({ figures }) => figures?.unitToPrice) },
  { heading: 'unit shown %', cell: share(({ figures }) => hasUnitPrice(figures)) },
  { heading: 'old:price %', cell: mostOf(({ figures }) => figures?.oldToPrice) },
  { heading: 'offer:std %', cell: leastAndMiddle(({ toStandard }) => toStandard) },
  { heading: 'member:std %', cell: leastAndMiddle(({ figures }) => figures?.memberToStandard) },
  { heading: 'name–price %', cell: leastAndMiddle(({ figures }) => figures?.nameToPrice) },
  { heading: 'gap:digits %', cell: leastAndMiddle(({ figures }) => figures?.numberGap) },
  { heading: 'white %', cell: leastAndMiddle(({ figures }) => figures?.white) },
  { heading: 'price %', cell: leastAndMiddle(({ figures, of }) => figures?.price && figures.price / of.device.height) },
  { heading: 'shrunk %', cell: share(({ figures }) => figures?.nameShrunk) },
  { heading: 'beside free %', cell: share(({ figures }) => figures?.shrunkBesideFree) },
  { heading: 'names cut %', cell: share(({ figures }) => figures?.nameCut) },
  { heading: 'not drawn', cell: (labels) => count(labels, ({ figures }) => figures === undefined) },
  { heading: 'unit hidden', cell: (labels) => count(labels, ({ figures }) => (figures?.quantitiesHidden ?? 0) > 0) },
  { heading: 'separators %', cell: separators },
  { heading: 'smallest text', cell: smallestText },
];

/** What the columns mean, for the command's end. */
export const legend = `text mm       the smallest text that customers read: its small letters, else its letters or digits
font px       the smallest font of such a text
unit:price    height of the digits of the unit price to those of the price: least, median
unit shown    labels with a unit price
old:price     the previous price to the price: most
offer:std     the largest price that is not struck to the price of the same content on standard: least, median
member:std    the member's price to the standard price beside it: least, median
name–price    ground between the ink of name and price, of the panel's short side: least, median
gap:digits    ground between a number and what is beside it to the lower digits: least, median
white         the largest rectangle of paper, of the panel: least, median
price         the largest price's digits, of the panel's height: least, median
shrunk        names below the preferred size; beside free: with 1.5 of their font free above or below
names cut     names with an ellipsis; not drawn: a price or a quantity has no room
unit hidden   labels that hide the quantity
separators    prices with cents that show the locale's separator`;

/** A table with a row for each group of labels. */
export function tableOf(
  labels: readonly MeasuredLabel[],
  groupOf: (label: MeasuredLabel) => string,
  heading: string,
): string {
  const groups = new Map<string, MeasuredLabel[]>();
  for (const label of labels) {
    const name = groupOf(label);
    groups.set(name, [...(groups.get(name) ?? []), label]);
  }
  const rows = [...groups].map(([name, group]) => [name, ...columns.map(({ cell }) => cell(group))]);
  return aligned([[heading, ...columns.map((column) => column.heading)], ...rows]);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .join('\n');
}

function valuesOf(labels: readonly MeasuredLabel[], read: Read): readonly number[] {
  return labels
    .map(read)
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b);
}

function least(read: Read, digits: number): Column['cell'] {
  return (labels) => valuesOf(labels, read)[0]?.toFixed(digits) ?? '';
}

function leastAndMiddle(read: Read): Column['cell'] {
  return (labels) => {
    const values = valuesOf(labels, read);
    return values.length === 0 ? '' : `${percent(values[0]!)} ${percent(values[values.length >> 1]!).padStart(3)}`;
  };
}

function mostOf(read: Read): Column['cell'] {
  return (labels) => {
    const most = valuesOf(labels, read).at(-1);
    return most === undefined ? '' : percent(most);
  };
}

function share(read: (label: MeasuredLabel) => boolean | undefined): Column['cell'] {
  return (labels) => {
    const known = labels.map(read).filter((value) => value !== undefined);
    return known.length === 0 ? '' : percent(known.filter(Boolean).length / known.length);
  };
}

function count(labels: readonly MeasuredLabel[], meets: (label: MeasuredLabel) => boolean): string {
  return String(labels.filter(meets).length);
}

function hasUnitPrice(figures: Figures | undefined): boolean | undefined {
  return figures === undefined ? undefined : figures.unitToPrice !== undefined;
}

/** The smallest text, and the label that has it. */
function smallestText(labels: readonly MeasuredLabel[]): string {
  const [smallest] = labels
    .filter(({ figures }) => figures?.smallestMm !== undefined)
    .sort((a, b) => a.figures!.smallestMm! - b.figures!.smallestMm!);
  if (!smallest) return '';
  const { of, figures } = smallest;
  return `${of.language} ${of.amount}: ${figures!.smallestText.slice(0, 24)}`;
}

function separators(labels: readonly MeasuredLabel[]): string {
  const sum = (of: 'separated' | 'unseparated') =>
    labels.reduce((total, { figures }) => total + (figures?.[of] ?? 0), 0);
  const [present, absent] = [sum('separated'), sum('unseparated')];
  return present + absent === 0 ? '' : percent(present / (present + absent));
}

function percent(value: number): string {
  return String(Math.round(value * 100));
}
