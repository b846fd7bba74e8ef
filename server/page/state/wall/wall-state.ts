import { type PreviewState, readState, writeState } from '../preview-state.js';

/** What the pictures of a wall differ in. */
export const ways = ['panels', 'layouts', 'languages', 'rows'] as const;
export type Way = (typeof ways)[number];

/** All that the wall shows, as it stands in its address: a content as in Preview, and which pictures of it. */
export interface WallState {
  readonly content: PreviewState;
  readonly by: Way;
  /** The makers whose panels are shown; empty: all. */
  readonly makers: readonly string[];
  /** The inks of the panels that are shown, each as {@link inksOf} names them; empty: all. */
  readonly inks: readonly string[];
  /** The ids of the panels that were chosen one by one; empty: all. */
  readonly panels: readonly string[];
  readonly warned: boolean;
  /** Whether labels are as large as in the hand. */
  readonly real: boolean;
}

export function readWall(search: string): WallState {
  const query = new URLSearchParams(search);
  const list = (name: string): readonly string[] => (query.get(name) ?? '').split(',').filter((each) => each !== '');
  return {
    content: readState(search),
    by: ways.find((way) => way === query.get('by')) ?? 'panels',
    makers: list('maker'),
    inks: list('inks'),
    panels: list('panels'),
    warned: query.has('warned'),
    real: query.get('size') === 'real',
  };
}

/** What stands behind the question mark, with the mark; nothing for all panels with the content of a first visit. */
export function writeWall({ content, by, makers, inks, panels, warned, real }: WallState): string {
  const query = new URLSearchParams(writeState(content));
  if (by !== 'panels') query.set('by', by);
  for (const [name, list] of Object.entries({ maker: makers, inks, panels }))
    if (list.length > 0) query.set(name, list.join(','));
  if (warned) query.set('warned', '1');
  if (real) query.set('size', 'real');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The maker of a panel, by the name that people know: "Gicisky (PICKSMART)" → "Gicisky". */
export function makerOf({ vendor }: { readonly vendor: string }): string {
  return vendor.replace(/\s*[(/,].*$/, '');
}

/** The inks of a panel beside its paper: "black red". */
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

/** Whether the filters let a panel through; `except` is not looked at, so that each choice of a filter can be counted. */
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

/** How many of the panels have each value of a filter, the most first. */
export function countBy(
  panels: readonly Filtered[],
  valueOf: (panel: Filtered) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const panel of panels) counts.set(valueOf(panel), (counts.get(valueOf(panel)) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
