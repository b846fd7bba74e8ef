import { existsSync } from 'node:fs';
import { readWhole } from '../files/read-file.js';
import { placeFile } from '../files/write-file.js';
import { snapshotFolders } from './names.js';

export interface TestRecord {
  readonly testName: string;
  readonly ordinal: number;
  /** Whether it passed, so that it used all of its baselines. */
  readonly whole: boolean;
  /** The used baselines, by path in the folder of the test file. */
  readonly used: readonly string[];
  /** In ms since 1970. A newer baseline did not exist in that run. */
  readonly time: number;
}

export interface FileRecord {
  /** Whether all tests of the file ran and passed: unused baselines are then obsolete. */
  readonly complete: boolean;
  readonly tests: readonly TestRecord[];
}

/** Writes a record beside the pictures of differences, in a folder that git ignores. */
export function writeRecord(testPath: string, record: FileRecord): void {
  const { ignore, record: path } = snapshotFolders(testPath);
  ignoreFolder(ignore);
  placeFile(path, `${JSON.stringify(record)}\n`);
}

/** Undefined: there is no record of this version. */
export function readRecord(testPath: string): FileRecord | undefined {
  try {
    const record: unknown = JSON.parse(readWhole(snapshotFolders(testPath).record, 'run').toString());
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a .gitignore for its folder unless it exists. */
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
