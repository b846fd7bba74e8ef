/**
 * What a program that a test starts gets of the environment: where programs are, and which bug `npm run mutation` has
 * switched on.
 */
export function childEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', __STRYKER_ACTIVE_MUTANT__: bug } = process.env;
  return { PATH, ...(bug !== undefined && { __STRYKER_ACTIVE_MUTANT__: bug }) };
}
