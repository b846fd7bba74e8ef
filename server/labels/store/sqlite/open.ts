import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFolder } from '../../../files/write-file.js';
import { kindOf } from '../../../../devices/index.js';
import { StoreError } from '../index.js';
import { applicationId, makeTables, schemaVersion, tableNames } from './schema.js';

/** The path of a database in memory. */
export const inMemory = ':memory:';
/** Milliseconds to wait for a lock while the file is opened, so that two processes can start at the same time. */
const busyTimeout = 5000;
/** Maximum bytes of a file that is checked for damage at the start; larger ones would take seconds. */
const maxCheckedBytes = 64 * 1024 * 1024;

/**
 * Every handle that was opened, so that none is garbage-collected: @photostructure/sqlite 1.2.1 crashes when a database is
 * collected before its statements.
 */
const handles: DatabaseSyncInstance[] = [];

/**
 * Opens the SQLite file at `path`, creating it and its folder if necessary. A file that is not ours stays as it is.
 * The open database does not wait for other processes.
 * @throws {StoreError} with the path and the remedy
 */
export function openDatabase(path: string): DatabaseSyncInstance {
  const isFile = path !== inMemory;
  const file = isFile ? resolve(path) : path;
  try {
    if (isFile) makeFolder(dirname(file));
    if (isFile) checkFile(file);
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
  if (file !== inMemory && statSync(file).size <= maxCheckedBytes) {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw new Error('malformed');
  }
  // This writes, so that a read-only file is found now and not by the first update.
  database.exec('BEGIN IMMEDIATE');
  makeTables(database);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT;`);
}

/** Refuses a file of another program or version before anything is changed: opening a file for writing changes it. */
function checkFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || (stats.isFile() && stats.size === 0)) return;
  if (stats.isDirectory()) throw new Error('unable to open');
  if (!stats.isFile()) throw new Error(`${kindOf(stats)}: no file`);
  const head = Buffer.alloc(100);
  const opened = openSync(file, 'r');
  readSync(opened, head);
  closeSync(opened);
  if (!head.toString('latin1').startsWith('SQLite format 3\0')) throw new Error('not a database');
  // The offsets are those of SQLite's file format, 1.3.
  const marks = { id: head.readUInt32BE(68), version: head.readUInt32BE(60), names: tableNames };
  const { id, version, names } = marks.id === 0 ? marksIn(file) : marks;
  if (names === '' && version === 0) return;
  const isOurs = id === applicationId || (id === 0 && hasAll(names));
  if (!isOurs) throw new Error('foreign');
  if (version !== schemaVersion) throw new Error(version > schemaVersion ? 'newer' : 'unreleased');
}

function hasAll(names: string): boolean {
  return tableNames.split(' ').every((name) => names.split(' ').includes(name));
}

/**
 * The marks of a file and the names of all that is in it. Without a log beside it, the file is opened as immutable: SQLite would make
 * a log.
 */
function marksIn(file: string) {
  const mode = existsSync(`${file}-wal`) ? '?mode=ro' : '?immutable=1';
  const database = new DatabaseSync(pathToFileURL(file).href + mode, { readOnly: true, timeout: busyTimeout });
  handles.push(database);
  const sql = `SELECT application_id AS id, user_version AS version, coalesce(group_concat(name, ' '), '') AS names
    FROM pragma_application_id, pragma_user_version LEFT JOIN sqlite_master`;
  const marks = database.prepare(sql).get() as { id: number; version: number; names: string };
  database.close();
  return marks;
}

function remedy(error: unknown, file: string): string {
  const { message } = error as Error;
  const advice: readonly (readonly [RegExp, string])[] = [
    [/^newer$/, 'a newer version wrote it. Start that version, or name another file in DATABASE_URL'],
    [/^foreign$/, 'another program wrote it. Name another file in DATABASE_URL'],
    [/^unreleased$/, 'a version that was never released wrote it. Name another file in DATABASE_URL'],
    [/no file$/, `it is ${message.split(':', 1)[0]!}. Name a file in DATABASE_URL`],
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
