import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { newTag } from '../tag/tag.js';
import { StoreError } from './index.js';

/** Milliseconds to wait for another process while the file is opened, so that two can start at the same time. */
const busyTimeout = 5000;
/** Larger files are not checked for damage at the start, as that would take seconds. In bytes. */
const checkedWhole = 64 * 1024 * 1024;

const schema = `
  CREATE TABLE IF NOT EXISTS labels (
    id TEXT PRIMARY KEY,
    binding TEXT NOT NULL,
    version INTEGER NOT NULL,
    last_revision INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    tag TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revisions (
    label TEXT NOT NULL REFERENCES labels (id),
    revision INTEGER NOT NULL,
    record TEXT NOT NULL,
    png BLOB NOT NULL,
    PRIMARY KEY (label, revision)
  );
  CREATE TABLE IF NOT EXISTS quotas (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
  CREATE INDEX IF NOT EXISTS quotas_expire ON quotas (expire);
  CREATE TABLE IF NOT EXISTS layouts (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    document TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS labels_layout ON labels (binding ->> '$.layout') WHERE deleted = 0;
  CREATE INDEX IF NOT EXISTS labels_deleted ON labels (id) WHERE deleted = 1;
  CREATE TABLE IF NOT EXISTS floors (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
`;
/**
 * Increased with every change of the schema, so that an older server refuses a newer file instead of damaging it.
 * Version 2 added the layouts, version 3 the floors of numbers, version 4 the tags of labels.
 */
const schemaVersion = 4;

/**
 * Every handle that was opened, so that none is garbage-collected: @photostructure/sqlite 1.2.1 crashes when a database is
 * collected before its statements.
 */
const handles: DatabaseSyncInstance[] = [];

/**
 * Opens the SQLite file at `path`, creating it and its folder if necessary.
 * It does not wait for other processes once it is open.
 * @throws {StoreError} with the path and the remedy
 */
export function openDatabase(path: string): DatabaseSyncInstance {
  const file = resolve(path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: busyTimeout });
    handles.push(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    prepareFile(database, file);
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    throw new StoreError(`The store ${file} can't be used: ${remedy(error, file)}`, { cause: error });
  }
}

function prepareFile(database: DatabaseSyncInstance, file: string): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > schemaVersion) throw new Error('newer');
  if (statSync(file).size <= checkedWhole) {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw new Error('malformed');
  }
  // This writes, so that a read-only file is found now and not by the first update.
  database.exec(`BEGIN IMMEDIATE; ${schema}`);
  addTags(database);
  database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT;`);
}

/** Gives the labels of older versions tags, which have shown their newest content since it was stored. */
function addTags(database: DatabaseSyncInstance): void {
  const columns = database.prepare('PRAGMA table_info(labels)').all() as { name: string }[];
  if (columns.some(({ name }) => name === 'tag')) return;
  database.exec('ALTER TABLE labels ADD COLUMN tag TEXT');
  const newest = database.prepare(`
    SELECT labels.id, revision, record ->> '$.binding.device' AS device, record ->> '$.image.sha256' AS picture,
      record ->> '$.updated_at' AS updated_at
    FROM labels JOIN revisions ON revisions.label = labels.id AND revisions.revision = labels.last_revision`);
  const set = database.prepare('UPDATE labels SET tag = ? WHERE id = ?');
  for (const { id, revision, device, picture, updated_at } of newest.all() as Newest[]) {
    const shown = { revision, picture, since: Date.parse(updated_at), ghost: null };
    set.run(JSON.stringify({ ...newTag(device), shown }), id);
  }
}

/** What is read of the newest content of a label. */
type Newest = Readonly<Record<'id' | 'device' | 'picture' | 'updated_at', string>> & { readonly revision: number };

function remedy(error: unknown, file: string): string {
  const { message } = error as Error;
  const advice: readonly (readonly [RegExp, string])[] = [
    [/newer/, 'a newer version wrote it. Start that version, or name another file in DATABASE_URL'],
    [
      /not a database|malformed|corrupt/i,
      'the file is damaged. Restore it from a backup, or move it away to start empty',
    ],
    [
      /readonly|read-only|EROFS|EACCES|EPERM/i,
      'it is read-only. Give this user the right to write the file and its folder',
    ],
    [/ENOTDIR|EEXIST|ENOENT/, `its folder ${dirname(file)} can't be made. Name another path in DATABASE_URL`],
    [/unable to open/i, "it can't be opened. Check that the folder can be written and that the path is no folder"],
    [/locked|busy/i, 'another process holds it locked. Stop that process'],
    [/full|ENOSPC/i, 'the disk is full. Make room'],
  ];
  return advice.find(([pattern]) => pattern.test(message))?.[1] ?? message.replaceAll(/\s+/g, ' ');
}
