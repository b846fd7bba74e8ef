import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { accept, neededBy, type Tag } from '../../../tag/tag.js';
import { contentOf, type Delivery, kept, type Once, rememberedMs, type StoredLabel } from '../../index.js';
import { answerOf, recordOf, rowWithoutBytes } from '../../rows.js';
import { type Ask, type Database, isTimeLeft, Lost, type Statement } from '../database.js';

/** The newest of a label: what an update is based on. */
export interface Newest {
  readonly version: number;
  /** The number of the newest revision that the label ever had. */
  readonly last: number;
  readonly tag: Tag | null;
}

/** An update of a label, as it was seen. */
export interface Append {
  readonly tenant: string;
  readonly seen: StoredLabel;
  readonly delivery: Delivery;
  readonly once: Once | null;
}

/** Tries to be faster than other processes, before the label is locked against them. */
const tries = 3;
/** How long to wait for another connection where one was lost, in milliseconds. */
const pauseMs = 10;

const newest: Statement = {
  name: 'newest',
  text: `SELECT version, last_revision AS last, tag,
      (SELECT max(revision) FROM revisions WHERE tenant = $1 AND label = $2 AND token = $3) AS mine
    FROM labels WHERE tenant = $1 AND id = $2 AND NOT deleted`,
};
const lock: Statement = { name: 'lock', text: 'SELECT 1 FROM labels WHERE tenant = $1 AND id = $2 FOR UPDATE' };

export interface NewestRow {
  readonly version: number;
  readonly last: number;
  readonly tag: string | null;
}

const statements = new Map<string, Statement>();

/**
 * Stores revisions, if the label still is as it was seen, and the time is not over: what reaches a server too late does
 * nothing. Its parameters are the values of {@link store}.
 */
export function statementFor(count: number, remembers: boolean): Statement {
  const name = `append_${count}${remembers ? '_once' : ''}`;
  const known = statements.get(name);
  if (known) return known;
  const rows = Array.from({ length: count }, (_, i) => {
    const at = 11 + 3 * i;
    return `($${at}::bigint, $${at + 1}::text, $${at + 2}::bytea)`;
  });
  const at = 11 + 3 * count;
  const answer = `, answered AS (
      INSERT INTO answers (tenant, key, request, at, answer)
      SELECT $1, $${at}::text, $${at + 1}::text, $${at + 2}::bigint, $${at + 3}::text FROM advanced
    ), swept AS (
      DELETE FROM answers WHERE (tenant, key) IN
        (SELECT tenant, key FROM answers WHERE at <= $${at + 2} - ${rememberedMs} ORDER BY at LIMIT 4 FOR UPDATE SKIP LOCKED)
    )`;
  const text = `WITH advanced AS (
      UPDATE labels SET last_revision = $5, tag = $6
      WHERE tenant = $1 AND id = $2 AND version = $3 AND last_revision = $4 AND NOT deleted
        AND clock_timestamp() < to_timestamp($7)
      RETURNING 1
    ), added AS (
      INSERT INTO revisions (tenant, label, revision, record, png, token)
      SELECT $1, $2, new.revision, new.record, new.png, $8::uuid
      FROM advanced, (VALUES ${rows.join(', ')}) AS new (revision, record, png)
    ), pruned AS (
      DELETE FROM revisions USING advanced
      WHERE tenant = $1 AND label = $2 AND revision <= $9 AND revision <> ALL ($10::bigint[])
    )${remembers ? answer : ''}
    SELECT count(*) AS done FROM advanced`;
  const statement = { name, text };
  statements.set(name, statement);
  return statement;
}

/** The labels as they are after each of the updates. */
function labelsAfter(updates: readonly Append[], { last, tag: before }: Newest): readonly StoredLabel[] {
  let tag = before;
  return updates.map(({ seen, delivery: { draft, arrival } }, i) => {
    const revision = last + 1 + i;
    tag = accept(tag, { ...contentOf(draft), revision }, arrival);
    return { ...seen, current: { ...draft, revision }, tag };
  });
}

/**
 * Stores what the label becomes.
 * @param before as the label must be
 * @param latest the server's time after which nothing is stored
 * @returns whether it was so
 */
