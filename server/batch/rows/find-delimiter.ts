/** The likeliest first. */
const delimiters = [',', ';', '\t', '|'] as const;

/** `sep=;`, alone on the first line: Excel's way to say the delimiter. */
export const separatorLine = /^sep=((?=[\x20-\x7e\t])[^\w"])(?:\r?\n|\r|$)/i;

/**
 * Detects the delimiter: the one that the file declares, else the one with the most known column names, else the one with
 * the most columns. Quoted characters do not count. `titles` are the rows before the names of the columns.
 * @param head the beginning of the file
 * @param isKnown whether a column name is known
 * @param given the delimiter, if a person chose it
 */
export function findDelimiter(head: string, isKnown: (name: string) => boolean, given?: string) {
  const text = head.replace(/^\ufeff/, '').slice(0, maxHeaderChars);
  const [separator = '', declared] = separatorLine.exec(text) ?? [];
  const header = text.slice(separator.length).replace(/^[\r\n]+/, '');
  const lines = header.split(/[\r\n]+/, maxTitles);
  const only = given ?? declared;
  const candidates = (only === undefined ? delimiters : [only]).map((delimiter) => {
    const rows = lines.map((line, i) => namesIn(i === 0 ? header : line, delimiter));
    const counts = rows.map((names) => names.filter((name) => isKnown(name.trim())).length);
    const titles = Math.max(
      0,
      counts.findIndex((count) => count > 1),
    );
    return { delimiter, titles, known: counts[titles]!, columns: rows[titles]!.length };
  });
  return candidates.reduce((a, b) => (b.known > a.known || (b.known === a.known && b.columns > a.columns) ? b : a));
}

/** Rows among which the names of the columns are searched: some lists begin with titles. */
export const maxTitles = 20;

/** The header is searched in at most this many characters. */
const maxHeaderChars = 64 * 1024;

/** The names in the first row. Wrong quotes are reported when the row is read. */
function namesIn(text: string, delimiter: string): string[] {
  const names = [''];
  let quoted = false;
  for (const character of text) {
    // A doubled quote in a quoted name closes and reopens it.
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && character === delimiter) names.push('');
    else names.push(names.pop()! + character);
  }
  return names;
}
