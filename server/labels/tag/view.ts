import { readyAt, type TagRefresh, runningIn, settle, type Tag } from './tag.js';

/** The assumed capacity of a battery; see {@link batteryPercent}. */
const fullRefreshes = 10_000;
const partialsOfAFull = 5;
/** The maximum percentage of a low battery. */
const low = 5;
/** The assumption behind {@link batteryPercent}, for readers of the API. */
export const batteryAssumption = `assumed: ${fullRefreshes} full refreshes empty a battery, ${partialsOfAFull} partial ones count as a full one`;

/** The tag of a label in the API. */
export interface TagView {
  /** Where the newest content is. */
  readonly state: 'queued' | 'refreshing' | 'displayed';
  readonly since: string | null;
  readonly ready_at: string | null;
  readonly shown_revision: number;
  readonly unchanged: boolean;
  readonly refresh: ReturnType<typeof refreshView> | null;
  readonly refreshes: number;
  readonly battery: ReturnType<typeof batteryOf>;
  readonly trouble: { readonly kind: 'offline' | 'low_battery' | 'ghosting'; readonly until: string | null } | null;
}

/** The view of a tag at a time (milliseconds since 1970). Null: no content was accepted yet. */
export function tagView(tag: Tag | null, now: number): TagView {
  if (!tag) return untouched;
  const settled = settle(tag, now);
  const { shown, refresh, waiting, unchanged, refreshes } = settled;
  const running = runningIn(settled);
  const ready = readyAt(settled);
  return {
    state: waiting ? 'queued' : running ? 'refreshing' : 'displayed',
    since: iso(waiting?.since ?? running?.began_at ?? shown.since),
    ready_at: ready === null ? null : iso(ready),
    shown_revision: shown.revision,
    unchanged,
    refresh: refresh && refreshView(refresh),
    refreshes,
    battery: batteryOf(settled),
    trouble: troubleView(settled),
  };
}

/** A refresh in the API, with times in ISO 8601. */
export function refreshView({ revision, kind, seconds, basis, began_at, ends_at }: TagRefresh) {
  return { revision, kind, seconds, basis, began_at: iso(began_at), ends_at: iso(ends_at) };
}

const untouched: TagView = {
  state: 'displayed',
  since: null,
  ready_at: null,
  shown_revision: 0,
  unchanged: false,
  refresh: null,
  refreshes: 0,
  battery: { percent: 100, low: false, assumption: batteryAssumption },
  trouble: null,
};

function batteryOf({ refreshes, partials, trouble }: Tag) {
  const isLow = trouble?.kind === 'low_battery';
  const left = batteryPercent(refreshes - partials, partials);
  return { percent: isLow ? Math.min(low, left) : left, low: isLow, assumption: batteryAssumption };
}

/** The remaining charge after these refreshes in percent, 0 to 100 with one decimal. Standby is not counted. */
function batteryPercent(full: number, partial: number): number {
  const used = (full + partial / partialsOfAFull) / fullRefreshes;
  return Math.max(0, Math.round((1 - used) * 1000) / 10);
}

function troubleView({ trouble, shown }: Tag): TagView['trouble'] {
  if (trouble) return { kind: trouble.kind, until: iso(trouble.until) };
  return shown.ghost === null ? null : { kind: 'ghosting', until: null };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
