/** Incomplete files, and folders of them, that a cut process removes. */
export const unfinished = new Set<string>();
