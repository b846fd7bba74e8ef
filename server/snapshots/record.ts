import { existsSync, readFileSync } from 'node:fs';
import { placeFile } from '../files/write-file.js';
import { snapshotFolders } from './names.js';

/** What a test asked for when it last ran. */
export interface TestRecord {
  readonly testName: string;
  readonly ordinal: number;
  /** Whether it passed, and so asked for all that it asks for. */
  readonly whole: boolean;
  /** Baselines, by their paths in the folder of the test file. */
  readonly used: readonly string[];
  /** When, in ms since 1970. A baseline that is newer was not there to be asked for. */
  readonly time: number;
}

/** What the tests of a file asked for when they last ran. */
export interface FileRecord {
  /** Whether every test of the file ran and passed: then whatever none of them asked for is obsolete. */
  readonly complete: boolean;
  readonly tests: readonly TestRecord[];
}

/** Keeps a record beside the pictures of differences, in a folder that git ignores. */
export function writeRecord(testPath: string, record: FileRecord): void {
  const { ignore, record: path } = snapshotFolders(testPath);
  ignoreFolder(ignore);
  placeFile(path, `${JSON.stringify(record)}\n`);
}

/** The record of a test file; undefined when there is none, or none of this version. */
export function readRecord(testPath: string): FileRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(snapshotFolders(testPath).record, 'utf8'));
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Puts a .gitignore for all that is beside it, unless it is there. */
export function ignoreFolder(path: string): void {
  if (!existsSync(path)) placeFile(path, '*\n');
}

function isRecord(value: unknown): value is FileRecord {
  const record = value as Partial<FileRecord> | null;
  return (
    typeof record === 'object' &&
    typeof record?.complete === 'boolean' &&
    Array.isArray(record.tests) &&
    record.tests.every(
      ({ testName, ordinal, whole, used, time }: Partial<TestRecord>) =>
        typeof testName === 'string' &&
        typeof ordinal === 'number' &&
        typeof whole === 'boolean' &&
        typeof time === 'number' &&
        Array.isArray(used) &&
        used.every((file) => typeof file === 'string'),
    )
  );
}
