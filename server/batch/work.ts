import type { Layout } from '../../renderer/index.js';
import type { Catalogue } from '../fields/catalogue.js';
import type { Folder } from './output/image-writers.js';
import type { Reading } from './rows/read-rows.js';

/** All that a worker knows of a batch. Plain data: each worker gets a copy. */
export interface Work {
  readonly reading: Reading;
  readonly catalogue: Catalogue;
  /** The panels to draw each row for; null: the one that the row names. */
  readonly devices: readonly string[] | null;
  /** The layout of all rows; null: the one that the row names. */
  readonly layout: Layout | null;
  /** The day on rows that have none, YYYY-MM-DD; null: that of `now` in the row's time zone. */
  readonly date: string | null;
  /** Fields of all rows: locale, currency, time_zone. */
  readonly fields: Readonly<Record<string, string>>;
  readonly now: Date;
  /** The time of the members of an archive, in seconds since 1970. */
  readonly modified: number;
  /** How files are named: see `readPattern`. */
  readonly pattern: string;
  readonly level: 1 | 7;
  /** Whether images say what they show. */
  readonly metadata: boolean;
  /** Where images are written as files; null: they go into an archive. */
  readonly folder: Folder | null;
}
