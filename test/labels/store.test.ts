import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openSync, closeSync, writeSync, writeFileSync, statSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { defaultBinding } from '../../renderer/index.js';
import { StoreBusy, StoreError } from '../../server/labels/store/index.js';
import { openDatabase } from '../../server/labels/store/open.js';
import { createSqliteStore } from '../../server/labels/store/sqlite.js';
import { openStore } from '../../server/labels/store/url.js';
import { temporaryFolder } from '../support/server.js';
import { draftOf, storeContract } from '../support/store-contract.js';

const folder = temporaryFolder();
let number = 0;
let path: string;
beforeEach(() => {
  path = join(folder.path, `${number++}`, 'esl.db');
});
afterAll(folder.remove);

const open = async (url: string) => {
  const { store, quotas } = openStore(url);
  return Promise.resolve({
    ...store,
    close: async () => {
      quotas?.close();
      await store.close();
    },
  });
};

storeContract('memory:', () => open('memory:'));
storeContract('sqlite:', () => {
  const database = openDatabase(path, true);
  // A thousand flushes take seconds, on a busy disk minutes; whether a commit is flushed is tested below.
  database.exec('PRAGMA synchronous = OFF');
  return Promise.resolve(createSqliteStore(database));
});

describe('a SQLite file', () => {
  test('is there again after a restart, in a folder that it made', async () => {
    const first = await open(`sqlite:${path}`);
    const label = await first.bind('a', null, defaultBinding, null);
    await first.append(label!, draftOf('1.00'));
    await first.close();
    const second = await open(`sqlite:${path}`);
    expect((await second.label('a'))!.current).toEqual({ ...draftOf('1.00'), revision: 1 });
    await second.close();
  });

  test('of before there were own layouts opens, and its revisions are those of shipped ones', async () => {
    const first = await open(`sqlite:${path}`);
    const label = await first.bind('a', null, defaultBinding, null);
    await first.append(label!, draftOf('1.00'));
    await first.close();
    const database = new DatabaseSync(path);
    database.exec(
      "DROP TABLE layouts; DROP INDEX labels_layout; PRAGMA user_version = 1; UPDATE revisions SET record = json_remove(record, '$.layout_version')",
    );
    database.close();
    const second = await open(`sqlite:${path}`);
    expect((await second.label('a'))!.current).toEqual({ ...draftOf('1.00'), revision: 1, layout_version: 0 });
    expect(await second.layoutSizes(null, 1)).toEqual([]);
    const layout = { id: 'offer', document: '{}', updated_at: '2026-11-20' };
    expect(await second.putLayout(layout)).toMatchObject({ kind: 'created' });
    await second.close();
  });

  test('shows one handle the layouts of the other at once', async () => {
    const [one, two] = [await open(`sqlite:${path}`), await open(`sqlite:${path}`)];
    await one.putLayout({ id: 'offer', document: '{}', updated_at: '2026-11-20' });
    expect(await two.layoutVersion('offer')).toBe(1);
    await two.putLayout({ id: 'offer', document: '{"a":1}', updated_at: '2026-11-20' });
    expect((await one.layout('offer'))!.version).toBe(2);
    await Promise.all([one.close(), two.close()]);
  });

  test('serves two handles: what one wrote, the other refuses to overwrite', async () => {
    const [one, two] = [await open(`sqlite:${path}`), await open(`sqlite:${path}`)];
    const label = (await one.bind('a', null, defaultBinding, null))!;
    await two.bind('a', await two.label('a'), { ...defaultBinding, sku: '2' }, null);
    expect(await one.append(label, draftOf('1.00'))).toBeNull();
    await Promise.all([one.close(), two.close()]);
  });

  test('has on the disk what was acknowledged: another handle sees each write as soon as it resolves', async () => {
    const [one, two] = [await open(`sqlite:${path}`), await open(`sqlite:${path}`)];
    const bound = await one.bind('a', null, defaultBinding, null);
    expect(await two.label('a')).toEqual(bound);
    const revision = await one.append(bound!, draftOf('1.00'));
    expect(await two.revision('a', revision!.revision)).toEqual(revision);
    const again = await one.bind(
      'a',
      { ...bound!, current: revision },
      { ...defaultBinding, sku: '2' },
      draftOf('2.00'),
    );
    expect(await two.label('a')).toEqual(again);
    await one.putLayout({ id: 'offer', document: '{}', updated_at: '2026-11-20' });
    expect(await two.layoutVersion('offer')).toBe(1);
    await one.removeLayout('offer');
    expect(await two.layoutVersion('offer')).toBeNull();
    await one.remove('a');
    expect(await two.label('a')).toBeNull();
    await Promise.all([one.close(), two.close()]);
  });

  test('is flushed with each commit where that is asked for: what was acknowledged outlives the power', () => {
    const [normal, full] = [1, 2];
    for (const [durable, synchronous] of [
      [true, full],
      [false, normal],
    ] as const) {
      const database = openDatabase(path, durable);
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      database.close();
    }
  });

  test('that another process writes to for too long is busy: nothing was stored, and the next try may succeed', async () => {
    const database = openDatabase(path, true);
    const store = createSqliteStore(database);
    const label = (await store.bind('a', null, defaultBinding, null))!;
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    // Not the five seconds that are waited for otherwise.
    database.exec('PRAGMA busy_timeout = 10');
    const refusal: unknown = await store.append(label, draftOf('1.00')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreBusy);
    const { name, message, cause } = refusal as StoreBusy;
    expect([name, message, String(cause)]).toEqual([
      'StoreBusy',
      'The store is busy',
      expect.stringContaining('locked'),
    ]);
    other.exec('ROLLBACK');
    other.close();
    await expect(store.check()).resolves.toBeUndefined();
    expect(await store.append(label, draftOf('1.00'))).toMatchObject({ revision: 1 });
    await store.close();
  });

  test('is counted on with a handle that need not flush', async () => {
    const { store, quotas } = openStore(`sqlite:${path}`);
    expect(quotas!.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    quotas!.close();
    await store.close();
    await expect(store.close()).resolves.toBeUndefined();
  });

  test('that is full refuses an update, keeps what it has, and goes on when there is room', async () => {
    const database = openDatabase(path, true);
    const store = createSqliteStore(database);
    const label = (await store.bind('a', null, defaultBinding, null))!;
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
    const large = { ...draftOf('1.00'), png: new Uint8Array(100_000) };
    database.exec(`PRAGMA max_page_count = ${pages}`);
    await expect(store.append(label, large)).rejects.toThrow(/full/);
    expect(await store.label('a')).toEqual(label);
    database.exec(`PRAGMA max_page_count = ${pages + 100}`);
    expect(await store.append(label, large)).toMatchObject({ revision: 1 });
    await store.close();
  });

  test('that could not be written fails its check until it can be', async () => {
    const database = openDatabase(path, true);
    const store = createSqliteStore(database);
    const label = (await store.bind('a', null, defaultBinding, null))!;
    const broken = ['revisions', 'quotas'].map(
      (table) =>
        `CREATE TEMP TRIGGER no_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END;`,
    );
    database.exec(broken.join(' '));
    await expect(store.check()).resolves.toBeUndefined();
    await expect(store.append(label, draftOf('1.00'))).rejects.toThrow('disk I/O error');
    await expect(store.check()).rejects.toThrow('disk I/O error');
    database.exec('DROP TRIGGER no_revisions; DROP TRIGGER no_quotas');
    await expect(store.check()).resolves.toBeUndefined();
    expect(await store.append(label, draftOf('1.00'))).toMatchObject({ revision: 1 });
    await store.close();
  });

  test('that is damaged in the middle is refused', async () => {
    const store = await open(`sqlite:${path}`);
    const label = (await store.bind('a', null, defaultBinding, null))!;
    for (let i = 0; i < 40; i++) await store.append(label, { ...draftOf('1.00'), png: new Uint8Array(5000) });
    await store.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(statSync(path).size - 8192, 0xa5), 0, undefined, 8192);
    closeSync(file);
    expect(() => openStore(`sqlite:${path}`)).toThrow(StoreError);
  });
});

