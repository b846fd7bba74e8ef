/** What AssemblyScript and TypeScript share about DEFLATE's matches. */

/** A match is at most this long (RFC 1951, 3.2.5). */
export const maxMatch = 258;
export const endOfBlock = 256;

/**
 * A token is one of these: a literal byte; {@link endOfBlock}; {@link run} or {@link copy} plus the
 * length of a match, which repeats the byte before or the row above; {@link nothing}.
 */
export const run = 256;
export const copy = 520;
export const nothing = 779;
export const tokenCount = 780;
