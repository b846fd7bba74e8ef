/**
 * The tag on the shelf: its displayed content, its refresh, and its waiting content. Plain data, and functions without a clock.
 * Its state at a time is computed on demand ({@link settle}). No timer runs, so restarts and several processes come to the same
 * result. All times are milliseconds since 1970.
 */

export type RefreshKind = 'full' | 'partial';
/** The source of the duration of a refresh. `assumed`: no source states it. */
export type Basis = 'measured' | 'stated' | 'derived' | 'assumed';

/** The duration of a refresh. */
export interface Pace {
  /** Of the real panel. */
  readonly seconds: number;
  readonly basis: Basis;
  /** Milliseconds in the simulation, by REFRESH_SPEED. */
  readonly ms: number;
}

/** The simulated troubles of a tag. */
export const troubles = ['offline', 'low_battery', 'ghosting'] as const;
export type Trouble = (typeof troubles)[number];

/** How a content reaches the tag. */
export interface Arrival {
  readonly at: number;
  readonly full: Pace;
  /** Null: the panel has no partial refresh, or its battery is low. */
  readonly partial: Pace | null;
  readonly trouble: Trouble | null;
  /** The duration of the trouble in milliseconds. */
  readonly troubleMs: number;
}

/** A displayed content. */
export interface Shown {
  /** 0: the blank paper of a new tag. */
  readonly revision: number;
  /** The hash of its pixels. */
  readonly picture: string;
  /** Since when the panel shows these pixels. */
  readonly since: number;
  /** The revision whose pixels shine through; null: none. */
  readonly ghost: number | null;
}

export interface TagRefresh {
  readonly revision: number;
  readonly picture: string;
  /** The revision that was displayed before. */
  readonly from: number;
  readonly kind: RefreshKind;
  readonly seconds: number;
  readonly basis: Basis;
  readonly began_at: number;
  readonly ends_at: number;
  /** The revision whose pixels shine through afterwards; null: none. */
  readonly ghost: number | null;
}

interface Waiting extends Pick<Arrival, 'full' | 'partial'> {
  readonly revision: number;
  readonly picture: string;
  /** When it came, and when the tag can receive it. */
  readonly since: number;
  readonly from: number;
  readonly ghosts: boolean;
}

export interface Tag {
  /** The id of its panel. */
  readonly device: string;
  /** The displayed content of a settled tag. */
  readonly shown: Shown;
  /** The last refresh that began. It runs while `shown` has an older revision. */
  readonly refresh: TagRefresh | null;
  readonly waiting: Waiting | null;
  /** The newest content needed no refresh. */
  readonly unchanged: boolean;
  /** Refreshes that have begun, and the partial ones among them. */
  readonly refreshes: number;
  readonly partials: number;
  /** Partial refreshes since the last full one. */
  readonly streak: number;
  readonly trouble: { readonly kind: 'offline' | 'low_battery'; readonly until: number } | null;
}

/**
 * Partial refreshes before a full one, which removes all traces of older pictures. Our assumption: makers advise a full one
 * "after several".
 */
export const maxPartialsInARow = 5;

/** A new tag: blank paper. */
export function newTag(device: string): Tag {
  const shown = { revision: 0, picture: '', since: 0, ghost: null };
  const counts = { refreshes: 0, partials: 0, streak: 0 };
  return { device, shown, refresh: null, waiting: null, unchanged: false, ...counts, trouble: null };
}

/**
 * A label's tag after it accepted a new content. A content that comes during a refresh waits, and replaces one that waits
 * already. The displayed pixels, and those of a running refresh, need no refresh. A label that was bound to another panel has a
 * new tag. A trouble ends with the next content without one.
 * @param before null: no content was accepted yet
 */