describe('a file that can’t be a store is refused with its path and the remedy', () => {
  const refused = (file: string, remedy: string | RegExp) => {
    let refusal: unknown;
    try {
      openDatabase(file, true);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(StoreError);
    const { message } = refusal as StoreError;
    expect(message).toMatch(new RegExp(`^The store ${file} can't be used: .+$`));
    expect(message).toEqual(expect.stringMatching(remedy));
  };

  test('where it is no database', () => {
    mkdirSync(join(path, '..'));
    writeFileSync(path, 'no database '.repeat(1000));
    refused(path, 'the file is damaged. Restore it from a backup, or move it away to start empty');
  });

  test('where its folder can not be made', () => {
    mkdirSync(join(path, '..'));
    writeFileSync(path, 'a file');
    const below = join(path, 'below', 'esl.db');
    refused(below, `its folder ${join(path, 'below')} can't be made. Name another path in DATABASE_URL`);
  });

  test('where it is a folder', () => {
    mkdirSync(path, { recursive: true });
    refused(path, "it can't be opened. Check that the folder can be written and that the path is no folder");
  });

  test('where nobody can write, not even root', () => {
    refused('/proc/esl.db', /can't be opened|can't be made|read-only/);
  });

  test('where a newer version wrote it', async () => {
    await (await open(`sqlite:${path}`)).close();
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
    database.exec('PRAGMA user_version = 3');
    database.close();
    refused(path, 'a newer version wrote it. Start that version, or name another file in DATABASE_URL');
  });

  test('where another process holds it, after a wait', async () => {
    await (await open(`sqlite:${path}`)).close();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    refused(path, 'another process holds it locked. Stop that process');
    other.close();
  });
});
