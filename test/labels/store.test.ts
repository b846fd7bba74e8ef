import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openLocalChannel } from '../../server/labels/store/sqlite/memory.js';
import { openSync, closeSync, writeSync, writeFileSync, statSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { defaultBinding } from '../../renderer/index.js';
import { createGroups, type Groups } from '../../server/labels/store/sqlite/groups.js';
import {
  contentOf,
  type Draft,
  maxScanned,
  maxTombstones,
  recordLifetimeMs,
  StoreBusy,
  StoreFull,
  StoreError,
  type StoredLabel,
} from '../../server/labels/store/index.js';
import { answerOf, foundIn, recordedOf, rowWithoutBytes } from '../../server/labels/store/rows.js';
import { createSqliteLimiter } from '../../server/labels/store/sqlite/limiter.js';
import { createOperations } from '../../server/labels/store/sqlite/operations.js';
import { type WriterAnswer, createQueue } from '../../server/labels/store/sqlite/queue.js';
import { inMemory, openDatabase } from '../../server/labels/store/sqlite/open.js';
import { createSqliteBackend } from '../../server/labels/store/sqlite/backend.js';
import { openThreadChannel } from '../../server/labels/store/sqlite/thread-channel.js';
import type { NewRevision } from '../../server/labels/store/operations/labels.js';
import { createQuotaTable } from '../../server/labels/store/sqlite/quotas.js';
import { newTag } from '../../server/labels/tag/tag.js';
import { openLocalStore } from '../support/store/local-store.js';
import { openSandbox, type Sandbox, sandboxOf } from '../support/store/sandbox.js';
import { endAfterwards, temporaryFolder } from '../support/server.js';
import { until } from '../support/socket.js';
import { deliveryOf, draftOf, retireAll, storeContract } from '../support/store/contract.js';

const folder = temporaryFolder();
const bound = { binding: JSON.stringify(defaultBinding), layout: defaultBinding.layout, layoutVersion: 0 };
let number = 0;
let path: string;
beforeEach(() => {
  path = join(folder.path, `${number++}`, 'esl.db');
});

/** Closes a database after the test. */
function closing<T extends { readonly isOpen: boolean; close(): void }>(database: T): T {
  endAfterwards(() => {
    if (database.isOpen) database.close();
  });
  return database;
}
/** The database of the test's file. */
const openFile = () => closing(openDatabase(path));
/** The store of the test's file; closed after the test. */
const open = async () => {
  const store = await openSandbox(`sqlite:${path}`);
  endAfterwards(() => store.close());
  return store;
};
/** A store without a thread, whose database a test can spoil, and can bound to some more pages. */
const openHere = () => {
  const database = openFile();
  const pages = () => (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
  const bound = (most: number) => {
    database.exec(`PRAGMA max_page_count = ${most}`);
  };
  return { database, pages, bound, store: openLocalStore(database) };
};
const large = { ...deliveryOf('1.00'), draft: { ...draftOf('1.00'), png: new Uint8Array(100_000) } };
const bindA = async (store: Sandbox) => (await store.bind('a', null, defaultBinding, null))!;
const offer = { id: 'offer', document: '{}', updated_at: '2026-11-20' };
/** Changes the file past the server. */
const alter = (sql: string) => {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
};

// Also what the thread does with a file; `npm run exhaustive` holds the thread to the contract.
let shown: ReturnType<typeof openDatabase>;
storeContract(
  'memory:',
  () => {
    shown = openDatabase(inMemory);
    return Promise.resolve(openLocalStore(shown));
  },
  async (store, ids) => {
    // The last ones in the usual way: it finds that there are too many.
    const [quick, usual] = [ids.slice(0, -101), ids.slice(-101)];
    const gone = `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ${quick.length - 1})`;
    shown.exec(`
      ${gone} INSERT INTO labels SELECT '', 'gone-' || i, '{}', 2, 0, 1 FROM n;
      ${gone} INSERT INTO layouts SELECT '', 'gone-' || i, 1, '', '', 1 FROM n`);
    await retireAll(store, usual);
  },
);

describe('a SQLite file', () => {
  /** Stores a label with a revision, and whatever else `prepare` does, then alters the file and opens it again. */
  const reopened = async (sql = '', prepare: (store: Sandbox, label: StoredLabel) => unknown = () => undefined) => {
    const first = await open();
    const label = await bindA(first);
    await first.append(label, deliveryOf('1.00'));
    await prepare(first, label);
    await first.close();
    alter(sql);
    return open();
  };

  test('of before files were marked opens with its data, and is marked', async () => {
    const second = await reopened('PRAGMA application_id = 0');
    expect((await second.label('a'))!.current).toEqual({ ...draftOf('1.00'), revision: 1 });
    await second.close();
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x45534c73 });
    database.close();
  });

  test('of a version that was never released is refused', async () => {
    await expect(reopened('PRAGMA user_version = 6')).rejects.toThrow('a version that was never released wrote it');
  });

  test('of before labels told their step opens, and its revisions have none', async () => {
    const second = await reopened("UPDATE log SET record = json_remove(record, '$.step')");
    expect((await second.label('a'))!.current).toEqual({ ...draftOf('1.00'), revision: 1, step: null });
  });

  test('has on the disk what was acknowledged: another handle sees each write as soon as it resolves', async () => {
    const one = await open();
    // It reads the file each time.
    const two = createOperations(openFile());
    const bound = await one.bind('a', null, defaultBinding, null);
    expect(two.label('', 'a')).toMatchObject({ id: 'a', version: bound!.version, revision: null });
    const updated = await one.append(bound!, deliveryOf('1.00'));
    expect(two.revision('', 'a', 1)).toMatchObject({ revision: 1 });
    expect(two.label('', 'a')).toMatchObject({ revision: 1, tag: JSON.stringify(updated!.tag) });
    const again = await one.bind('a', updated, { ...defaultBinding, sku: '2' }, deliveryOf('2.00'));
    expect(two.label('', 'a')).toMatchObject({ version: again!.version, revision: 2 });
    await one.putLayout(offer);
    expect(two.layoutVersion('', 'offer')).toBe(1);
    await one.removeLayout('offer');
    expect(two.layoutVersion('', 'offer')).toBeNull();
    await one.remove('a');
    expect(two.label('', 'a')).toBeNull();
  });

  test('keeps nothing of a write that fails, and takes the next one', async () => {
    const store = await open();
    const label = await bindA(store);
    await store.append(label, deliveryOf('1.00'));
    // It can't be written down.
    const broken = { ...deliveryOf('2.00'), draft: { ...draftOf('2.00'), updated_at: 2n as unknown as string } };
    await expect(store.append(label, broken)).rejects.toThrow();
    const seen = (await store.label('a'))!;
    await expect(store.bind('a', seen, { ...defaultBinding, sku: '2' }, broken)).rejects.toThrow();
    expect(await store.label('a')).toEqual(seen);
    expect(seen.current).toMatchObject({ revision: 1, update: { price: '1.00' } });
    expect(await store.append(seen, deliveryOf('3.00'))).toMatchObject({ current: { revision: 2 } });
    await expect(store.check()).resolves.toBeUndefined();
  });

  test('is flushed with each write, which then outlives the power, but not with a count (fault 6)', () => {
    const database = openFile();
    const groups = createGroups(database, createOperations(database));
    const count = 'INSERT INTO quotas (key, points, expire) VALUES (?, ?, ?)';
    const [normal, full] = [1, 2];
    for (const [call, synchronous] of [
      [{ name: 'create', args: ['', 'a', bound, null] }, full],
      [{ name: 'count', args: [count, ['x', 1, 2]] }, normal],
      [{ name: 'remove', args: ['', 'a'] }, full],
    ] as const) {
      expect(groups([call])).toMatchObject([{ kind: 'done' }]);
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
    }
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  test('that another process writes to for too long is busy: reads go on, and nothing was stored (fault 2)', async () => {
    const store = await open();
    const label = await bindA(store);
    const other = closing(new DatabaseSync(path));
    other.exec('BEGIN IMMEDIATE');
    const begin = performance.now();
    const refused = store
      .append(label, deliveryOf('1.00'))
      .catch((error: unknown) => [error, performance.now() - begin]);
    expect(await store.revision('a', 1)).toBeNull();
    await expect(store.check()).resolves.toBeUndefined();
    expect(performance.now() - begin).toBeLessThan(400);
    const [refusal, ms] = (await refused) as [StoreBusy, number];
    expect(refusal).toBeInstanceOf(StoreBusy);
    expect([refusal.message, String(refusal.cause)]).toEqual(['The store is busy', expect.stringContaining('locked')]);
    expect(ms).toBeLessThan(1500);
    // Only another process is in the way, so the disk need not be tried.
    await expect(store.check()).resolves.toBeUndefined();
    const patient = store.append(label, deliveryOf('1.00'));
    await store.revision('a', 1);
    other.exec('ROLLBACK');
    expect(await patient).toMatchObject({ current: { revision: 1 } });
  });

  test('that is full refuses an update, keeps what it has, and goes on when there is room (fault 1)', async () => {
    const { pages, bound, store } = openHere();
    const label = await bindA(store);
    const before = pages();
    bound(before);
    await expect(store.append(label, large)).rejects.toThrow(StoreFull);
    expect(await store.label('a')).toEqual(label);
    bound(before + 100);
    expect(await store.append(label, large)).toMatchObject({ current: { revision: 1 } });
  });

  test('that is full passes its check only when a write as large as that which failed succeeds (fault 1)', async () => {
    const { database, pages, bound, store } = openHere();
    const label = await bindA(store);
    const before = pages();
    // A small write fits into the 10 pages.
    bound(before + 10);
    for (let i = 0; i < 2; i++) {
      await expect(store.append(label, large)).rejects.toThrow(/full/);
      expect(await store.bind(`b${i}`, null, defaultBinding, null)).not.toBeNull();
      for (let checks = 0; checks < 3; checks++) await expect(store.check()).rejects.toThrow(/full/);
    }
    bound(before + 40);
    for (let checks = 0; checks < 3; checks++) await expect(store.check()).resolves.toBeUndefined();
    // The probe has left its pages to updates.
    expect(await store.append(label, large)).toMatchObject({ current: { revision: 1 } });
    expect(database.prepare("SELECT count(*) AS n FROM quotas WHERE key = 'health'").get()).toEqual({ n: 0 });
  });

  test('that is full fails its check when requests can not be counted (fault 1)', async () => {
    const { pages, bound, store } = openHere();
    const limiter = store.limiter({ name: 'update', quota: 10, windowS: 60 });
    endAfterwards(() => {
      limiter.close();
    });
    const before = pages();
    bound(before);
    const counted = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) => limiter.consume(`client ${i} ${'x'.repeat(100)}`, 1)),
    );
    expect(counted.some(({ status }) => status === 'rejected')).toBe(true);
    await expect(store.check()).rejects.toThrow(/full/);
    bound(before + 100);
    await expect(store.check()).resolves.toBeUndefined();
  });

  test('that another process holds locked for 2 s fails its check until it is free (fault 1)', async () => {
    const store = await open();
    const label = await bindA(store);
    const other = closing(new DatabaseSync(path));
    other.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < 5; i++) await expect(store.append(label, deliveryOf('1.00'))).rejects.toThrow(StoreBusy);
    await expect(store.check()).rejects.toThrow(StoreBusy);
    other.exec('ROLLBACK');
    await expect(store.check()).resolves.toBeUndefined();
  });

  test('that could not be written fails its check until it can be (fault 1)', async () => {
    const { database, store } = openHere();
    const label = await bindA(store);
    const broken = ['revisions', 'quotas'].map(
      (table) =>
        `CREATE TEMP TRIGGER no_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END;`,
    );
    database.exec(broken.join(' '));
    await expect(store.check()).resolves.toBeUndefined();
    await expect(store.append(label, deliveryOf('1.00'))).rejects.toThrow('disk I/O error');
    await expect(store.check()).rejects.toThrow('disk I/O error');
    database.exec('DROP TRIGGER no_revisions; DROP TRIGGER no_quotas');
    await expect(store.check()).resolves.toBeUndefined();
    expect(await store.append(label, deliveryOf('1.00'))).toMatchObject({ current: { revision: 1 } });
  });

  test('that is damaged in the middle is refused (fault 3)', async () => {
    const store = await open();
    const label = await bindA(store);
    for (let i = 0; i < 2; i++) await store.append(label, large);
    await store.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(statSync(path).size - 8192, 0xa5), 0, undefined, 8192);
    closeSync(file);
    await expect(open()).rejects.toThrow(StoreError);
  });
});

