import { decodedPart, oneOf, searchOf } from '../query.js';

export const filters = ['all', 'queued', 'refreshing', 'offline'] as const;
export type Filter = (typeof filters)[number];

/** The displayed picture, an earlier revision, or the difference of two. */
export const views = ['now', 'revision', 'difference'] as const;
export type HistoryView = (typeof views)[number];

/** The inks as numbers say, or the colours of the panel; as large as fits, or as the panel is. */
export const colours = ['ink', 'panel'] as const;
export const sizes = ['fit', 'real'] as const;

/** The sections below the history. */
export const tools = ['requests', 'code'] as const;
export type Tool = (typeof tools)[number];

export interface ShelfState {
  /** The open label; null: none. */
  readonly label: string | null;
  readonly q: string;
  readonly filter: Filter;
  readonly view: HistoryView;
  /** Null: the last but one. */
  readonly revision: number | null;
  /** The compared revision; null: the newest. */
  readonly against: number | null;
  readonly tool: Tool;
  readonly colours: (typeof colours)[number];
  readonly size: (typeof sizes)[number];
}

const root = '/shelf';

export function isShelf(path: string): boolean {
  return path === root || /^\/shelf\/[^/]+$/.test(path);
}

/** Missing and wrong members have their defaults. */
export function readShelf(path: string, search: string): ShelfState {
  const query = new URLSearchParams(search);
  const number = (name: string): number | null => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  };
  return {
    label: labelIn(path),
    q: query.get('q') ?? '',
    filter: oneOf(query, 'state', filters),
    // `view` is Preview's. Older links have the history's there.
    view: oneOf(query, query.has('history') ? 'history' : 'view', views),
    revision: number('revision'),
    against: number('against'),
    tool: oneOf(query, 'tool', tools),
    colours: oneOf(query, 'colours', colours),
    size: oneOf(query, 'size', sizes),
  };
}

function labelIn(path: string): string | null {
  const [, name] = /^\/shelf\/([^/]+)$/.exec(path) ?? [];
  return name === undefined ? null : decodedPart(name);
}

export function pathOf({ label }: Pick<ShelfState, 'label'>): string {
  return label === null ? root : `${root}/${encodeURIComponent(label)}`;
}

/** The query with its question mark; empty for the defaults. */
export function writeShelf(state: ShelfState): string {
  const { label, q, filter, view, revision, against, tool } = state;
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | null, first: string | null): void => {
    if (value !== first) query.set(name, String(value));
  };
  put('q', q, '');
  put('state', filter, 'all');
  if (label !== null) {
    put('revision', revision, null);
    put('against', against, null);
    put('history', view, 'now');
    put('tool', tool, 'requests');
    put('colours', state.colours, 'ink');
    put('size', state.size, 'fit');
  }
  return searchOf(query);
}
