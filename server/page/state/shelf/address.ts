/** Which of the labels are shown, by what their tags do. */
export const filters = ['all', 'queued', 'refreshing', 'offline'] as const;
export type Filter = (typeof filters)[number];

/** Which picture of a label is shown: what is on its glass, an earlier revision, or what differs between two. */
export const views = ['now', 'revision', 'difference'] as const;
export type HistoryView = (typeof views)[number];

/** What stands below the history. */
export const tools = ['requests', 'code'] as const;
export type Tool = (typeof tools)[number];

/** All that the place Shelf shows, as its address says it. */
export interface ShelfState {
  /** The label whose page is open; null: none. */
  readonly label: string | null;
  readonly q: string;
  readonly filter: Filter;
  readonly view: HistoryView;
  /** Null: the one before the newest. */
  readonly revision: number | null;
  /** The revision that it is compared with; null: the newest. */
  readonly against: number | null;
  readonly tool: Tool;
}

const root = '/shelf';

export function isShelf(path: string): boolean {
  return path === root || /^\/shelf\/[^/]+$/.test(path);
}

/** Reads an address of this place. What it does not say, or says wrongly, is as at the first visit. */
export function readShelf(path: string, search: string): ShelfState {
  const query = new URLSearchParams(search);
  const one = <T extends string>(name: string, known: readonly T[]): T =>
    known.find((value) => value === query.get(name)) ?? known[0]!;
  const number = (name: string): number | null => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  };
  return {
    label: labelIn(path),
    q: query.get('q') ?? '',
    filter: one('state', filters),
    view: one('view', views),
    revision: number('revision'),
    against: number('against'),
    tool: one('tool', tools),
  };
}

function labelIn(path: string): string | null {
  const [, name] = /^\/shelf\/([^/]+)$/.exec(path) ?? [];
  try {
    return name === undefined ? null : decodeURIComponent(name);
  } catch {
    return null;
  }
}

export function pathOf({ label }: Pick<ShelfState, 'label'>): string {
  return label === null ? root : `${root}/${encodeURIComponent(label)}`;
}

/** What stands behind the question mark, with the mark; nothing for a first visit. */
export function searchOf({ label, q, filter, view, revision, against, tool }: ShelfState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | null, first: string | null): void => {
    if (value !== first) query.set(name, String(value));
  };
  put('q', q, '');
  put('state', filter, 'all');
  if (label !== null) {
    put('revision', revision, null);
    put('against', against, null);
    put('view', view, 'now');
    put('tool', tool, 'requests');
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