export function accept(
  before: Tag | null,
  content: { readonly device: string; readonly revision: number; readonly picture: string },
  arrival: Arrival,
): Tag {
  const known = before?.device === content.device ? before : newTag(content.device);
  // Concurrent contents may be accepted in another order than their times.
  const at = Math.max(arrival.at, known.refresh?.began_at ?? 0);
  const tag = settle(known, at);
  const trouble = troubleOf(arrival, at);
  const { revision, picture } = content;
  const goal = runningIn(tag) ?? tag.shown;
  if (goal.picture === picture) return { ...renumbered(tag, revision), trouble };
  const { full, partial } = arrival;
  const from = trouble?.kind === 'offline' ? trouble.until : at;
  const waiting = { revision, picture, since: at, from, full, partial, ghosts: arrival.trouble === 'ghosting' };
  return settle({ ...tag, trouble, unchanged: tag.waiting?.picture === picture, waiting }, at);
}

/** The state of a tag at a time that is not before its last event. */
export function settle(tag: Tag, now: number): Tag {
  let settled = tag;
  for (let next = nextChange(settled); next !== null && next <= now; next = nextChange(settled))
    settled = changed(settled, next);
  return settled.trouble && settled.trouble.until <= now ? { ...settled, trouble: null } : settled;
}

/** When the tag begins or ends a refresh next; null: not before its next content. */
export function nextChange(tag: Tag): number | null {
  const running = runningIn(tag);
  if (running) return running.ends_at;
  return tag.waiting && startOf(tag, tag.waiting);
}

/** The running refresh of a settled tag. */
export function runningIn({ refresh, shown }: Tag): TagRefresh | null {
  return refresh && refresh.revision > shown.revision ? refresh : null;
}

/** When a settled tag displays its newest content; null: already. */
export function readyAt(tag: Tag): number | null {
  const { waiting } = tag;
  const running = runningIn(tag);
  if (!waiting) return running?.ends_at ?? null;
  const rested = running ? changed(tag, running.ends_at) : tag;
  return begun(rested, waiting, startOf(tag, waiting)).refresh!.ends_at;
}

/** The revisions that the tag needs, whatever their age: displayed, refreshed from or to, or waiting. */
export function neededBy({ shown, refresh, waiting }: Tag): readonly number[] {
  const ofRefresh = [refresh?.from, refresh?.revision, refresh?.ghost];
  const needed = [shown.revision, shown.ghost, ...ofRefresh, waiting?.revision];
  return needed.filter((revision): revision is number => (revision ?? 0) > 0);
}

function startOf({ refresh }: Tag, { from }: Waiting): number {
  return Math.max(from, refresh?.ends_at ?? 0);
}

/** The tag after its next change at `at`. */
function changed(tag: Tag, at: number): Tag {
  const running = runningIn(tag);
  if (!running) return begun(tag, tag.waiting!, at);
  const { revision, picture, ghost } = running;
  return { ...tag, shown: { revision, picture, since: at, ghost } };
}

/** The tag after the waiting refresh has begun. */
function begun(tag: Tag, { revision, picture, full, partial, ghosts }: Waiting, at: number): Tag {
  const { shown, refreshes, partials, streak } = tag;
  const quick = shown.revision > 0 && streak < maxPartialsInARow ? partial : null;
  const { seconds, basis, ms } = quick ?? full;
  const ghost = ghosts ? shown.revision : quick && shown.ghost;
  const kind = quick ? 'partial' : 'full';
  const times = { kind, seconds, basis, began_at: at, ends_at: at + ms } as const;
  return {
    ...tag,
    refresh: { revision, picture, from: shown.revision, ...times, ghost },
    waiting: null,
    refreshes: refreshes + 1,
    partials: partials + (quick ? 1 : 0),
    streak: quick ? streak + 1 : 0,
  };
}

/** The tag when a newer revision has the pixels that it displays or refreshes to. */
function renumbered(tag: Tag, revision: number): Tag {
  const { refresh, shown } = tag;
  const same = { ...tag, waiting: null, unchanged: true };
  return runningIn(tag) ? { ...same, refresh: { ...refresh!, revision } } : { ...same, shown: { ...shown, revision } };
}

function troubleOf({ trouble, troubleMs }: Arrival, at: number): Tag['trouble'] {
  return trouble === 'offline' || trouble === 'low_battery' ? { kind: trouble, until: at + troubleMs } : null;
}
