import { type PreviewState, readState, writeState } from '../preview-state.js';
import { oneOf, searchOf } from '../query.js';

export const ways = ['panels', 'layouts', 'languages', 'rows'] as const;
export type WallKind = (typeof ways)[number];

/** The state of Wall in its address: a content as in Preview, and which pictures of it. */
export interface WallState {
  readonly content: PreviewState;
  readonly by: WallKind;
  /** Makers of the shown panels; empty: all. */
  readonly makers: readonly string[];
  /** Inks of the shown panels, as from {@link inksOf}; empty: all. */
  readonly inks: readonly string[];
  /** Ids of the chosen panels; empty: all. */
  readonly panels: readonly string[];
  readonly warned: boolean;
  /** Only labels on which this rule found something; "error": any error. Empty: all. */
  readonly found: string;
  readonly real: boolean;
}

export function readWall(search: string): WallState {
  const query = new URLSearchParams(search);
  const list = (name: string): readonly string[] => (query.get(name) ?? '').split(',').filter((each) => each !== '');
  return {
    content: readState(search),
    by: oneOf(query, 'by', ways),
    makers: list('maker'),
    inks: list('inks'),
    panels: list('panels'),
    warned: query.has('warned'),
    found: query.get('found') ?? '',
    real: query.get('size') === 'real',
  };
}

/** The query with its question mark; empty for the defaults. */
export function writeWall({ content, by, makers, inks, panels, warned, found, real }: WallState): string {
  const query = new URLSearchParams(writeState(content));
  if (by !== 'panels') query.set('by', by);
  for (const [name, list] of Object.entries({ maker: makers, inks, panels }))
    if (list.length > 0) query.set(name, list.join(','));
  if (warned) query.set('warned', '1');
  if (found !== '') query.set('found', found);
  if (real) query.set('size', 'real');
  return searchOf(query);
}

/** "Gicisky (PICKSMART)" → "Gicisky". */
export function makerOf({ vendor }: { readonly vendor: string }): string {
  return vendor.replace(/\s*[(/,].*$/, '');
}

/** The inks without the paper: "black red". */
export function inksOf({ inks }: { readonly inks: readonly { readonly name: string }[] }): string {
  return inks
    .slice(1)
    .map(({ name }) => name)
    .join(' ');
}

interface Filtered {
  readonly id: string;
  readonly vendor: string;
  readonly inks: readonly { readonly name: string }[];
}

/** Whether a panel passes the filters. `except` is ignored, to count the choices of a filter. */
export function isShown(
  panel: Filtered,
  { makers, inks, panels }: Pick<WallState, 'makers' | 'inks' | 'panels'>,
  except?: 'makers' | 'inks',
): boolean {
  const has = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);
  return (
    has(panels, panel.id) &&
    (except === 'makers' || has(makers, makerOf(panel))) &&
    (except === 'inks' || has(inks, inksOf(panel)))
  );
}

/** The number of panels by value, the most frequent first. */
export function countBy(
  panels: readonly Filtered[],
  valueOf: (panel: Filtered) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const panel of panels) counts.set(valueOf(panel), (counts.get(valueOf(panel)) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
