/**
 * The tag on the shelf: what is on its glass, what it refreshes to, and what waits. Plain data, and functions without a clock.
 * Time that has passed is worked out when somebody looks ({@link settle}); nothing runs meanwhile, so a restart, and several
 * processes, come to the same. All times are milliseconds since 1970.
 */

export type RefreshKind = 'full' | 'partial';
/** Where the seconds of a refresh come from. `assumed`: no source states them. */
export type Basis = 'measured' | 'stated' | 'derived' | 'assumed';

/** How long a refresh takes. */
export interface Pace {
  /** Of the panel itself. */
  readonly seconds: number;
  readonly basis: Basis;
  /** Milliseconds here, with REFRESH_SPEED taken into account. */
  readonly ms: number;
}

/** How a tag can be made to misbehave. */
export const troubles = ['offline', 'low_battery', 'ghosting'] as const;
export type Trouble = (typeof troubles)[number];

/** How a content reaches the tag. */
export interface Arrival {
  readonly at: number;
  readonly full: Pace;
  /** null: the panel has no partial refresh, or may not use it now. */
  readonly partial: Pace | null;
  readonly trouble: Trouble | null;
  /** How long the trouble lasts, in milliseconds. */
  readonly troubleMs: number;
}

/** A content as the tag knows it. */
export interface Shown {
  /** 0: the blank paper of a new tag. */
  readonly revision: number;
  /** The hash of its pixels. */
  readonly picture: string;
  /** When the glass began to show these pixels. */
  readonly since: number;
  /** The revision whose pixels shine through; null: none. */
  readonly ghost: number | null;
}

export interface Refresh {
  readonly revision: number;
  readonly picture: string;
  /** The revision that was on the glass before. */
  readonly from: number;
  readonly kind: RefreshKind;
  readonly seconds: number;
  readonly basis: Basis;
  readonly began_at: number;
  readonly ends_at: number;
  /** The revision whose pixels shine through when it is over; null: none. */
  readonly ghost: number | null;
}

interface Waiting extends Pick<Arrival, 'full' | 'partial'> {
  readonly revision: number;
  readonly picture: string;
  /** When it came, and when the tag can take it in. */
  readonly since: number;
  readonly from: number;
  readonly ghosts: boolean;
}

export interface Tag {
  /** The id of its panel. */
  readonly device: string;
  /** What is on the glass, once the tag is settled. */
  readonly shown: Shown;
  /** The last refresh that began. It runs as long as `shown` is of an older revision. */
  readonly refresh: Refresh | null;
  readonly waiting: Waiting | null;
  /** The newest content needed no refresh of its own. */
  readonly unchanged: boolean;
  /** The refreshes that have begun, and the partial ones among them. */
  readonly refreshes: number;
  readonly partials: number;
  /** Partial refreshes since the last full one. */
  readonly streak: number;
  readonly trouble: { readonly kind: 'offline' | 'low_battery'; readonly until: number } | null;
}

/**
 * After so many partial refreshes comes a full one, which leaves nothing of older pictures. Our assumption: makers advise a full
 * one "after several".
 */
export const partialsInARow = 5;

/** A tag that was just hung up: blank paper. */
export function newTag(device: string): Tag {
  const shown = { revision: 0, picture: '', since: 0, ghost: null };
  const counts = { refreshes: 0, partials: 0, streak: 0 };
  return { device, shown, refresh: null, waiting: null, unchanged: false, ...counts, trouble: null };
}

/**
 * A label's tag after a new content was accepted for it. One that comes during a refresh waits, and takes the place of one that
 * waits already. Pixels that are on the glass, or that the refresh goes to, need no refresh. A label that was bound to another
 * panel has a new tag. A trouble ends with the next content that is sent without one.
 * @param before null: no content was accepted yet
 */
export function accept(
  before: Tag | null,
  content: { readonly device: string; readonly revision: number; readonly picture: string },
  arrival: Arrival,
): Tag {
  const known = before?.device === content.device ? before : newTag(content.device);
  // Contents that are accepted at once may have been timed in another order.
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

/** The tag as it is at a time that is not before its last event. */
export function settle(tag: Tag, now: number): Tag {
  let settled = tag;
  for (let next = nextChange(settled); next !== null && next <= now; next = nextChange(settled))
    settled = changed(settled, next);
  return settled.trouble && settled.trouble.until <= now ? { ...settled, trouble: null } : settled;
}

/** When the tag begins or ends a refresh next; null: when it is sent another content. */
export function nextChange(tag: Tag): number | null {
  const running = runningIn(tag);
  if (running) return running.ends_at;
  return tag.waiting && startOf(tag, tag.waiting);
}

/** The refresh that runs in a settled tag. */
export function runningIn({ refresh, shown }: Tag): Refresh | null {
  return refresh && refresh.revision > shown.revision ? refresh : null;
}

/** When the newest content is on the glass of a settled tag; null: it is. */
export function readyAt(tag: Tag): number | null {
  const { waiting } = tag;
  const running = runningIn(tag);
  if (!waiting) return running?.ends_at ?? null;
  const rested = running ? changed(tag, running.ends_at) : tag;
  return begun(rested, waiting, startOf(tag, waiting)).refresh!.ends_at;
}

/** The revisions that the tag needs, whatever their age: those on the glass, and those that its refresh begins and ends with. */
export function neededBy({ shown, refresh, waiting }: Tag): readonly number[] {
  const ofRefresh = [refresh?.from, refresh?.revision, refresh?.ghost];
  const needed = [shown.revision, shown.ghost, ...ofRefresh, waiting?.revision];
  return needed.filter((revision): revision is number => (revision ?? 0) > 0);
}

function startOf({ refresh }: Tag, { from }: Waiting): number {
  return Math.max(from, refresh?.ends_at ?? 0);
}

/** The tag after its next change, which comes at `at`. */
function changed(tag: Tag, at: number): Tag {
  const running = runningIn(tag);
  if (!running) return begun(tag, tag.waiting!, at);
  const { revision, picture, ghost } = running;
  return { ...tag, shown: { revision, picture, since: at, ghost } };
}

/** The tag with the refresh begun that waited. */
function begun(tag: Tag, { revision, picture, full, partial, ghosts }: Waiting, at: number): Tag {
  const { shown, refreshes, partials, streak } = tag;
  const quick = shown.revision > 0 && streak < partialsInARow ? partial : null;
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

/** The tag whose glass shows, or will show, the pixels of a newer revision already. */
function renumbered(tag: Tag, revision: number): Tag {
  const { refresh, shown } = tag;
  const same = { ...tag, waiting: null, unchanged: true };
  return runningIn(tag) ? { ...same, refresh: { ...refresh!, revision } } : { ...same, shown: { ...shown, revision } };
}

function troubleOf({ trouble, troubleMs }: Arrival, at: number): Tag['trouble'] {
  return trouble === 'offline' || trouble === 'low_battery' ? { kind: trouble, until: at + troubleMs } : null;
}
