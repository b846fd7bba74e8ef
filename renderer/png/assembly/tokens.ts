/** What AssemblyScript and TypeScript both know of DEFLATE's matches. */

/** A match is at most this long (RFC 1951, 3.2.5). */
export const longest = 258;
export const endOfBlock = 256;

/**
 * A token is a byte as it is, {@link endOfBlock}, or one of these and the length of a match: a run of the byte before, a
 * copy of the row above. Or {@link nothing}.
 */
export const run = 256;
export const copy = 520;
export const nothing = 779;
export const tokenCount = 780;
