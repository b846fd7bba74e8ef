import { readFileSync } from 'node:fs';

/** The README's examples of tests by file name. */
export const examples: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    readFileSync('README.md', 'utf8').matchAll(/```[jt]s\n\/\/ (\S+)\n([^`]*(?:`[^`]+`[^`]*)*?)```/g),
    ([, name, code]) => [name!, code!],
  ),
);