/** What the thread is sent of a delivery. */
function newRevisionOf(price: string): NewRevision {
  const { draft, arrival } = deliveryOf(price);
  const picture = { record: JSON.stringify(draft), png: draft.png };
  return { picture, content: contentOf(draft), arrival };
}

describe('a group of writes', () => {
  const append = (price: string) => ({ name: 'append', args: ['', 'a', 1, newRevisionOf(price), null] }) as const;
  const opened = () => {
    const database = openFile();
    const operations = createOperations(database);
    operations.create('', 'a', bound, null);
    const prices = () =>
      [3, 2, 1]
        .flatMap((number) => operations.revision('', 'a', number) ?? [])
        .map(({ record }) => (JSON.parse(record) as Draft).update!.price);
    return { database, operations, prices, groups: createGroups(database, operations) };
  };

  test('is done in its order, and one that fails is taken back alone', () => {
    const { database, groups, prices } = opened();
    database.exec(
      "CREATE TEMP TRIGGER refuse BEFORE INSERT ON log WHEN NEW.record LIKE '%6.66%' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    const outcomes = groups(['1.00', '6.66', '2.00'].map(append));
    expect(outcomes).toMatchObject([
      { kind: 'done', value: { revision: 1 } },
      { kind: 'failed', error: { message: 'no' } },
      { kind: 'done', value: { revision: 2 } },
    ]);
    expect(prices()).toEqual(['2.00', '1.00']);
  });

  test('that can not be committed has done nothing, and every one of it is told so', () => {
    const { database, groups, prices } = opened();
    database.exec(`PRAGMA foreign_keys = ON;
      CREATE TABLE owed (label REFERENCES api_keys (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER owe AFTER INSERT ON log WHEN NEW.record LIKE '%6.66%' BEGIN INSERT INTO owed VALUES ('nobody'); END`);
    const outcomes = groups(['1.00', '6.66', '2.00'].map(append));
    expect(outcomes.map(({ kind }) => kind).join(' ')).toBe('failed failed failed');
    expect(prices()).toEqual([]);
    expect(groups([append('3.00')])).toMatchObject([{ kind: 'done', value: { revision: 1 } }]);
  });

  test('is answered once, when it is committed', async () => {
    const { database, prices, groups } = opened();
    const answered = new Promise<readonly WriterAnswer[]>((resolve) => {
      const queue = createQueue(groups, (answers) => {
        expect(database.isTransaction).toBe(false);
        expect(prices()).toHaveLength(answers.length);
        resolve(answers);
      });
      for (const number of [7, 8]) queue([{ ...append('1.00'), number }]);
    });
    expect((await answered).map(({ number }) => number)).toEqual([7, 8]);
  });
});

test('a queue of calls reads before it writes, and tries writes again in their order', async () => {
  const done: string[] = [];
  let locked = false;
  const groups: Groups = (calls) =>
    calls.map(({ name, args }) => {
      if (locked && name === 'append') return { kind: 'busy', error: new Error('locked') };
      done.push(name === 'append' ? String(args[0]) : name);
      return { kind: 'done', value: null };
    });
  const append = (number: number) => ({ number, name: 'append', args: [number] }) as const;
  await new Promise<void>((resolve) => {
    const queue = createQueue(groups, () => {
      const last = done.at(-1);
      // More than one group, which wait while two reads are done.
      if (last === '0') {
        locked = true;
        queue([...Array.from({ length: 300 }, (_, i) => append(i + 1)), { number: 301, name: 'label', args: [] }]);
      } else if (last === 'label') queue([{ number: 302, name: 'keys', args: [] }]);
      else if (last === 'keys') locked = false;
      else if (last === '300') resolve();
    });
    queue([append(0), { number: 303, name: 'check', args: [] }]);
  });
  expect(done).toEqual(['check', '0', 'label', 'keys', ...Array.from({ length: 300 }, (_, i) => `${i + 1}`)]);
});

test('the counts of windows that have ended go from the file, and those of others stay', () => {
  const start = 1_000_000;
  jest.useFakeTimers({ now: start });
  const database = openFile();
  const table = createQuotaTable(database);
  const policy = { name: 'update', quota: 5, windowS: 60 } as const;
  const limiter = createSqliteLimiter(policy, {
    quota: (...args) => Promise.resolve(table.quota(...args)),
    count: (...args) => Promise.resolve(table.count(...args)),
  });
  const end = start + 60_000;
  database.exec(`INSERT INTO quotas (key, points, expire) VALUES ('old', 1, ${end - 1}), ('new', 1, ${end + 1})`);
  jest.advanceTimersByTime(60_000);
  expect(database.prepare('SELECT key FROM quotas').all()).toEqual([{ key: 'new' }]);
  limiter.close();
  jest.useRealTimers();
});

describe('what is remembered of requests', () => {
  const once = { key: 'k', request: 'r', at: 1, requestId: 'req', note: { created: true } };

  test('is the label as a database keeps it, without the bytes of its image', () => {
    const label: StoredLabel = {
      ...{ id: 'a', version: 1, binding: defaultBinding },
      ...{ current: { ...draftOf('1.00'), revision: 1 }, tag: newTag('panel') },
    };
    const answer = answerOf(once, { label: rowWithoutBytes(label) });
    const bare = { ...label, current: { ...label.current, png: new Uint8Array() } };
    expect(recordedOf({ request: 'r', at: 1, answer })).toMatchObject({ requestId: 'req', label: bare, layout: null });
  });

  test('are 10,000 at most in memory: the oldest goes first', () => {
    const database = closing(openDatabase(inMemory));
    const operations = createOperations(database);
    operations.create('', 'a', bound, null);
    for (let key = 0; key <= 10_000; key++)
      operations.recordRequest('', 'a', { version: 1, revision: null }, { ...once, key: `${key}` });
    expect([0, 1, 10_000].map((key) => operations.recorded('', `${key}`, 1) !== null)).toEqual([false, true, true]);
  });

  test('go from the file after a day, a few with each that comes', () => {
    const database = openFile();
    const operations = createOperations(database);
    operations.create('', 'a', bound, null);
    const seen = { version: 1, revision: null };
    for (let i = 0; i < 6; i++) operations.recordRequest('', 'a', seen, { ...once, key: `old-${i}` });
    for (let i = 0; i < 2; i++)
      operations.recordRequest('', 'a', seen, { ...once, key: `${i}`, at: 1 + recordLifetimeMs });
    expect(database.prepare('SELECT count(*) AS n FROM answers').get()).toEqual({ n: 2 });
  });
});

test(`the rows of what was deleted are kept up to ${maxTombstones}, and with one more they all go, but for the highest number of any`, () => {
  const database = openFile();
  const operations = createOperations(database);
  const gone = `WITH RECURSIVE n (i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < ${maxTombstones})`;
  database.exec(`
      ${gone} INSERT INTO labels SELECT '', 'gone-' || i, '{}', i, 2 * i, 1 FROM n;
      ${gone} INSERT INTO layouts SELECT '', 'gone-' || i, i, '', '', 1 FROM n`);
  const rows = () =>
    ['labels', 'layouts'].map((table) => {
      const { n } = database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
      return n;
    });
  const removeBoth = (id: string) => [operations.remove('', id), operations.removeLayout('', id).kind];
  for (const id of ['a', 'b', 'c']) {
    operations.create('', id, bound, null);
    operations.putLayout('', { ...offer, id }, null);
  }
  for (const [id, left] of Object.entries({ a: maxTombstones + 2, b: 1 }))
    expect([...removeBoth(id), ...rows()]).toEqual([true, 'removed', left, left]);
  expect(operations.label('', 'c')).toMatchObject({ version: 1 });
  expect(operations.layoutVersion('', 'c')).toBe(1);
  // The last of them had twice as many revisions as versions.
  expect(operations.create('', 'a', bound, null)).toMatchObject({ version: 2 * maxTombstones + 1 });
  const revision = 2 * maxTombstones + 1;
  expect(operations.append('', 'a', revision, newRevisionOf('1.00'), null)).toMatchObject({ revision });
  expect(operations.putLayout('', { ...offer, id: 'a' }, null)).toMatchObject({
    layout: { version: maxTombstones + 1 },
  });
  // Those that go now have lower numbers than those before.
  database.exec(`
      ${gone} INSERT INTO labels SELECT '', 'again-' || i, '{}', 1, 1, 1 FROM n;
      INSERT INTO labels VALUES ('', 'again', '{}', 1, 1, 1)`);
  operations.remove('', 'c');
  expect(rows()[0]).toBe(1);
  expect(operations.create('', 'd', bound, null)!.version).toBeGreaterThan(2 * maxTombstones);
});

describe('a store on a line', () => {
  /** What it asks of the database. */
  let asked: string[];
  const counted = (): Sandbox => {
    asked = [];
    const channel = openLocalChannel(openFile());
    return sandboxOf(
      createSqliteBackend({
        ...channel,
        ask: (name, args, arrived) => (asked.push(name), channel.ask(name, args, arrived)),
      }),
    );
  };

  test('does not read what it has read or written, and reads what is gone', async () => {
    const store = counted();
    const label = await bindA(store);
    expect(await store.label('a')).toEqual(label);
    const updated = await store.append(label, deliveryOf('1.00'));
    expect(await store.label('a')).toEqual(updated);
    expect(asked).toEqual(['create', 'append']);
    await store.remove('a');
    expect(await store.label('a')).toBeNull();
    expect(asked).toEqual(['create', 'append', 'remove', 'label']);
  });

  test('reads anew what was refused, as somebody else has changed it', async () => {
    const store = counted();
    const label = await bindA(store);
    createOperations(openFile()).remove('', 'a');
    expect(await store.append(label, deliveryOf('1.00'))).toBeNull();
    expect(await store.label('a')).toBeNull();
    expect(asked).toEqual(['create', 'append', 'label']);
  });
});

test('two processes on one file hear of what the other has written, and update labels that the other has bound', async () => {
  const [one, two] = [await open(), await open()];
  const label = await bindA(one);
  expect(await two.label('a')).toEqual(label);
  let changes = 0;
  two.onChange(() => changes++);
  const updated = (await one.append(label, deliveryOf('1.00')))!;
  await until(() => changes > 0);
  expect(await two.label('a')).toEqual(updated);
  for (let i = 0; i < 3; i++) await two.layout('a');
  expect(changes).toBe(1);
  // Until it is notified, a write based on its stale label is refused, and then it reads again.
  await one.bind('a', updated, { ...defaultBinding, sku: '2' }, null);
  expect(await two.append(updated, deliveryOf('2.00'))).toBeNull();
  expect((await two.label('a'))!.binding.sku).toBe('2');
});

describe('the thread of a SQLite file', () => {
  test('that dies is replaced: until then the store refuses at once, and it keeps what it had', async () => {
    const channel = await openThreadChannel(path);
    const store = sandboxOf(createSqliteBackend(channel));
    const label = await bindA(store);
    const first = await store.append(label, deliveryOf('1.00'));
    const unanswered = store.append(label, deliveryOf('2.00'));
    // There is no such operation: the thread dies of it.
    const fatal = channel.ask('fatal' as 'check', [], (result) => result);
    await expect(fatal).rejects.toThrow(StoreBusy);
    await expect(unanswered).rejects.toThrow('The thread of the store died');
    await expect(store.check()).rejects.toThrow(StoreBusy);
    await expect(store.append(label, deliveryOf('3.00'))).rejects.toThrow(StoreBusy);
    const again = await untilReady(() => store.append(label, deliveryOf('4.00')));
    expect(again).toMatchObject({ current: { revision: 2, update: { price: '4.00' } } });
    expect(await store.revision('a', 1)).toEqual(first!.current);
    expect(await store.label('a')).toEqual(again);
  });

  test('that dies with a revision stored and not answered leaves a store that reads this revision', async () => {
    const program = new URL('../support/store/dying-thread.js', import.meta.url);
    const store = sandboxOf(createSqliteBackend(await openThreadChannel(path, program)));
    const label = await bindA(store);
    await store.append(label, deliveryOf('1.00'));
    await expect(store.append(label, deliveryOf('2.00'))).rejects.toThrow('The thread of the store died');
    await untilReady(() => store.check());
    expect(await store.label('a')).toMatchObject({ current: { revision: 2, update: { price: '2.00' } } });
  });

  test('that died is waited for by a store that is closed', async () => {
    const channel = await openThreadChannel(path);
    await expect(channel.ask('fatal' as 'check', [], (result) => result)).rejects.toThrow(StoreBusy);
    await channel.close();
    await expect(channel.ask('check', [], (result) => result)).rejects.toThrow('The store is closed');
  });
});

/** Tries until the store is not busy. */
async function untilReady<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error;
      await delay(10);
    }
  }
}

