import type { Layout } from '../../renderer/index.js';
import type { Catalogue } from '../fields/catalogue.js';
import type { JsonObject } from '../fields/json.js';
import type { Folder } from './output/image-writers.js';
import type { Reading } from './rows/read-rows.js';

/** A worker's settings. Plain data: each worker gets a copy. */
export interface Work {
  readonly reading: Reading;
  readonly catalogue: Catalogue;
  /** The panels of all rows; null: each row names its own. */
  readonly devices: readonly string[] | null;
  /** The layout of all rows; null: each row names its own. */
  readonly layout: Layout | null;
  /** The default day of a row, YYYY-MM-DD; null: that of `now` in the row's time zone. */
  readonly date: string | null;
  /** Fields of all rows: locale, currency, time_zone, lint. */
  readonly fields: JsonObject;
  /** The labels whose images are made. Absent: all. */
  readonly images?: 'with findings' | 'none';
  readonly now: Date;
  /** The time of archive members, in seconds since 1970. */
  readonly modified: number;
  /** See `readPattern`. */
  readonly pattern: string;
  readonly level: 1 | 7;
  /** Whether images contain their content as metadata. */
  readonly metadata: boolean;
  /** Null: images go into an archive. */
  readonly folder: Folder | null;
}
