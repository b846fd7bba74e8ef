/** What may part the columns of a CSV, the likeliest first. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** `sep=;`, alone on the first line: Excel's way to say the delimiter. */
export const separatorLine = /^sep=((?=[\x20-\x7e\t])[^\w"])(?:\r?\n|\r|$)/i;

/**
 * What parts the columns: what the file says itself, or by the names of the columns the sign that makes most of them known,
 * then the sign that makes most columns. Signs in quotes part nothing.
 * @param head the beginning of the file
 * @param isKnown whether a column of this name is understood
 */
export function findDelimiter(head: string, isKnown: (name: string) => boolean): string {
  const text = head.replace(/^\ufeff/, '').slice(0, longestHeader);
  const said = separatorLine.exec(text)?.[1];
  if (said !== undefined) return said;
  const header = text.replace(/^[\r\n]+/, '');
  const found = delimiters.map((delimiter) => {
    const names = namesIn(header, delimiter);
    return { delimiter, known: names.filter((name) => isKnown(name.trim())).length, columns: names.length };
  });
  const best = found.reduce((a, b) => (b.known > a.known || (b.known === a.known && b.columns > a.columns) ? b : a));
  return best.delimiter;
}

/** Names of columns are looked for in so many characters. */
const longestHeader = 64 * 1024;

/** The names in the first row. What is wrong with its quotes is told when the row is read. */
function namesIn(text: string, delimiter: string): string[] {
  const names = [''];
  let quoted = false;
  for (const character of text) {
    // A doubled quote in a quoted name closes and opens again.
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && character === delimiter) names.push('');
    else names.push(names.pop()! + character);
  }
  return names;
}
