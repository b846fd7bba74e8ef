import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { accept, neededBy, readyAt, type Tag } from '../../tag/tag.js';
import {
  contentOf,
  type Delivery,
  keptRevisions,
  type IdempotencyRecord,
  recordLifetimeMs,
  type StoredLabel,
} from '../index.js';
import { answerOf, recordOf, rowWithoutBytes } from '../rows.js';
import { newestOfLabel, type NewestRow } from '../operations/labels.js';
import type { Statement } from '../operations/operation.js';
import { type Ask, type Database, isTimeLeft, Lost } from './database.js';

/** The newest state of a label, on which an update is based. */
export interface Newest {
  readonly version: number;
  /** The number of the newest revision that the label ever had. */
  readonly last: number;
  readonly tag: Tag | null;
}

/** An update, based on the label `seen`. */
export interface Append {
  readonly tenant: string;
  readonly seen: StoredLabel;
  readonly delivery: Delivery;
  readonly idempotency: IdempotencyRecord | null;
}

/** Attempts without a lock, before the label is locked against other processes. */
const tries = 3;
/** Milliseconds before the next attempt after a lost connection. */
const pauseMs = 10;

const newest: Statement = {
  name: 'newest',
  text: `SELECT version, last_revision AS last, tag,
      (SELECT max(revision) FROM revisions WHERE tenant = $1 AND label = $2 AND token = $3) AS mine
    ${newestOfLabel} WHERE labels.tenant = $1 AND labels.id = $2 AND NOT deleted`,
};
const lock: Statement = { name: 'lock', text: 'SELECT 1 FROM labels WHERE tenant = $1 AND id = $2 FOR UPDATE' };

/**
 * Stores revisions if the label has not changed and the deadline has not passed: a statement that arrives too late does
 * nothing. Its parameters are the values of {@link store}.
 */
export function statementFor(count: number, isRecorded: boolean): Statement {
  const rows = Array.from({ length: count }, (_, i) => {
    const at = 10 + 6 * i;
    return `($${at}::bigint, $${at + 1}::bigint, $${at + 2}::text, $${at + 3}::text, $${at + 4}::bigint, $${at + 5}::bytea)`;
  });
  const at = 10 + 6 * count;
  const answer = `, answered AS (
      INSERT INTO answers (tenant, key, request, at, answer)
      SELECT $1, $${at}::text, $${at + 1}::text, $${at + 2}::bigint, $${at + 3}::text FROM advanced
    ), swept AS (
      DELETE FROM answers WHERE (tenant, key) IN
        (SELECT tenant, key FROM answers WHERE at <= $${at + 2} - ${recordLifetimeMs} ORDER BY at LIMIT 4 FOR UPDATE SKIP LOCKED)
    )`;
  // Entries get their numbers while the label is locked, so they are in the order of its revisions.
  const text = `WITH advanced AS (
      UPDATE labels SET last_revision = $5
      WHERE tenant = $1 AND id = $2 AND version = $3 AND last_revision = $4 AND NOT deleted
        AND clock_timestamp() < to_timestamp($6)
      RETURNING 1
    ), new AS (
      SELECT new.* FROM advanced, (VALUES ${rows.join(', ')}) AS new (revision, at, record, tag, ready_at, png)
    ), logged AS (
      INSERT INTO log (tenant, kind, id, revision, at, record, tag, ready_at)
      SELECT $1, 'revision', $2, revision, at, record, tag, ready_at FROM new ORDER BY revision
      RETURNING seq, revision
    ), added AS (
      INSERT INTO revisions (tenant, label, revision, seq, png, token)
      SELECT $1, $2, revision, seq, png, $7::uuid FROM new JOIN logged USING (revision)
    ), pruned AS (
      DELETE FROM revisions USING advanced
      WHERE tenant = $1 AND label = $2 AND revision <= $8 AND revision <> ALL ($9::bigint[])
      RETURNING seq
    ), released AS (
      DELETE FROM log USING pruned
      WHERE log.seq = pruned.seq AND log.seq <= (SELECT number FROM floors WHERE name = 'log')
    )${isRecorded ? answer : ''}
    SELECT max(seq) AS seq FROM logged`;
  return { name: `append_${count}${isRecorded ? '_once' : ''}`, text };
}

/** Updates of one label that are stored in one statement, at most. */
export const maxGroupSize = 16;

/** Statements for 1 to {@link maxGroupSize} revisions. */
const statements = Array.from({ length: maxGroupSize }, (_, i) => statementFor(i + 1, false));
const recordedStatement = statementFor(1, true);

/** A label after an update, and when the update came. */
interface Updated {
  readonly at: number;
  readonly label: StoredLabel;
}

