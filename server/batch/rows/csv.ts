import type { Options } from 'csv-parse/sync';

/** RFC 4180, and LF alone as a line break. A wrong number of columns is reported per row, by who reads it. */
export function csvOptions(delimiter: string) {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
  } as const satisfies Options;
}
