import type { Options } from 'csv-parse/sync';

/** RFC 4180, and LF alone; the number of columns is checked with the row's fields. */
export const csvOptions = {
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  skip_empty_lines: true,
} as const satisfies Options;