/** The labels after each of the updates. */
function labelsAfter(updates: readonly Append[], { last, tag: before }: Newest): readonly Updated[] {
  let tag = before;
  return updates.map(({ seen, delivery: { draft, arrival } }, i) => {
    const revision = last + 1 + i;
    tag = accept(tag, { ...contentOf(draft), revision }, arrival);
    return { at: arrival.at, label: { ...seen, current: { ...draft, revision }, tag } };
  });
}

/**
 * Stores the next states of a label.
 * @param before the expected state
 * @param latest the server's time after which nothing is stored
 * @returns the number of the newest entry of the log; null: the label is in another state
 */
async function store(
  ask: Ask,
  tenant: string,
  before: Newest,
  after: readonly Updated[],
  token: string,
  {
    idempotency = null,
    latest = Infinity,
  }: { readonly idempotency?: IdempotencyRecord | null; readonly latest?: number } = {},
): Promise<number | null> {
  const { label } = after.at(-1)!;
  const last = before.last + after.length;
  const values = [
    ...[
      tenant,
      label.id,
      before.version,
      before.last,
      last,
      latest / 1000,
      token,
      last - keptRevisions,
      neededBy(label.tag!),
    ],
    ...after.flatMap(({ at, label: { current, tag } }) => [
      ...[current!.revision, at, recordOf(current!), JSON.stringify(tag), readyAt(tag!)],
      bytesOf(current!.png),
    ]),
  ];
  const answer = idempotency && answerOf(idempotency, { label: rowWithoutBytes(after[0]!.label) });
  const [row] = await ask<{ seq: number | null }>(idempotency ? recordedStatement : statements[after.length - 1]!, [
    ...values,
    ...(idempotency ? [idempotency.key, idempotency.request, idempotency.at, answer] : []),
  ]);
  return row!.seq;
}

function bytesOf(png: Uint8Array): Buffer {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
}

/** The result of updates: the label after each, and the state for the next ones. */
export interface Appended {
  readonly labels: readonly StoredLabel[];
  readonly newest: Newest;
  /** Of the newest entry in the log; null: unknown, as the answer of the database was lost. */
  readonly seq: number | null;
}

/**
 * Stores the next revisions of a label, in one statement if no other process is faster: it compares and stores in one step.
 * After a lost connection it is repeated. If the first attempt succeeded, the label has changed, and has a revision with the
 * token of these updates. A statement that reaches the server after `until` does nothing. An update that is refused while its
 * statement runs may still be stored.
 * @param updates of one version of a label
 * @param known the probable state of the label; null: it is read first
 * @param until by `performance.now()`
 * @returns null when the label has another version, or is deleted
 */
export async function append(
  database: Database,
  updates: readonly Append[],
  known: Newest | null,
  until: number,
): Promise<Appended | null> {
  const [{ tenant, seen, idempotency }] = updates as readonly [Append, ...Append[]];
  const token = randomUUID();
  /** Attempts that may have succeeded, by the number of their newest revision. */
  const tried = new Map<number, Appended>();
  const become = (before: Newest) => {
    const after = labelsAfter(updates, before);
    const labels = after.map(({ label }) => label);
    const last = before.last + updates.length;
    const appended = { labels, newest: { version: before.version, last, tag: labels.at(-1)!.tag }, seq: null };
    tried.set(last, appended);
    return { after, appended };
  };
  /** Reads the state of the label, or the result if the updates are stored already. */
  const look = async (ask: Ask): Promise<{ before?: Newest; done?: Appended | null }> => {
    const [row] = await ask<NewestRow & { mine: number | null }>(newest, [tenant, seen.id, token]);
    if (row?.mine != null) return { done: tried.get(row.mine)! };
    return row?.version === seen.version ? { before: newestOf(row) } : { done: null };
  };
  const asked: Ask = (statement, values = []) => database.once(statement, values, until);
  /** Undefined: another process was faster. */
  const tryOnce = async (expected: Newest | null): Promise<Appended | null | undefined> => {
    const { before, done } = expected ? { before: expected } : await look(asked);
    if (!before) return done ?? null;
    const { after, appended } = become(before);
    const latest = database.serverTime(until);
    const seq = await store(asked, tenant, before, after, token, { idempotency, latest });
    return seq === null ? undefined : { ...appended, seq };
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
    const { after, appended } = become(before);
    return { ...appended, seq: await store(ask, tenant, before, after, token, { idempotency }) };
  }, until);
}

/** Ignores a lost connection while there is time for another attempt. */
function lostUntil(until: number): (error: unknown) => 'lost' {
  return (error) => {
    if (error instanceof Lost && isTimeLeft(until)) return 'lost';
    throw error;
  };
}

function newestOf({ version, last, tag }: NewestRow): Newest {
  return { version, last, tag: tag === null ? null : (JSON.parse(tag) as Tag) };
}
