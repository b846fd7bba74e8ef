/** The likeliest first. */
const delimiters = [',', ';', '\t', '|'] as const;

/** `sep=;`, alone on the first line: Excel's way to say the delimiter. */
export const separatorLine = /^sep=((?=[\x20-\x7e\t])[^\w"])(?:\r?\n|\r|$)/i;

/**
 * Detects the delimiter: the one that the file declares, else the one with the most known column names, else the one with
 * the most columns. Quoted characters do not count.
 * @param head the beginning of the file
 * @param isKnown whether a column name is known
 */
export function findDelimiter(head: string, isKnown: (name: string) => boolean): string {
  const text = head.replace(/^\ufeff/, '').slice(0, maxHeaderChars);
  const declared = separatorLine.exec(text)?.[1];
  if (declared !== undefined) return declared;
  const header = text.replace(/^[\r\n]+/, '');
  const candidates = delimiters.map((delimiter) => {
    const names = namesIn(header, delimiter);
    return { delimiter, known: names.filter((name) => isKnown(name.trim())).length, columns: names.length };
  });
  const best = candidates.reduce((a, b) =>
    b.known > a.known || (b.known === a.known && b.columns > a.columns) ? b : a,
  );
  return best.delimiter;
}

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