const write = (text: string) => () => {
  writeFileSync(path, text);
};
/** Opens a store, and then its file, until the test ends. */
const openOnce = (sql: string) => async () => {
  await (await open()).close();
  const database = closing(new DatabaseSync(path));
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 7 });
  database.exec(sql);
};
const [damaged, unopened, newer, locked] = [
  /^the file is damaged\. Restore it from a backup, or move it away to start empty$/,
  /^it can't be opened\. Check that the folder can be written and that the path is no folder$/,
  /^a newer version wrote it\. Start that version, or name another file in DATABASE_URL$/,
  /^another process holds it locked\. Stop that process$/,
];
test.each<readonly [where: string, remedy: RegExp, prepare: () => unknown, file?: string]>([
  ['is no database (fault 3)', damaged, write('no database '.repeat(1000))],
  ['is in a file', /^its folder .* can't be made\. Name another path in DATABASE_URL$/, write('a'), 'below/esl.db'],
  ['is a folder', unopened, () => mkdirSync(path, { recursive: true })],
  ['is of a newer version', newer, openOnce('PRAGMA user_version = 8')],
  ['is held by another process', locked, openOnce('BEGIN IMMEDIATE')],
  [
    'no process can write, not even root (fault 4)',
    /can't be opened|can't be made|read-only/,
    () => undefined,
    '/proc/esl.db',
  ],
])('a store that %s is refused with its path and the remedy', async (_, remedy, prepare, name = '') => {
  mkdirSync(join(path, '..'), { recursive: true });
  await prepare();
  const file = resolve(path, name);
  let refusal: unknown;
  try {
    openDatabase(file);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(StoreError);
  const { message } = refusal as StoreError;
  const head = `The store ${file} can't be used: `;
  expect([message.slice(0, head.length), message.slice(head.length)]).toEqual([head, expect.stringMatching(remedy)]);
});

test(`a search continues where it has found enough, and after ${maxScanned} labels`, () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `l${i}`, fits: i % 400 === 0 }));
  expect(foundIn(rows(900), 3)).toEqual({ ids: ['l0', 'l400', 'l800'], next: null });
  expect(foundIn(rows(900), 2)).toEqual({ ids: ['l0', 'l400'], next: 'l400' });
  expect(foundIn(rows(maxScanned), 3)).toEqual({ ids: ['l0', 'l400', 'l800'], next: `l${maxScanned - 1}` });
  expect(foundIn([], 3)).toEqual({ ids: [], next: null });
});
