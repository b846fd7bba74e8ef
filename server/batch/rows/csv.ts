/** RFC 4180, and LF as a line break. The reader of a row checks its number of columns. */
export function csvOptions(delimiter: string) {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
  };
}