async function store(
  ask: Ask,
  tenant: string,
  before: Newest,
  after: readonly StoredLabel[],
  token: string,
  { once = null, latest = Infinity }: { readonly once?: Once | null; readonly latest?: number } = {},
): Promise<boolean> {
  const { id, tag } = after.at(-1)!;
  const last = before.last + after.length;
  const values = [
    ...[tenant, id, before.version, before.last, last, JSON.stringify(tag), latest / 1000, token],
    ...[last - kept, neededBy(tag!)],
    ...after.flatMap(({ current }) => [current!.revision, recordOf(current!), bytesOf(current!.png)]),
  ];
  const remembered = once && [once.key, once.request, once.at, answerOf(once, { label: rowWithoutBytes(after[0]!) })];
  const [row] = await ask<{ done: number }>(statementFor(after.length, once !== null), [
    ...values,
    ...(remembered ?? []),
  ]);
  return row!.done === 1;
}

function bytesOf(png: Uint8Array): Buffer {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
}

/** What became of updates: the label after each, and what the next ones are based on. */
export interface Appended {
  readonly labels: readonly StoredLabel[];
  readonly newest: Newest;
}

/**
 * Stores the next revisions of a label, in one statement if nobody else is faster: it compares and stores in one step. So one
 * whose connection was lost is simply tried again: if it was done, the label is not as it was, and has a revision with the
 * token of these updates. A statement that reaches the server after `until` does nothing. Only what was refused while it was
 * being done may be stored.
 * @param updates of one version of a label
 * @param known as the label probably is; null: it is read first
 * @param until by `performance.now()`
 * @returns null when the label is of another version, or gone
 */
export async function append(
  database: Database,
  updates: readonly Append[],
  known: Newest | null,
  until: number,
): Promise<Appended | null> {
  const [{ tenant, seen, once }] = updates as readonly [Append, ...Append[]];
  const token = randomUUID();
  /** Tries that may have been done, by the number of their newest revision. */
  const tried = new Map<number, Appended>();
  const become = (before: Newest): Appended => {
    const labels = labelsAfter(updates, before);
    const after = { version: before.version, last: before.last + updates.length, tag: labels.at(-1)!.tag };
    tried.set(after.last, { labels, newest: after });
    return tried.get(after.last)!;
  };
  /** What the label is now, or what became of the updates already. */
  const look = async (ask: Ask): Promise<{ before?: Newest; done?: Appended | null }> => {
    const [row] = await ask<NewestRow & { mine: number | null }>(newest, [tenant, seen.id, token]);
    if (row?.mine != null) return { done: tried.get(row.mine)! };
    return row?.version === seen.version ? { before: newestOf(row) } : { done: null };
  };
  const asked: Ask = (statement, values = []) => database.once(statement, values, until);
  /** Undefined: somebody else was faster. */
  const tryOnce = async (expected: Newest | null): Promise<Appended | null | undefined> => {
    const { before, done } = expected ? { before: expected } : await look(asked);
    if (!before) return done ?? null;
    const after = become(before);
    const latest = database.serverTime(until);
    return (await store(asked, tenant, before, after.labels, token, { once, latest })) ? after : undefined;
  };
  let expected = known;
  for (let races = 0; races < tries;) {
    const outcome = await tryOnce(expected).catch(lostUntil(until));
    if (outcome === 'lost') await delay(pauseMs);
    else if (outcome !== undefined) return outcome;
    else races++;
    expected = null;
  }
  return database.transact(async (ask) => {
    await ask(lock, [tenant, seen.id]);
    const { before, done } = await look(ask);
    if (!before) return done ?? null;
    const after = become(before);
    await store(ask, tenant, before, after.labels, token, { once });
    return after;
  }, until);
}

/** Where the connection was lost, and there is time for another try, the error is none. */
function lostUntil(until: number): (error: unknown) => 'lost' {
  return (error) => {
    if (error instanceof Lost && isTimeLeft(until)) return 'lost';
    throw error;
  };
}

/** Stores the next revision of a label within a transaction that has locked it. */
export async function appendOne(ask: Ask, update: Append, before: Newest): Promise<StoredLabel | null> {
  const labels = labelsAfter([update], before);
  return (await store(ask, update.tenant, before, labels, randomUUID())) ? labels[0]! : null;
}

export function newestOf({ version, last, tag }: NewestRow): Newest {
  return { version, last, tag: tag === null ? null : (JSON.parse(tag) as Tag) };
}
