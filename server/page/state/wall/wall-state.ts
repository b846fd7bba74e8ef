import { type PreviewState, readState, writeState } from '../preview-state.js';
import type { PanelFilter } from '../panels.js';
import { oneOf, searchOf } from '../query.js';

export const ways = ['panels', 'layouts', 'languages', 'rows'] as const;
export type WallKind = (typeof ways)[number];

/** The state of Wall in its address: a content as in Preview, and which pictures of it. */
export interface WallState extends PanelFilter {
  readonly content: PreviewState;
  readonly by: WallKind;
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
